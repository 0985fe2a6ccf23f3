import { act, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderPart } from '../../../test-kit/render-part.tsx';
import { useRecipientSuggestions } from './use-recipient-suggestions.ts';

function Suggested({ typed }: { typed: string }) {
  const { writtenWith, sameDomain, groups } = useRecipientSuggestions(typed);
  const names = (people: readonly { name: string }[]) => people.map(({ name }) => name).join(',');
  return (
    <p>
      {names(writtenWith)}|{names(sameDomain)}|{names(groups)}
    </p>
  );
}

test('RC-7 people are asked for 300 ms after typing, in three sections', async () => {
  const suggestRecipients = vi.fn(async () => ({
    data: {
      suggest_emails: [{ name: 'Hoa', email: 'hoa@khach.example' }],
      same_domain_emails: [{ name: 'Hòa', email: 'hoa@saomai.example' }],
      groups: [{ name: 'Bán hàng', email: 'banhang@saomai.example' }],
    },
  }));
  const { rerender } = await renderPart(<Suggested typed="" />, { api: { suggestRecipients } as never });
  vi.useFakeTimers();
  try {
    rerender(<Suggested typed="h" />);
    await act(() => vi.advanceTimersByTimeAsync(299));
    rerender(<Suggested typed="ho" />);
    await act(() => vi.advanceTimersByTimeAsync(299));
    expect(suggestRecipients).not.toHaveBeenCalled();
    await act(() => vi.advanceTimersByTimeAsync(1));
    expect(suggestRecipients).toHaveBeenCalledExactlyOnceWith(
      { query: { search_text: 'ho' } },
      expect.anything(),
    );
    await act(() => vi.advanceTimersByTimeAsync(10));
    expect(screen.getByRole('paragraph').textContent).toBe('Hoa|Hòa|Bán hàng');
  } finally {
    vi.useRealTimers();
  }
});

import { act, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPart } from '../../test-kit/render-part.tsx';
import { useSuggestions } from './use-suggestions.ts';

function Suggestions({ typed }: { typed: string }) {
  return <p>{useSuggestions(typed).texts.join(' ')}</p>;
}

afterEach(() => vi.useRealTimers());

test('SB-3 suggestions wait 300 ms after the last keystroke, and an answer to older text is not shown', async () => {
  const asked: { text: string; answer(): void }[] = [];
  const suggest = vi.fn(
    ({ query }: { query: { search_text: string } }) =>
      new Promise((resolve) => {
        const text = query.search_text;
        asked.push({ text, answer: () => resolve({ data: { threads: [], texts: [`for ${text}`] } }) });
      }),
  );
  const { rerender } = await renderPart(<Suggestions typed="" />, { api: { suggest: suggest as never } });
  vi.useFakeTimers();
  const type = async (typed: string, ms: number) => {
    rerender(<Suggestions typed={typed} />);
    await act(() => vi.advanceTimersByTimeAsync(ms));
  };
  await type('h', 299);
  await type('ho', 299);
  expect(suggest).not.toHaveBeenCalled();
  await act(() => vi.advanceTimersByTimeAsync(1));
  await type('hoa', 300);
  expect(asked.map(({ text }) => text)).toEqual(['ho', 'hoa']);
  asked[1]?.answer();
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(screen.getByText('for hoa')).toBeTruthy();
  asked[0]?.answer();
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(screen.getByText('for hoa')).toBeTruthy();
});

import { act, screen, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { useLocation } from '../../router/router.tsx';
import { renderPart } from '../../test-kit/render-part.tsx';
import { speak } from '../../test-kit/words.ts';
import { SearchBar } from './search-bar.tsx';

function Address() {
  const { pathname, search } = useLocation();
  return <output>{pathname + search}</output>;
}

describe.each([
  [
    'vi',
    {
      search: 'Tìm kiếm thư',
      advanced: 'Tìm kiếm nâng cao',
      subject: 'Chủ đề',
      run: 'Tìm kiếm',
      close: 'Đóng',
    },
  ],
  [
    'en',
    { search: 'Search mail', advanced: 'Advanced search', subject: 'Subject', run: 'Search', close: 'Close' },
  ],
] as const)('the advanced search on a phone, in %s', (language, words) => {
  test('SB-6 takes the screen, gives it back, and searches', async () => {
    await speak(language);
    const matches = vi
      .spyOn(window, 'matchMedia')
      .mockImplementation((media) => ({ media, matches: true, ...LISTENERS }) as unknown as MediaQueryList);
    const { user } = await renderPart(
      <>
        <SearchBar narrow />
        <Address />
      </>,
    );
    await user.click(screen.getByRole('button', { name: words.search }));
    const opener = screen.getByRole('button', { name: words.advanced });
    await act(async () => opener.click());
    const dialog = await screen.findByRole('dialog', { name: words.advanced });
    expect(dialog.getAttribute('aria-modal')).toBe('true');
    await user.click(within(dialog).getByRole('button', { name: words.close }));
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.click(opener);
    await user.type(within(await screen.findByRole('dialog')).getByLabelText(words.subject), 'báo giá');
    await user.click(screen.getByRole('button', { name: words.run }));
    expect(screen.getByText('/advance-search?subject=b%C3%A1o+gi%C3%A1')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
    matches.mockRestore();
  });
});

const LISTENERS = { addEventListener: () => undefined, removeEventListener: () => undefined };

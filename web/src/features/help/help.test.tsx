import { act, fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { spoken } from '../../i18n/i18n.ts';
import { HelpLink } from '../../parts/help/help-link.tsx';
import { helpRequest } from '../../parts/help/help-request.ts';
import { renderPart } from '../../test-kit/render-part.tsx';
import { speak } from '../../test-kit/words.ts';
import { HelpDialog } from './help-dialog.tsx';
import { loadHelpWords } from './load-help-words.ts';
import { pageFor } from './page-ids.ts';
import sizes from './pictures/sizes.json';
import { findPages, readPage, readPages, runsOf } from './read-pages.ts';

beforeEach(() => helpRequest.set(null));

describe.each(['vi', 'en'] as const)('the help in %s', (language) => {
  test('has every page, and every name of a button in it is one that the screen says', async () => {
    speak(language);
    await loadHelpWords();
    const { t } = spoken.get();
    for (const page of await readPages(language)) {
      expect([page.id, page.title !== '', page.blocks.length > 0]).toEqual([page.id, true, true]);
      const keys = runsOf(page).flatMap((run) => (run.kind === 'word' ? [run.key] : []));
      // An unknown key is shown as it is; a text with a placeholder would show the placeholder.
      expect([page.id, keys.filter((key) => t(key) === key || t(key).includes('{{'))]).toEqual([page.id, []]);
    }
  });
});

test('a page is a heading, paragraphs and lists, with names of the screen and what is typed', () => {
  const page = readPage('search', '# Tìm\nGõ `a:b` rồi [[search.clear]].\n- một\n- hai\n');
  expect(page.title).toBe('Tìm');
  expect(page.blocks).toEqual([
    {
      kind: 'paragraph',
      runs: [
        { kind: 'text', text: 'Gõ ' },
        { kind: 'code', text: 'a:b' },
        { kind: 'text', text: ' rồi ' },
        { kind: 'word', key: 'search.clear' },
        { kind: 'text', text: '.' },
      ],
    },
    {
      kind: 'list',
      ordered: false,
      items: [[{ kind: 'text', text: 'một' }], [{ kind: 'text', text: 'hai' }]],
    },
  ]);
});

test.each([
  ['vi', 'Trang đăng nhập, nút Quên mật khẩu? ở dưới'],
  ['en', 'The sign-in page, with Forgot password? at the bottom'],
] as const)(
  'a page of the help in %s shows its picture late, in a place of its size, and is whole without it',
  async (language, alt) => {
    speak(language);
    await loadHelpWords();
    await act(() => renderPart(<HelpDialog asked="lost-password" onClose={() => undefined} />));
    const picture = await screen.findByRole('img', { name: alt });
    const [width, height] = sizes[`${language}/lost-password`];
    expect(['src', 'width', 'height', 'loading'].map((name) => picture.getAttribute(name))).toEqual([
      expect.stringContaining(`/${language}/lost-password.webp`),
      `${width}`,
      `${height}`,
      'lazy',
    ]);
    fireEvent.error(picture);
    expect(screen.queryByRole('img', { name: alt })).toBeNull();
    expect(screen.getByRole('article').textContent).toContain(spoken.get().t('signIn.forgot'));
  },
);

test('what is typed without marks finds pages with them, by their titles first', async () => {
  speak('vi');
  const found = findPages(await readPages('vi'), 'chu ky', spoken.get().t);
  expect(found.map(({ id }) => id)).toContain('first-steps');
  expect(found[0]?.id).toBe('signatures');
});

test('each screen has a page that fits it', () => {
  expect(
    ['/folder/INBOX', '/folder/INBOX/7', '/drive', '/calendar/week/2026-11-20', '/admin/people'].map(pageFor),
  ).toEqual(['first-steps', 'reading', 'drive', 'calendar', 'people']);
  expect(
    ['/label/5', '/label/5/7', '/folder/Snoozed', '/label/waiting', '/setting/newsletters'].map(pageFor),
  ).toEqual(['labels', 'reading', 'later', 'later', 'newsletters']);
});

test('the help closes where a browser answers a jump to its heading with a promise', async () => {
  speak('vi');
  const jumped = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(async () => undefined);
  onTestFinished(() => jumped.mockRestore());
  const help = await act(() => renderPart(<HelpDialog asked="search" onClose={() => undefined} />));
  await screen.findByRole('dialog', { name: 'Trợ giúp' });
  expect(jumped).toHaveBeenCalled();
  expect(() => help.unmount()).not.toThrow();
});

test('LY-17 the product’s own help opens over the page, help that is configured in a new tab', async () => {
  speak('vi');
  const { user, unmount } = await renderPart(<HelpLink>Trợ giúp</HelpLink>);
  await user.click(screen.getByRole('link', { name: 'Trợ giúp' }));
  expect(helpRequest.get()).toBe('');
  unmount();
  const opened = await act(() =>
    renderPart(<HelpDialog asked="" onClose={() => helpRequest.set(null)} />, { at: '/setting/autoforward' }),
  );
  const dialog = await screen.findByRole('dialog', { name: 'Trợ giúp' });
  expect(within(dialog).getByRole('heading', { name: 'Chuyển tiếp thư đến' })).toBeDefined();
  await opened.user.type(within(dialog).getByRole('searchbox'), 'khoa truy cap');
  const [first] = within(within(dialog).getByRole('navigation')).getAllByRole('button');
  await opened.user.click(first as HTMLElement);
  expect(within(dialog).getByRole('heading', { name: 'Khóa truy cập' })).toBeDefined();
  opened.unmount();

  const help = 'https://help.saomai.example/';
  const elsewhere = await renderPart(<HelpLink>Trợ giúp</HelpLink>, { signedIn: { links: { help } } });
  const link = screen.getByRole('link', { name: 'Trợ giúp' });
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual([help, '_blank']);
  helpRequest.set(null);
  await elsewhere.user.click(link);
  expect(helpRequest.get()).toBeNull();
});

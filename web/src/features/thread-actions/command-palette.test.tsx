import { cleanup, fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { loadCalendarWords } from '../../i18n/calendar-words.ts';
import { eventRequest } from '../../parts/calendar/event-request.ts';
import { ComposeContext } from '../../parts/compose/lazy-compose.ts';
import { holdKeys } from '../../parts/keyboard/typed-ahead.ts';
import { mergeRequest } from '../../parts/merges/merge-request.ts';
import { useLocation } from '../../router/router.tsx';
import { noCompose } from '../../test-kit/no-compose.ts';
import { renderPart } from '../../test-kit/render-part.tsx';
import { speak } from '../../test-kit/words.ts';
import { CommandPalette } from './command-palette.tsx';

beforeEach(() => speak('vi'));

const PALETTE = (
  <ComposeContext value={noCompose}>
    <CommandPalette onClose={() => undefined} />
  </ComposeContext>
);
/** Where the page is. */
function Address() {
  const { pathname, search } = useLocation();
  return <output>{pathname + search}</output>;
}

const shown = () => screen.getAllByRole('option').map((option) => option.textContent ?? '');
const box = () => screen.getByRole<HTMLInputElement>('combobox');

test('the palette takes over what was typed before it was there, and the focus at once', async () => {
  holdKeys('palette', '…');
  fireEvent.input(document.activeElement as Element, { target: { value: 'chu ky' } });
  const { unmount } = await renderPart(PALETTE);
  expect(box().value).toBe('chu ky');
  expect(document.activeElement).toBe(box());
  expect(screen.getByRole('option', { selected: true }).textContent).toMatch(/^Chữ ký/);
  unmount();
  await renderPart(PALETTE);
  expect(box().value).toBe('');
  expect(screen.queryByRole('option', { selected: true })).toBeNull();
});

test('the palette finds settings, pages of the account and folders, and says why', async () => {
  const { user } = await renderPart(PALETTE);
  const find = async (typed: string) => {
    await user.clear(box());
    await user.type(box(), typed);
    return shown();
  };
  expect((await find('bo loc'))[0]).toMatch(/^Bộ lọc.*Cài đặt/);
  expect((await find('mat khau'))[0]).toMatch(/^Mật khẩu.*Tài khoản của tôi/);
  expect(await find('vang mat')).toEqual([expect.stringMatching(/^Trả lời tự động.*vắng mặt$/)]);
  expect((await find('work'))[0]).toBe('Mở Work');
  expect((await find('tro giup'))[0]).toBe('Trợ giúp');
  expect((await find('phim tat'))[0]).toMatch(/^Phím tắt/);
  expect((await find('tai tep len'))[0]).toMatch(/^Mở Kho tệp/);
  expect(await find('danh ba')).toEqual(expect.arrayContaining(['Mở Danh bạ', 'Mở Danh bạ công ty']));
  expect((await find('phong ban'))[0]).toMatch(/^Mở Danh bạ công ty/);
  expect((await find('da trao doi'))[0]).toBe('Mở Người đã trao đổi');
});

test.each(['vi', 'en'] as const)(
  'CL-380 rooms are found by their names in both languages, in %s',
  async (language) => {
    await speak(language);
    const { user } = await renderPart(PALETTE);
    const ROOMS = [
      { typed: ['thu', 'mail'], vi: 'Mở Thư', en: 'Go to Mail' },
      { typed: ['lịch', 'lich', 'calendar'], vi: 'Mở Lịch', en: 'Go to Calendar' },
      { typed: ['việc', 'viec can lam', 'tasks'], vi: 'Mở Việc cần làm', en: 'Go to Tasks' },
      { typed: ['danh ba', 'contacts'], vi: 'Mở Danh bạ', en: 'Go to Contacts' },
      { typed: ['kho tep', 'drive'], vi: 'Mở Kho tệp', en: 'Go to Drive' },
      { typed: ['cai dat', 'settings'], vi: 'Mở Cài đặt', en: 'Go to Settings' },
    ];
    for (const room of ROOMS) {
      for (const typed of room.typed) {
        await user.clear(box());
        await user.type(box(), typed);
        expect([typed, ...shown()]).toContainEqual(
          expect.stringMatching(new RegExp(`^${room[language]}(?! công)`)),
        );
      }
    }
  },
);

test('CL-380 a room is the first that its own name finds, and opens', async () => {
  const { user } = await renderPart(
    <>
      {PALETTE}
      <Address />
    </>,
  );
  await user.type(box(), 'lich');
  expect(shown()[0]).toBe('Mở Lịch');
  await user.keyboard('{Enter}');
  expect(document.querySelector('output')?.textContent).toBe('/calendar');
});

test('CL-380 the drive is not offered to who has none', async () => {
  const { user } = await renderPart(PALETTE, { signedIn: { enable_drive: false } });
  await user.type(box(), 'kho tep');
  expect(screen.queryByRole('option', { name: /^Mở Kho tệp/ })).toBeNull();
});

const withAddress = (
  <>
    {PALETTE}
    <main id="content" tabIndex={-1}>
      <Address />
    </main>
  </>
);
const address = () => document.querySelector('output')?.textContent;

test.each([
  ['vi', 'lich hen', 'Sự kiện mới', 'viec moi', 'Việc mới'],
  ['en', 'meeting', 'New event', 'new task', 'New task'],
] as const)(
  'CL-404 an event and a task are begun from anywhere, in %s',
  async (language, event, newEvent, task, newTask) => {
    await speak(language);
    const { user } = await renderPart(withAddress);
    await user.type(box(), event);
    await user.click(screen.getByRole('option', { name: new RegExp(`^${newEvent}`) }));
    expect(address()).toBe('/calendar');
    expect(eventRequest.get()).toBe('new');
    eventRequest.set(null);
    await user.clear(box());
    await user.type(box(), task);
    expect(shown()[0]).toBe(newTask);
    await user.keyboard('{Enter}');
    expect(address()).toBe('/calendar/tasks?do=new');
  },
);

test('CL-404 an event that is begun in the calendar stays on the days that are shown', async () => {
  const { user } = await renderPart(withAddress, { at: '/calendar/week/2026-12-14' });
  await user.type(box(), 'su kien moi');
  await user.keyboard('{Enter}');
  expect(address()).toBe('/calendar/week/2026-12-14');
  expect(eventRequest.get()).toBe('new');
  eventRequest.set(null);
});

test('CL-407 in the calendar today and the ways to see it are found, and nowhere else', async () => {
  await loadCalendarWords();
  const { user } = await renderPart(withAddress, { at: '/calendar/week/2031-12-14' });
  await user.type(box(), 'thang');
  await user.keyboard('{Enter}');
  expect(address()).toBe('/calendar/month/2031-12-14');
  await user.clear(box());
  await user.type(box(), 'hom nay');
  await user.keyboard('{Enter}');
  expect(address()).toMatch(/^\/calendar\/month\/20(?!31)/);
  cleanup();
  await renderPart(withAddress, { at: '/folder/INBOX' });
  await user.type(box(), 'lich bieu');
  expect(screen.queryByRole('option', { name: /^Lịch biểu/ })).toBeNull();
});

test.each([
  ['who administers a domain', { type: 'Owner' }, ['Người dùng', 'Tài khoản bị giữ'], ['Hàng đợi gửi đi']],
  ['the provider', { provider: true }, ['Người dùng', 'Hàng đợi gửi đi'], ['Tài khoản bị giữ']],
  ['nobody else', { type: 'User' }, [], ['Người dùng', 'Tài khoản bị giữ', 'Hàng đợi gửi đi']],
] as const)('CL-404 the pages of the console are found by %s', async (_who, signedIn, found, not) => {
  const opened = vi.spyOn(window, 'open').mockReturnValue(null);
  const { user } = await renderPart(PALETTE, { signedIn });
  for (const name of not) {
    await user.clear(box());
    await user.type(box(), name);
    expect(screen.queryByRole('option', { name: new RegExp(`^${name}Quản trị`) })).toBeNull();
  }
  for (const name of found) {
    await user.clear(box());
    await user.type(box(), name);
    expect(shown()[0]).toBe(`${name}Quản trị`);
  }
  if (found.length === 0) return;
  await user.clear(box());
  await user.type(box(), 'nguoi dung');
  await user.keyboard('{Enter}');
  expect(opened).toHaveBeenLastCalledWith('/admin/people', '_blank', 'noopener');
  opened.mockRestore();
});

test('CL-405 where the palette leads to another room, the focus is in that room at once', async () => {
  const { user } = await renderPart(withAddress);
  await user.type(box(), 'lich');
  await user.keyboard('{Enter}');
  expect(address()).toBe('/calendar');
  expect(document.activeElement).toBe(document.getElementById('content'));
});

test.each([
  ['vi', 'ghi chu', 'Ghi chú gửi cho mình'],
  ['en', 'note', 'Note to myself'],
] as const)('CW-18 a note to oneself begins with the own address, in %s', async (language, typed, words) => {
  await speak(language);
  const openNew = vi.fn(() => null);
  const compose = { ...noCompose, load: async () => ({ openNew }) as never };
  const { user } = await renderPart(
    <ComposeContext value={compose}>
      <CommandPalette onClose={() => undefined} />
    </ComposeContext>,
  );
  await user.type(box(), typed);
  await user.click(screen.getByRole('option', { name: words }));
  await vi.waitFor(() => expect(openNew).toHaveBeenCalledWith({ to: 'lan.anh@saomai.example' }));
});

test.each([
  ['of the message that is being written', { answers: null, place: 'window' }, 'w1'],
  ['of a new message beside an answer that is being written', { answers: 'm1', place: 'thread' }, 'w2'],
] as const)('a mail merge begins %s', async (_title, written, begun) => {
  const openNew = vi.fn(() => 'w2');
  const windows = () => [{ id: 'w1', windowState: 'normal', ...written }];
  const compose = { ...noCompose, load: async () => ({ openNew, windows }) as never };
  const { user } = await renderPart(
    <ComposeContext value={compose}>
      <CommandPalette onClose={() => undefined} />
    </ComposeContext>,
  );
  await user.type(box(), 'tron thu');
  await user.click(screen.getByRole('option', { name: /^Trộn thư: gửi riêng từng người/ }));
  await vi.waitFor(() => expect(mergeRequest.get()).toBe(begun));
  mergeRequest.set(null);
});

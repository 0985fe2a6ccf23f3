import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { learnWords, loadLaterWords } from '../../../i18n/i18n.ts';
import { calendar as vietnamese } from '../../../i18n/vi/calendar.ts';
import { createFakeCalendar, fieldsOf } from '../../../model/calendar/test-kit/fake-calendar.ts';
import { createMemoryStorage } from '../../../model/engine/test-kit/memory-storage.ts';
import { eventRequest } from '../../../parts/calendar/event-request.ts';
import { notices } from '../../../parts/notices/notify.ts';
import { renderCalendar } from '../../../test-kit/render-calendar.tsx';
import { speak } from '../../../test-kit/words.ts';
import { hasUnsavedForm } from '../../../ui/unsaved-forms.ts';

const HINT = 'Họp với Lan 3h chiều mai phòng A';

beforeAll(async () => {
  learnWords('vi', { calendar: vietnamese });
  speak('vi');
  await Promise.all([loadLaterWords(), import('../form/guests-field.tsx')]);
});
beforeEach(() => notices.set([]));
afterEach(() => vi.useRealTimers());

test.each([
  ['late in the week', '2026-11-18', '2026-11-19', '08:00'],
  ['late on its last day', '2026-11-22', '2026-11-23', '08:00'],
])(
  'CL-145 a new event that is begun at night begins on the next morning (%s)',
  async (_when, today, day, clock) => {
    vi.useFakeTimers({ toFake: ['Date'] });
    vi.setSystemTime(new Date(`${today}T23:30:00+07:00`));
    const server = createFakeCalendar([]);
    const { user, settle, place } = await renderCalendar(server, `/calendar/week/${today}`);
    await user.keyboard('c');
    const title = await screen.findByPlaceholderText('Họp với Lan 3h chiều mai phòng A');
    expect(place()).toBe(`/calendar/week/${today === '2026-11-22' ? day : today}`);
    fireEvent.change(title, { target: { value: 'Gọi chị Thu' } });
    fireEvent.submit(title);
    await settle();
    expect(server.all()[0]?.fields).toMatchObject({ title: 'Gọi chị Thu', start: { day, clock } });
  },
);

test('CL-145 a line that names no day is on the day that was chosen in the month', async () => {
  const server = createFakeCalendar([]);
  const { user, settle } = await renderCalendar(server, '/calendar/month/2026-12-01');
  document.querySelector<HTMLElement>('[data-cell="2026-12-05"]')?.focus();
  await user.keyboard('{Enter}');
  const title = await screen.findByPlaceholderText('Họp với Lan 3h chiều mai phòng A');
  fireEvent.change(title, { target: { value: 'họp với Thư 15h' } });
  fireEvent.submit(title);
  await settle();
  expect(server.all()[0]?.fields).toMatchObject({
    title: 'Họp với Thư',
    start: { day: '2026-12-05', clock: '15:00' },
  });
});

test('CL-414 a reminder is read in a line that says no time, and the event stays where it was begun', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(new Date('2026-11-18T08:30:00+07:00'));
  const server = createFakeCalendar([]);
  const { user, settle } = await renderCalendar(server, '/calendar/week/2026-11-18');
  await user.keyboard('c');
  const title = await screen.findByPlaceholderText(HINT);
  fireEvent.change(title, { target: { value: 'họp với Thư nhắc trước 15 phút' } });
  screen.getByRole('checkbox', {
    name: /^Hiểu là: Họp với Thư · .*09:00.* · nhắc trước 15 phút$/,
    hidden: true,
  });
  fireEvent.submit(title);
  await settle();
  expect(server.all()[0]?.fields).toMatchObject({
    title: 'Họp với Thư',
    start: { day: '2026-11-18', clock: '09:00' },
    reminders: [15],
  });
});

test.each([
  ['/calendar/week/2026-11-18', '2026-11-19'],
  ['/calendar/week/2026-12-09', '2026-12-10'],
  ['/calendar/day/2026-12-09', '2026-12-10'],
  ['/calendar/workweek/2026-11-18', '2026-11-19'],
  ['/calendar/month/2026-11-18', '2026-11-19'],
])('CL-383 a bare weekday is one of the week on screen at %s, and the date is said', async (at, day) => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(new Date('2026-11-18T08:30:00+07:00'));
  const server = createFakeCalendar([]);
  const { user, settle } = await renderCalendar(server, at);
  await user.keyboard('c');
  const title = await screen.findByPlaceholderText(HINT);
  fireEvent.change(title, { target: { value: 'họp thứ 5 9h' } });
  screen.getByRole('checkbox', { name: new RegExp(day.split('-').toReversed().join('/')), hidden: true });
  fireEvent.submit(title);
  await settle();
  expect(server.all()[0]?.fields).toMatchObject({ title: 'Họp', start: { day, clock: '09:00' } });
});

test('CL-383 a working week that is over on its Sunday is the one of today', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(new Date('2026-11-22T08:30:00+07:00'));
  const server = createFakeCalendar([]);
  const { user, settle } = await renderCalendar(server, '/calendar/workweek/2026-11-22');
  await user.keyboard('c');
  const title = await screen.findByPlaceholderText(HINT);
  fireEvent.change(title, { target: { value: 'họp thứ 5 9h' } });
  fireEvent.submit(title);
  await settle();
  expect(server.all()[0]?.fields).toMatchObject({ start: { day: '2026-11-26' } });
});

test('AU-15 the small form counts as unsaved while its line has words, and the whole one takes that over', async () => {
  const { user } = await renderCalendar(createFakeCalendar([]), '/calendar/week/2026-11-18');
  await user.keyboard('c');
  const title = await screen.findByPlaceholderText(HINT);
  expect(hasUnsavedForm()).toBe(false);
  fireEvent.change(title, { target: { value: 'họp với Thư 15h' } });
  expect(hasUnsavedForm()).toBe(true);
  fireEvent.change(title, { target: { value: ' ' } });
  expect(hasUnsavedForm()).toBe(false);
  fireEvent.change(title, { target: { value: 'họp với Thư 15h' } });
  await user.click(screen.getByRole('button', { name: 'Thêm chi tiết', hidden: true }));
  expect(hasUnsavedForm()).toBe(true);
});

test('CL-236 what was typed into the window of a new event is not lost when it is closed', async () => {
  const server = createFakeCalendar([]);
  const { user } = await renderCalendar(server, '/calendar/week/2026-11-18');
  await user.keyboard('c');
  const title = await screen.findByPlaceholderText('Họp với Lan 3h chiều mai phòng A');
  fireEvent.change(title, { target: { value: 'họp với Thư 15h' } });
  await user.keyboard('{Escape}');
  await expect.poll(() => screen.queryByPlaceholderText('Họp với Lan 3h chiều mai phòng A')).toBeNull();
  const [notice] = notices.get();
  expect(notice).toMatchObject({ text: 'Chưa tạo “Họp với Thư”', action: { label: 'Viết tiếp' } });
  act(() => notice?.action?.run());
  await screen.findByDisplayValue('Họp với Thư');
  expect(server.all()).toEqual([]);
});

test('CL-262 whom the line names is offered as a guest, colleagues first, and asked once pressed', async () => {
  const server = createFakeCalendar([]);
  const LAN = { name: 'Nguyễn Thị Lan', email: 'lan@saomai.example' };
  const suggestRecipients = async () => ({
    data: {
      suggest_emails: [
        { name: 'Trần Lan Chi', email: 'chi@khach.example' },
        { name: 'Lan Hương', email: 'huong@khach.example' },
        { name: 'Mai', email: 'lan2@khach.example' },
      ],
      same_domain_emails: [LAN],
      groups: [],
      lists: [],
    },
  });
  Object.assign(server.api, { suggestRecipients });
  const { user, settle } = await renderCalendar(server, '/calendar/week/2026-11-18');
  await user.keyboard('c');
  const title = await screen.findByPlaceholderText(HINT);
  fireEvent.change(title, { target: { value: 'họp với Lan 15h mai' } });
  const lan = await screen.findByRole('button', { name: 'Mời Nguyễn Thị Lan', hidden: true });
  screen.getByRole('button', { name: 'Mời Lan Hương', hidden: true });
  for (const name of ['Mời Mai', 'Mời Trần Lan Chi'])
    expect(screen.queryByRole('button', { name, hidden: true })).toBeNull();
  await user.click(lan);
  expect(lan.getAttribute('aria-pressed')).toBe('true');
  fireEvent.submit(title);
  await settle();
  expect(server.all()[0]?.fields).toMatchObject({ title: 'Họp với Lan', guests: [LAN] });
  expect(notices.get().map(({ text }) => text)).toContainEqual(
    expect.stringMatching(/^Đã tạo “Họp với Lan”.*\. Khách sẽ nhận lời mời qua email\.$/),
  );
});

test('CL-262 others are added in the whole form, which has what was typed and begins with the guests', async () => {
  const server = createFakeCalendar([]);
  const { user } = await renderCalendar(server, '/calendar/week/2026-11-18');
  await user.keyboard('c');
  fireEvent.change(await screen.findByPlaceholderText(HINT), { target: { value: 'họp 15h phòng A' } });
  const more = await screen.findByRole('button', { name: 'Mời khách', hidden: true });
  await act(async () => more.click());
  await screen.findByRole('combobox', { name: 'Mời khách' });
  await expect.poll(() => document.activeElement).toBe(screen.getByRole('combobox', { name: 'Mời khách' }));
  screen.getByDisplayValue('Họp');
  screen.getByDisplayValue('phòng A');
});

const ROOM = {
  ...{ email: 'phong-a@saomai.example', name: 'Phòng họp A', kind: 'room', place: 'Tầng 3' },
  ...{ seats: 8, note: '', may_book: true, too_far: null, taken: [] },
};
const LARGE = { ...ROOM, email: 'lon@saomai.example', name: 'Hội trường' };

/** A new event with a line that names a room. */
async function lineOf(text: string, taken: () => object[] = () => []) {
  const server = createFakeCalendar([]);
  const listFreeRooms = async () => ({ data: [{ ...ROOM, taken: taken() }, LARGE] });
  Object.assign(server.api, { listFreeRooms });
  const page = await renderCalendar(server, '/calendar/week/2026-11-18');
  await page.user.keyboard('c');
  const title = await screen.findByPlaceholderText(HINT);
  fireEvent.change(title, { target: { value: text } });
  return { ...page, server, title };
}

test('CL-365 a room that the line names is booked once pressed, and stands for the typed place', async () => {
  const { user, settle, server, title } = await lineOf('họp 15h mai phòng A');
  const room = await screen.findByRole('button', { name: 'Đặt Phòng họp A', hidden: true });
  expect(screen.queryByRole('button', { name: 'Đặt Hội trường', hidden: true })).toBeNull();
  expect(room.getAttribute('aria-pressed')).toBe('false');
  await user.click(room);
  expect(room.getAttribute('aria-pressed')).toBe('true');
  fireEvent.submit(title);
  await settle();
  const rooms = [{ name: 'Phòng họp A', email: 'phong-a@saomai.example' }];
  expect(server.all()[0]?.fields).toMatchObject({ title: 'Họp', place: '', rooms });
});

test.each([
  ['họp 15h mai phòng A', ['Đặt Phòng họp A']],
  ['hop 15h mai phong hop', ['Đặt Phòng họp A']],
  ['lunch with Minh 3pm tomorrow room A', ['Đặt Phòng họp A']],
  ['họp 15h mai phòng A tầng 3', ['Đặt Phòng họp A']],
  ['họp 15h mai tại hội trường lớn', ['Đặt Hội trường']],
  ['họp 15h mai phòng B', []],
  ['ăn trưa 12h mai tại Quán Nắng', []],
])('CL-365 rooms that “%s” offers', async (text, offered) => {
  const { settle } = await lineOf(text);
  await settle();
  const shown = screen.queryAllByRole('button', { name: /^Đặt /, hidden: true });
  expect(shown.map((button) => button.getAttribute('aria-label'))).toEqual(offered);
});

test('CL-365 a room that is not pressed is a place and nothing else', async () => {
  const { settle, server, title } = await lineOf('họp 15h mai phòng A');
  await screen.findByRole('button', { name: 'Đặt Phòng họp A', hidden: true });
  fireEvent.submit(title);
  await settle();
  expect(server.all()[0]?.fields).toMatchObject({ title: 'Họp', place: 'phòng A', rooms: [] });
});

const LAN_HAS_IT = {
  at: Date.UTC(2026, 10, 19, 8) / 1000,
  until: Date.UTC(2026, 10, 19, 9) / 1000,
  ...{ name: 'Lan', email: 'lan@saomai.example', title: null },
};

test('CL-365 CL-385 a room that is taken says so and who has it, and can not be pressed', async () => {
  await lineOf('họp 15h mai phòng A', () => [LAN_HAS_IT]);
  const room = await screen.findByRole('button', { name: 'Đặt Phòng họp A · đã kín giờ này', hidden: true });
  expect(room).toHaveProperty('disabled', true);
  screen.getByText(/^Phòng họp A đã có người giữ .*15:00–16:00 \(Lan\)$/);
});

test('CL-385 the name of a room that is taken is no place once that is said, and is one again', async () => {
  const { user, settle, server, title } = await lineOf('họp 15h mai phòng A', () => [LAN_HAS_IT]);
  const press = async (name: string) => user.click(await screen.findByRole('button', { name, hidden: true }));
  // What is told by voice follows a moment later.
  const understood = () => {
    const box = screen.getByRole<HTMLInputElement>('checkbox', { name: /^Hiểu là/, hidden: true });
    return box.labels?.[0]?.textContent;
  };
  await press('Không ghi làm địa điểm');
  expect(understood()).not.toContain('tại phòng A');
  await press('Vẫn ghi làm địa điểm');
  expect(understood()).toContain('tại phòng A');
  await press('Không ghi làm địa điểm');
  fireEvent.submit(title);
  await settle();
  expect(server.all()[0]?.fields).toMatchObject({ title: 'Họp', place: '', rooms: [] });
});

test('CL-385 a room that is pressed and pressed again is no place either, and another place stays', async () => {
  const { user, settle, server, title } = await lineOf('họp 15h mai phòng A');
  const room = await screen.findByRole('button', { name: 'Đặt Phòng họp A', hidden: true });
  await user.click(room);
  await user.click(room);
  fireEvent.change(title, { target: { value: 'họp 15h mai tại Quán Nắng' } });
  screen.getByText(/tại Quán Nắng$/, { selector: 'label' });
  fireEvent.change(title, { target: { value: 'họp 15h mai phòng A' } });
  fireEvent.submit(title);
  await settle();
  expect(server.all()[0]?.fields).toMatchObject({ title: 'Họp', place: '', rooms: [] });
});

test('CL-211 CL-365 a room that was taken meanwhile is asked about in the whole form', async () => {
  const taken: object[] = [];
  const { user, settle, server, title } = await lineOf('họp 15h mai phòng A', () => taken);
  await user.click(await screen.findByRole('button', { name: 'Đặt Phòng họp A', hidden: true }));
  taken.push(LAN_HAS_IT);
  fireEvent.submit(title);
  await settle();
  await screen.findByDisplayValue('Họp');
  await screen.findByText(/^Phòng họp A đã có người giữ/);
  expect(server.all()).toEqual([]);
});

const WEEK = '/calendar/week/2026-11-18';

/** A new event that is half written when its page goes, and the page that comes after it. */
async function reloadedPage(server: ReturnType<typeof createFakeCalendar>, at = WEEK) {
  const storage = createMemoryStorage();
  const before = await renderCalendar(server, at, undefined, storage);
  await before.user.keyboard('c');
  fireEvent.change(await screen.findByPlaceholderText(HINT), { target: { value: 'họp với Thư 15h' } });
  before.unmount();
  const page = await renderCalendar(server, at, undefined, storage);
  await screen.findByRole('dialog', { name: 'Bạn đang viết dở một sự kiện' });
  return { ...page, open: () => renderCalendar(server, WEEK, undefined, storage) };
}

test('CL-260 a new event that was half written when the page went is offered again, until it is saved', async () => {
  const server = createFakeCalendar([]);
  const { user, settle, unmount, open } = await reloadedPage(server);
  screen.getByText('“Họp với Thư” chưa được lưu. Viết tiếp hay bỏ?');
  await user.click(screen.getByRole('button', { name: 'Viết tiếp' }));
  await screen.findByDisplayValue('Họp với Thư');
  expect(screen.getByRole('textbox', { name: 'Giờ bắt đầu' })).toHaveProperty('value', '15:00');
  await user.click(screen.getByRole('button', { name: 'Lưu' }));
  await settle();
  expect(server.all().map(({ fields }) => fields.title)).toEqual(['Họp với Thư']);
  unmount();
  await open();
  expect(screen.queryByText('Bạn đang viết dở một sự kiện')).toBeNull();
});

test('CL-260 what is discarded is offered no more, and what is put off is the next time', async () => {
  const server = createFakeCalendar([]);
  const { user, unmount, open } = await reloadedPage(server);
  await user.keyboard('{Escape}');
  await expect.poll(() => screen.queryByText('Bạn đang viết dở một sự kiện')).toBeNull();
  unmount();
  const next = await open();
  await user.click(await screen.findByRole('button', { name: 'Bỏ' }));
  await expect.poll(() => screen.queryByText('Bạn đang viết dở một sự kiện')).toBeNull();
  next.unmount();
  await open();
  expect(screen.queryByText('Bạn đang viết dở một sự kiện')).toBeNull();
  expect(server.all()).toEqual([]);
});

test('CL-369 what is put off is not asked for again when another event was begun, until the next visit', async () => {
  const { user, unmount, open } = await reloadedPage(createFakeCalendar([]));
  await user.keyboard('{Escape}');
  await expect.poll(() => screen.queryByText('Bạn đang viết dở một sự kiện')).toBeNull();
  await user.keyboard('c');
  await screen.findByPlaceholderText(HINT);
  await user.keyboard('{Escape}');
  await expect.poll(() => screen.queryByPlaceholderText(HINT)).toBeNull();
  expect(screen.queryByText('Bạn đang viết dở một sự kiện')).toBeNull();
  unmount();
  await open();
  await screen.findByText('Bạn đang viết dở một sự kiện');
});

/** Where a new event is over the page, so that the focus needs no layout. */
const LIST = '/calendar/agenda/2026-11-18';
const typedLine = () => screen.findByPlaceholderText<HTMLInputElement>(HINT);

test('CL-381 what is typed right after the key of a new event goes into its line', async () => {
  const { user } = await renderCalendar(createFakeCalendar([]), LIST);
  await user.keyboard('chop thu 5 9h');
  expect((await typedLine()).value).toBe('hop thu 5 9h');
});

test('CL-381 a new event begins while a form is offered again, which presses nothing and asks afterwards', async () => {
  const server = createFakeCalendar([]);
  const { user, settle } = await reloadedPage(server, LIST);
  await user.keyboard('chop thu 5 9h');
  expect((await typedLine()).value).toBe('hop thu 5 9h');
  expect(screen.queryByText('Bạn đang viết dở một sự kiện')).toBeNull();
  await user.keyboard('{Enter}');
  await settle();
  expect(server.all().map(({ fields }) => fields.title)).toEqual(['Hop']);
  await screen.findByText('“Họp với Thư” chưa được lưu. Viết tiếp hay bỏ?');
});

test('CL-381 a new event that is begun among found events is in the calendar', async () => {
  const { user, place } = await renderCalendar(createFakeCalendar([]), '/calendar/search?q=hop');
  await user.keyboard('c');
  await typedLine();
  expect(place()).toMatch(/^\/calendar\/week\//);
});

test('CL-260 an edit goes on with what was typed, on what others made of the event meanwhile', async () => {
  const fields = fieldsOf('Giao ban', '2026-11-18', '09:00');
  const server = createFakeCalendar([{ id: 'one', fields }]);
  const storage = createMemoryStorage();
  const before = await renderCalendar(server, WEEK, undefined, storage);
  await before.user.click(await screen.findByRole('button', { name: /^Giao ban/ }));
  await before.settle();
  await before.user.click(await screen.findByRole('button', { name: 'Sửa', hidden: true }));
  await before.settle();
  fireEvent.change(await screen.findByDisplayValue('Giao ban'), { target: { value: 'Giao ban sớm' } });
  before.unmount();
  server.edit('one', { place: 'Phòng B' });
  const { user, settle } = await renderCalendar(server, WEEK, undefined, storage);
  await screen.findByRole('dialog', { name: 'Bạn đang sửa dở một sự kiện' });
  await user.click(screen.getByRole('button', { name: 'Viết tiếp' }));
  await settle();
  await screen.findByDisplayValue('Giao ban sớm');
  screen.getByDisplayValue('Phòng B');
  await user.click(screen.getByRole('button', { name: 'Lưu' }));
  await settle();
  expect(server.all()[0]?.fields).toMatchObject({ title: 'Giao ban sớm', place: 'Phòng B' });
});

test('CL-264 the calendar begins an event with what a message gave, in the whole form', async () => {
  const server = createFakeCalendar([]);
  eventRequest.set({
    ...{ title: 'Hợp đồng', description: 'https://thu.saomai.example/folder/INBOX/t1' },
    people: [{ name: 'Bình', email: 'binh@doitac.example' }],
  });
  const { user, settle } = await renderCalendar(server, WEEK);
  await screen.findByDisplayValue('Hợp đồng');
  await screen.findByText('Bình');
  await user.click(screen.getByRole('button', { name: 'Lưu' }));
  await settle();
  expect(server.all()[0]?.fields).toMatchObject({
    ...{ title: 'Hợp đồng', description: 'https://thu.saomai.example/folder/INBOX/t1' },
    guests: [{ name: 'Bình', email: 'binh@doitac.example' }],
  });
  expect(eventRequest.get()).toBeNull();
});

test('CL-404 an event that is begun elsewhere begins in the calendar as by its own key', async () => {
  eventRequest.set('new');
  await renderCalendar(createFakeCalendar([]), LIST);
  const line = await typedLine();
  await vi.waitFor(() => expect(document.activeElement).toBe(line));
  expect(eventRequest.get()).toBeNull();
});

test('CL-339 the place where an event was begun says no time that it does not have', async () => {
  const server = createFakeCalendar([]);
  const { user } = await renderCalendar(server, '/calendar/week/2026-11-18');
  await user.keyboard('c');
  const title = await screen.findByPlaceholderText(HINT);
  const isShown = () => document.querySelector('[data-draft]:not([data-elsewhere])') !== null;
  expect(isShown()).toBe(true);
  fireEvent.change(title, { target: { value: 'Họp 5h chiều thứ Bảy' } });
  expect(isShown()).toBe(false);
  fireEvent.change(title, { target: { value: 'Họp' } });
  expect(isShown()).toBe(true);
});

test.each([
  ['họp 31/2', null],
  ['họp 31/2 9h', '09:00'],
])('CL-401 a day that there is not is told, and stays in the title (%s)', async (text, clock) => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(new Date('2026-11-18T08:30:00+07:00'));
  const server = createFakeCalendar([]);
  const { user, settle } = await renderCalendar(server, '/calendar/week/2026-11-18');
  await user.keyboard('c');
  const title = await screen.findByPlaceholderText(HINT);
  fireEvent.change(title, { target: { value: text } });
  screen.getByText('Không có ngày giờ 31/2, nên vẫn giữ trong tiêu đề');
  fireEvent.submit(title);
  await settle();
  const [made] = server.all();
  expect(made?.fields.title.toLowerCase()).toBe('họp 31/2');
  if (clock !== null) expect(made?.fields.start).toMatchObject({ day: '2026-11-18', clock });
});

test('CL-401 a title that is not read names no day that there is not', async () => {
  const server = createFakeCalendar([]);
  const { user } = await renderCalendar(server, '/calendar/week/2026-11-18');
  await user.keyboard('c');
  const title = await screen.findByPlaceholderText(HINT);
  fireEvent.change(title, { target: { value: 'họp 31/2 9h' } });
  await user.click(screen.getByRole('checkbox', { name: /Hiểu là/, hidden: true }));
  expect(screen.queryByText(/Không có ngày giờ/)).toBeNull();
});

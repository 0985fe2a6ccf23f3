import { act, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { calendar as english } from '../../i18n/en/calendar.ts';
import { learnWords, loadLaterWords } from '../../i18n/i18n.ts';
import { calendar as vietnamese } from '../../i18n/vi/calendar.ts';
import { createFakeCalendar, fieldsOf, OWN_CALENDAR } from '../../model/calendar/test-kit/fake-calendar.ts';
import { undoLatest } from '../../parts/acts/undo-latest.ts';
import { notices } from '../../parts/notices/notify.ts';
import { renderCalendar } from '../../test-kit/render-calendar.tsx';
import { speak } from '../../test-kit/words.ts';
import { hideCalendars } from './calendar-requests.ts';

const ROOM = { name: 'Phòng A', email: 'phong-a@saomai.example' };

const WEEK = '/calendar/week/2026-11-20';
const SECOND = { ...OWN_CALENDAR, id: 'team', name: 'Nhóm', color: '#0b7a57', is_default: false };

const SHARED = {
  ...{ ...OWN_CALENDAR, id: 'chung', name: 'Chung', color: '#7b1fa2', is_default: false },
  ...{ permission: 'READ' as const, owner: { name: 'Lê Hoa', email: 'hoa@saomai.example' } },
};

const world = () =>
  createFakeCalendar(
    [
      { id: 'lunch', fields: fieldsOf('Ăn trưa', '2026-11-20', '12:00') },
      { id: 'weekly', fields: fieldsOf('Giao ban', '2026-11-16', '09:00', { rule: 'FREQ=WEEKLY;BYDAY=MO' }) },
      { id: 'tokyo', calendar_id: 'team', fields: fieldsOf('Tokyo', '2026-11-18', '08:00') },
    ],
    [OWN_CALENDAR, SECOND],
  );

beforeAll(async () => {
  learnWords('vi', { calendar: vietnamese });
  learnWords('en', { calendar: english });
  for (const language of ['en', 'vi'] as const) {
    speak(language);
    await loadLaterWords();
  }
});
afterEach(() => vi.useRealTimers());
beforeEach(() => {
  isNow('2026-11-18');
  localStorage.clear();
  hideCalendars(new Set());
  notices.set([]);
});

function isNow(day: string): void {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(new Date(`${day}T09:00:00+07:00`));
}

describe.each([
  [
    'vi',
    {
      lunch: 'Ăn trưa, Thứ Sáu 20/11/2026, 12:00 đến 13:00, lịch Lịch',
      weekly: 'Giao ban, Thứ Hai 16/11/2026, 09:00 đến 10:00, lặp lại, lịch Lịch',
      months: /^Chọn ngày, Tháng/,
      tokyoDay: /^Thứ Tư 18\/11\/2026.*, 1 sự kiện$/,
      rule: 'Mỗi tuần vào thứ Hai',
      edit: 'Sửa',
      remove: 'Xóa',
      title: 'Tiêu đề',
      write: 'Gửi thư cho mọi người',
      more: 'Thao tác khác',
      told: 'Khách mời sẽ được báo là đã hủy',
      copy: 'Đây là bản sao của một cuộc hẹn: không ai được báo về thay đổi ở đây',
      shownAs: 'Hiển thị',
      private: 'Riêng tư',
      save: 'Lưu',
      one: 'Chỉ buổi này',
      following: 'Buổi này và các buổi sau',
      invited: 'Chỉ người tổ chức sửa được cuộc hẹn này. Bạn có thể trả lời, hoặc xóa khỏi lịch của mình.',
      conflict: 'Sự kiện này đã được sửa ở nơi khác',
      newCalendar: 'Lịch mới',
      name: 'Tên',
      create: 'Tạo lịch',
      taken: 'Đã có lịch tên này.',
      empty: 'Không có sự kiện nào',
      shared: 'Được chia sẻ với tôi',
      seen: 'Chấm công, Thứ Năm 19/11/2026, 08:00 đến 09:00, lịch Chung',
      busy: 'Bận, Thứ Năm 19/11/2026, 10:00 đến 11:00, lịch Chung',
      hidden: 'Chủ lịch chỉ cho biết lúc này là bận.',
      close: 'Đóng',
    },
  ],
  [
    'en',
    {
      lunch: 'Ăn trưa, Friday 20/11/2026, 12:00 to 13:00, calendar Lịch',
      weekly: 'Giao ban, Monday 16/11/2026, 09:00 to 10:00, repeats, calendar Lịch',
      months: /^Choose a day, /,
      tokyoDay: /^Wednesday 18\/11\/2026.*, 1 event$/,
      rule: 'Every week on Monday',
      edit: 'Edit',
      remove: 'Delete',
      title: 'Title',
      write: 'Email everyone',
      more: 'More actions',
      told: 'Its guests will be told that it is cancelled',
      copy: 'This is a copy of a meeting: nobody is told of changes made here',
      shownAs: 'Show as',
      private: 'Private',
      save: 'Save',
      one: 'Only this one',
      following: 'This and those that follow',
      invited:
        'Only the organiser can change this event. You can answer it, or delete it from your calendar.',
      conflict: 'This event was changed elsewhere',
      newCalendar: 'New calendar',
      name: 'Name',
      create: 'Create calendar',
      taken: 'There is a calendar with this name already.',
      empty: 'No events',
      shared: 'Shared with me',
      seen: 'Chấm công, Thursday 19/11/2026, 08:00 to 09:00, calendar Chung',
      busy: 'Busy, Thursday 19/11/2026, 10:00 to 11:00, calendar Chung',
      hidden: 'The owner of the calendar shows only that they are busy.',
      close: 'Close',
    },
  ],
] as const)('in %s', (language, words) => {
  beforeEach(() => speak(language));

  test('CV-1 CV-10 a week has its events on their days, and an event says when and how it repeats', async () => {
    const { user } = await renderCalendar(world(), WEEK);
    const friday = document.querySelector<HTMLElement>('[data-cell="2026-11-20"]') as HTMLElement;
    within(friday).getByRole('button', { name: words.lunch });
    await user.click(screen.getByRole('button', { name: words.weekly }));
    await screen.findByText(words.rule);
  });

  test('CV-4 CV-9 deleting one of a series by keyboard asks which are meant', async () => {
    const server = world();
    const { user, settle } = await renderCalendar(server, WEEK);
    screen.getByRole('button', { name: words.weekly }).focus();
    await user.keyboard('{Delete}');
    await user.click(await screen.findByRole('radio', { name: words.one }));
    await user.click(screen.getByRole('button', { name: words.remove }));
    await settle();
    expect(server.event('weekly')?.dropped).toEqual(['2026-11-16']);
    expect(screen.queryByRole('button', { name: words.weekly })).toBeNull();
  });

  test('CV-4 CL-84 of a series to which one was asked, one or all are deleted, but not those that follow', async () => {
    const fields = fieldsOf('Giao ban', '2026-11-16', '09:00', { rule: 'FREQ=WEEKLY;BYDAY=MO' });
    const server = createFakeCalendar([{ id: 'weekly', fields, my_answer: 'accepted' }]);
    const { user, settle } = await renderCalendar(server, WEEK);
    screen.getByRole('button', { name: words.weekly }).focus();
    await user.keyboard('{Delete}');
    await user.click(await screen.findByRole('radio', { name: words.following }));
    await user.click(screen.getByRole('button', { name: words.remove }));
    await settle();
    expect(notices.get().map(({ text }) => text)).toEqual([words.invited]);
    await user.click(screen.getByRole('button', { name: words.weekly }));
    await settle();
    // Without a layout, what stands beside an event counts as hidden.
    await user.click(screen.getByRole('button', { name: words.remove, hidden: true }));
    await screen.findByRole('radio', { name: words.one });
    expect(screen.queryByRole('radio', { name: words.following })).toBeNull();
    expect(server.calls).not.toContain('drop');
  });

  test('CL-94 everybody else of a meeting is written to from its card', async () => {
    const guests = [
      { name: 'Hà', email: 'ha@saomai.example' },
      { name: '', email: 'binh@doitac.example' },
    ];
    const server = createFakeCalendar([
      { id: 'lunch', fields: fieldsOf('Ăn trưa', '2026-11-20', '12:00', { guests, rooms: [ROOM] }) },
    ]);
    const { user, settle, openNew } = await renderCalendar(server, WEEK);
    await user.click(screen.getByRole('button', { name: words.lunch }));
    await settle();
    await user.click(await screen.findByRole('button', { name: words.more, hidden: true }));
    await user.click(await screen.findByRole('menuitem', { name: words.write, hidden: true }));
    await settle();
    expect(openNew.mock.calls).toEqual([
      [{ to: 'Hà <ha@saomai.example>, binh@doitac.example', subject: 'Ăn trưa' }],
    ]);
  });

  test('CL-86 CL-366 who deletes a meeting hears that its guests are told, unless it is over', async () => {
    const guests = [{ name: '', email: 'binh@doitac.example' }];
    const fields = fieldsOf('Ăn trưa', '2026-11-20', '12:00', { guests });
    const { user, settle } = await renderCalendar(createFakeCalendar([{ id: 'lunch', fields }]), WEEK);
    await user.click(screen.getByRole('button', { name: words.lunch }));
    await settle();
    await user.click(screen.getByRole('button', { name: words.remove, hidden: true }));
    await settle();
    expect(notices.get().map(({ text }) => text)).toEqual([expect.stringContaining(words.told)]);
    // What is undone is told to nobody.
    await act(() => undoLatest());
    await settle();
    const undone = notices.get().at(-1)?.text;
    expect(undone).toContain('Ăn trưa');
    expect(undone).not.toContain(words.told);
    isNow('2026-11-21');
    await user.click(screen.getByRole('button', { name: words.lunch }));
    await settle();
    await user.click(screen.getByRole('button', { name: words.remove, hidden: true }));
    await settle();
    expect(notices.get().at(-1)?.text).not.toContain(words.told);
  });

  test('CL-363 an event without guests that was never opened is brought back by the key at any time', async () => {
    const server = createFakeCalendar([{ id: 'lunch', fields: fieldsOf('Ăn trưa', '2026-11-20', '12:00') }]);
    const { user, settle } = await renderCalendar(server, WEEK);
    screen.getByRole('button', { name: words.lunch }).focus();
    await user.keyboard('{Delete}');
    await settle();
    await act(async () => notices.set([]));
    await act(() => undoLatest());
    await settle();
    expect(server.event('lunch')?.trashed).toBe(false);
  });

  test('CL-367 a copy of a meeting says that nobody is told, open and in its form, and means it', async () => {
    const guests = [{ name: '', email: 'binh@doitac.example' }];
    const fields = fieldsOf('Ăn trưa', '2026-11-20', '12:00', { guests });
    const server = createFakeCalendar([{ id: 'lunch', fields, is_copy: true }]);
    const { user, settle } = await renderCalendar(server, WEEK);
    await user.click(screen.getByRole('button', { name: words.lunch }));
    await settle();
    screen.getByText(words.copy);
    await user.click(screen.getByRole('button', { name: words.edit, hidden: true }));
    await settle();
    await screen.findByText(words.copy, { selector: 'form *' });
    await user.keyboard('{Escape}');
    await settle();
    screen.getByRole('button', { name: words.lunch }).focus();
    await user.keyboard('{Delete}');
    await settle();
    expect(notices.get().at(-1)?.text).toContain('Ăn trưa');
    expect(notices.get().at(-1)?.text).not.toContain(words.told);
  });

  test('CL-92 a guest sets what is theirs alone of a meeting, and is offered nothing else of it', async () => {
    const server = createFakeCalendar([
      { id: 'lunch', fields: fieldsOf('Ăn trưa', '2026-11-20', '12:00'), my_answer: 'accepted' },
    ]);
    const { user, settle } = await renderCalendar(server, WEEK);
    screen.getByRole('button', { name: words.lunch }).focus();
    await user.keyboard('e');
    await settle();
    await user.selectOptions(await screen.findByRole('combobox', { name: words.shownAs }), 'free');
    expect(screen.queryByRole('textbox', { name: words.title })).toBeNull();
    await user.click(screen.getByRole('checkbox', { name: words.private }));
    await user.click(screen.getByRole('button', { name: words.save }));
    await settle();
    expect(server.event('lunch')?.fields).toMatchObject({ is_busy: false, is_private: true });
  });

  test('CV-5 an edit that meets another one opens again with what was typed and what the others made', async () => {
    const server = world();
    const { user, settle } = await renderCalendar(server, WEEK);
    screen.getByRole('button', { name: words.lunch }).focus();
    await user.keyboard('e');
    await settle();
    const field = await screen.findByRole('textbox', { name: words.title });
    await user.clear(field);
    await user.type(field, 'Của tôi');
    server.edit('lunch', { title: 'Của họ' });
    await user.click(screen.getByRole('button', { name: words.save }));
    await settle();
    await screen.findByText(words.conflict);
    within(screen.getByRole('dialog')).getByText('Của họ');
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: words.title }).value).toBe('Của tôi');
    await user.click(screen.getByRole('button', { name: words.save }));
    await settle();
    expect(server.event('lunch')?.fields.title).toBe('Của tôi');
  });

  test('CV-7 a calendar is hidden by its box, and a new one needs a name of its own', async () => {
    const server = world();
    const { user, settle } = await renderCalendar(server, WEEK);
    const tokyo = () => screen.queryByRole('button', { name: /^Tokyo/ });
    expect(tokyo()).not.toBeNull();
    await user.click(screen.getByRole('checkbox', { name: 'Nhóm' }));
    expect(tokyo()).toBeNull();
    await user.click(screen.getByRole('button', { name: words.newCalendar }));
    const name = await screen.findByRole('textbox', { name: words.name });
    await user.type(name, 'Nhóm');
    await user.click(screen.getByRole('button', { name: words.create }));
    await screen.findByText(words.taken);
    await user.type(name, ' B{Enter}');
    await settle();
    expect(server.calendars().map((one) => one.name)).toEqual(['Lịch', 'Nhóm', 'Nhóm B']);
  });

  test('CV-9 the keys turn the views, and an agenda without events says so', async () => {
    const { user, place, settle } = await renderCalendar(createFakeCalendar([]), WEEK);
    await user.keyboard('j');
    expect(place()).toBe('/calendar/week/2026-11-27');
    await user.keyboard('m');
    expect(place()).toBe('/calendar/month/2026-11-27');
    await user.keyboard('a');
    await settle();
    expect(place()).toBe('/calendar/agenda/2026-11-27');
    await screen.findByText(words.empty);
  });

  test('CV-1 a year says which of its days have events, and opens them', async () => {
    const { user, place, settle } = await renderCalendar(world(), WEEK);
    await user.keyboard('y');
    await settle();
    expect(place()).toBe('/calendar/year/2026-11-20');
    const months = screen.getAllByRole('grid', { name: words.months });
    expect(months.length).toBeGreaterThanOrEqual(12);
    const tokyo = screen.getAllByRole('button', { name: words.tokyoDay }).at(-1) as HTMLElement;
    tokyo.focus();
    await user.keyboard('{ArrowDown}');
    await settle();
    // The focus follows with the next frame.
    await expect.poll(() => document.activeElement?.textContent).toMatch(/^25/);
    await user.click(tokyo);
    expect(place()).toBe('/calendar/day/2026-11-18');
    await user.keyboard('y');
    await user.keyboard('j');
    expect(place()).toBe('/calendar/year/2027-11-18');
  });

  test('CL-110 CL-111 a calendar that is shared to see is read and not changed', async () => {
    const server = createFakeCalendar(
      [{ id: 'seen', calendar_id: 'chung', fields: fieldsOf('Chấm công', '2026-11-19', '08:00') }],
      [OWN_CALENDAR, SHARED],
    );
    const tenOClock = Date.UTC(2026, 10, 19, 3) / 1000;
    server.busy.push({
      ...{ event_id: 'hidden', calendar_id: 'chung', original: '', title: '', place: '', kind: 'zoned' },
      ...{ at: tenOClock, until: tenOClock + 3600, repeats: false, is_busy: true, is_private: false },
      only_busy: true,
    });
    const { user, settle } = await renderCalendar(server, WEEK);
    screen.getByRole('heading', { name: words.shared });
    await user.click(screen.getByRole('button', { name: words.seen }));
    await screen.findByRole('heading', { name: 'Chấm công', hidden: true });
    expect(screen.queryByRole('button', { name: words.edit, hidden: true })).toBeNull();
    await user.click(screen.getByRole('button', { name: words.close, hidden: true }));
    await user.click(screen.getByRole('button', { name: words.busy }));
    await screen.findByText(words.hidden);
    await user.keyboard('{Escape}');
    screen.getByRole('button', { name: words.seen }).focus();
    await user.keyboard('{Delete}');
    await settle();
    expect(server.event('seen')?.trashed).toBe(false);
  });
});

import type { BusyPerson } from '@bocau/contract/calendar-busy.ts';
import type { BookableRoom } from '@bocau/contract/calendar-rooms.ts';
import { act, screen, within } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { calendar as english } from '../../../i18n/en/calendar.ts';
import { learnWords, loadLaterWords } from '../../../i18n/i18n.ts';
import { calendar as vietnamese } from '../../../i18n/vi/calendar.ts';
import { wallOfDay } from '../../../lib/calendar-days.ts';
import { OWN_CALENDAR } from '../../../model/calendar/test-kit/fake-calendar.ts';
import { recipientOf } from '../../../model/compose/recipient-text.ts';
import { renderPart } from '../../../test-kit/render-part.tsx';
import { speak } from '../../../test-kit/words.ts';
import { hasUnsavedForm } from '../../../ui/unsaved-forms.ts';
import type { CalendarScreenState } from '../use-calendar-screen.ts';
import { EventDialog } from './event-dialog.tsx';
import { type EventFormValues, newValues } from './form-values.ts';
import { repeatValueOf } from './repeat-value.ts';

const ZONE = 'Asia/Ho_Chi_Minh';
const DAY = '2026-11-23';
const TWO = wallOfDay(DAY) + 14 * 3_600_000;
/** 14:00 in Ho Chi Minh City. */
const AT = Date.UTC(2026, 10, 23, 7) / 1000;
const LAN = { at: AT, until: AT + 3600, name: 'Lan', email: 'lan@saomai.example', title: null };
const ROOM: BookableRoom = {
  ...{ email: 'a@saomai.example', name: 'A', kind: 'room', place: '', seats: null, note: '' },
  ...{ may_book: true, too_far: null, taken: [LAN] },
};

beforeAll(async () => {
  // Which come later than the form.
  await Promise.all([
    import('./guests-field.tsx'),
    import('./rooms-field.tsx'),
    import('./find-time-field.tsx'),
  ]);
  learnWords('vi', { calendar: vietnamese });
  learnWords('en', { calendar: english });
  for (const language of ['en', 'vi'] as const) {
    speak(language);
    await loadLaterWords();
  }
});

let saved: EventFormValues[] = [];
beforeEach(() => {
  saved = [];
});

type Given = {
  rooms?: BookableRoom[];
  busy?: BusyPerson[];
  question?: CalendarScreenState['question'];
  /** The answer for the rooms, where the test gives it. */
  late?: Promise<{ data: BookableRoom[] }>;
  /** Where the installation has video meetings. */
  meeting?: string;
};

async function show(
  begin: Partial<EventFormValues>,
  { rooms = [], busy = [], question = null, late, meeting }: Given,
) {
  const state = {
    ...{ writable: [OWN_CALENDAR], calendars: [OWN_CALENDAR], zone: ZONE, question },
    ...{ today: DAY, now: wallOfDay(DAY) },
    model: { keepForm: () => undefined, dropForm: () => undefined, releaseForm: () => undefined },
  } as unknown as CalendarScreenState;
  const span = { start: TWO, end: TWO + 3_600_000 };
  const values = newValues({ kind: 'zoned', span }, { zone: ZONE, calendarId: OWN_CALENDAR.id });
  const view = await renderPart(
    <Opened>
      <EventDialog
        screen={state}
        title="Sự kiện"
        begin={{ ...values, title: 'Họp', ...begin }}
        onClose={() => undefined}
        onSave={(one) => saved.push(one)}
      />
    </Opened>,
    {
      ...(meeting !== undefined && { signedIn: { links: { meeting } } }),
      api: {
        listFreeRooms: () => late ?? Promise.resolve({ data: rooms }),
        listRoomTimes: async () => ({ data: [] }),
        listBusyTimes: async () => ({ data: busy }),
      } as never,
    },
  );
  await press('Mở');
  const title = await screen.findByDisplayValue('Họp');
  await expect.poll(() => document.activeElement).toBe(title);
  return view;
}

/** As user events don't wait for parts that come later. */
function press(name: string): Promise<void> {
  return act(async () => screen.getByRole('button', { name }).click());
}

function Opened({ children }: { children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  if (isOpen) return children;
  return (
    <button type="button" onClick={() => setOpen(true)}>
      Mở
    </button>
  );
}

const BOOKED = { rooms: [{ name: 'A', email: ROOM.email }] };

test.each([
  ['vi', 'Lưu', 'A đã có người giữ 14:00–15:00 (Lan).', 'Sửa tiếp', 'Lưu không có phòng'],
  ['en', 'Save', 'A is taken 14:00–15:00 (Lan).', 'Keep editing', 'Save without the room'],
] as const)(
  'CL-211 (%s) who loses a room is asked before it is saved',
  async (language, save, why, back, go) => {
    speak(language);
    const { user } = await show(BOOKED, { rooms: [ROOM] });
    await user.click(await screen.findByRole('button', { name: save }));
    await screen.findByText(why);
    await user.click(screen.getByRole('button', { name: back }));
    expect(saved).toEqual([]);
    await user.click(screen.getByRole('button', { name: save }));
    await user.click(await screen.findByRole('button', { name: go }));
    expect(saved.map(({ rooms }) => rooms)).toEqual([BOOKED.rooms]);
  },
);

test.each([
  ['vi', 'Lưu', 'Khách xem được danh sách khách', /^Mỗi khách nhận thư mời riêng/],
  ['en', 'Save', 'Guests can see the guest list', /^Each guest gets an invitation of their own/],
] as const)('CL-231 (%s) says whether guests see one another', async (language, save, label, hint) => {
  speak(language);
  const { user } = await show({ guests: [recipientOf({ name: 'Lan', email: 'lan@saomai.example' })] }, {});
  const box = await screen.findByRole('checkbox', { name: label });
  expect(box).toHaveProperty('checked', true);
  await user.click(box);
  await screen.findByText(hint);
  await user.click(screen.getByRole('button', { name: save }));
  expect(saved.map(({ hidesGuests }) => hidesGuests)).toEqual([true]);
});

const WEEKLY = repeatValueOf('FREQ=WEEKLY', { day: DAY, clock: '14:00', zone: ZONE });

test.each([
  ['vi', { kind: 'none' }, 'A chỉ nhận trước 30 ngày.'],
  ['vi', WEEKLY, 'A chỉ nhận trước 30 ngày, kể cả buổi cuối của chuỗi.'],
  ['en', { kind: 'none' }, 'A can be booked at most 30 days ahead.'],
  ['en', WEEKLY, 'A can be booked at most 30 days ahead, the last time of the series included.'],
] as const)(
  'CL-212 (%s) a room that is not given so far ahead says for how long it is',
  async (language, repeat, why) => {
    speak(language);
    const { user } = await show({ ...BOOKED, repeat }, { rooms: [{ ...ROOM, taken: [], too_far: 30 }] });
    await screen.findByText(language === 'vi' ? 'chỉ nhận trước 30 ngày' : 'at most 30 days ahead');
    await user.click(await screen.findByRole('button', { name: language === 'vi' ? 'Lưu' : 'Save' }));
    await screen.findByText(why);
    expect(saved).toEqual([]);
  },
);

test('AU-14 a form in which something was typed counts as long as it is on the screen', async () => {
  speak('vi');
  const { user, unmount } = await show({}, {});
  expect(hasUnsavedForm()).toBe(false);
  await user.type(screen.getByRole('textbox', { name: 'Tiêu đề' }), ' tuần');
  expect(hasUnsavedForm()).toBe(true);
  unmount();
  expect(hasUnsavedForm()).toBe(false);
});

test('CL-211 who leaves the form while the rooms are asked saves nothing', async () => {
  speak('vi');
  const answer = Promise.withResolvers<{ data: BookableRoom[] }>();
  const { user, unmount } = await show(BOOKED, { rooms: [], late: answer.promise });
  await user.click(await screen.findByRole('button', { name: 'Lưu' }));
  unmount();
  await act(async () => answer.resolve({ data: [{ ...ROOM, taken: [] }] }));
  expect(saved).toEqual([]);
});

test('CL-211 nothing is asked where rooms are free, and where another title alone is saved', async () => {
  speak('vi');
  const free = await show(BOOKED, { rooms: [{ ...ROOM, taken: [] }] });
  await free.user.click(await screen.findByRole('button', { name: 'Lưu' }));
  await expect.poll(() => saved.length).toBe(1);
  free.unmount();
  const question = { kind: 'edit', occurrence: { event_id: 'one' } } as never;
  const { user } = await show(BOOKED, { rooms: [ROOM], question });
  await user.type(await screen.findByRole('textbox', { name: 'Tiêu đề' }), ' nhanh');
  await user.click(screen.getByRole('button', { name: 'Lưu' }));
  expect(saved).toHaveLength(2);
});

test('CL-210 a time that suits the guests is found in the form', async () => {
  speak('vi');
  const an = { email: 'an@saomai.example', name: 'An' };
  const busy = [{ ...an, busy: [{ at: AT, until: AT + 3600, tentative: false }] }];
  const { user } = await show({ guests: [recipientOf(an)] }, { busy });
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView');
  await user.click(await screen.findByRole('button', { name: 'Tìm giờ mọi người cùng rảnh' }));
  expect(scroll).toHaveBeenLastCalledWith({ block: 'start' });
  const free = await screen.findByRole('region', { name: 'Giờ mọi người cùng rảnh' });
  const ten = within(free).getByRole('button', { name: '10:00 – 11:00' });
  await user.click(ten);
  expect(ten.getAttribute('aria-pressed')).toBe('true');
  expect(ten.getAttribute('data-variant')).toBe('filled');
  await screen.findByText('Giờ đang chọn: Thứ Hai 23/11/2026, 10:00 đến 11:00');
  await user.click(screen.getByRole('button', { name: 'Lưu' }));
  expect(saved[0]).toMatchObject({ startDay: DAY, startClock: '10:00', endClock: '11:00', zone: ZONE });
});

test('CL-210 a time for an event of whole days is looked for on its day', async () => {
  speak('vi');
  const an = { email: 'an@saomai.example', name: 'An' };
  const days = { isWhole: true, startDay: '2026-12-07', endDay: '2026-12-07' };
  const { user } = await show({ ...days, guests: [recipientOf(an)] }, { busy: [{ ...an, busy: [] }] });
  await user.click(await screen.findByRole('button', { name: 'Tìm giờ mọi người cùng rảnh' }));
  const found = await screen.findByRole('textbox', { name: 'Ngày' });
  expect((found as HTMLInputElement).value).toBe('07/12/2026');
});

test('CL-176 who opens the rooms by the keyboard goes on there', async () => {
  speak('vi');
  const { user } = await show({}, { rooms: [{ ...ROOM, taken: [] }] });
  screen.getByRole('button', { name: 'Đặt phòng' }).focus();
  await press('Đặt phòng');
  const rooms = await screen.findByRole('group', { name: 'Phòng và thiết bị' });
  expect(document.activeElement).toBe(rooms);
  await screen.findByRole('checkbox', { name: /^A/ });
  await user.tab();
  expect(document.activeElement).toBe(within(rooms).getByRole('checkbox'));
});

test('CV-3 Enter in the time zone chooses one, and saves nothing with text that is none', async () => {
  speak('vi');
  const { user } = await show({}, {});
  const zone = screen.getByRole<HTMLInputElement>('combobox', { name: 'Múi giờ' });
  await user.clear(zone);
  await user.type(zone, 'ha.pham{Enter}');
  await user.clear(zone);
  await user.type(zone, 'tokyo{Enter}');
  expect(zone.value).toBe('Nhật Bản (GMT+9)');
  expect(saved).toEqual([]);
});

test('CL-176 Enter in the search for a room saves nothing', async () => {
  speak('vi');
  const rooms = Array.from({ length: 20 }, (_, at) => ({ ...ROOM, email: `${at}@saomai.example` }));
  const { user } = await show(BOOKED, { rooms });
  await user.type(await screen.findByRole('textbox', { name: 'Tìm theo tên hoặc chỗ' }), 'A{Enter}');
  await expect.poll(() => saved).toEqual([]);
  expect(screen.queryByText('Sửa tiếp')).toBeNull();
});

test('CL-322 one press makes the link of a video meeting, another each time, and it is removed like any other', async () => {
  speak('vi');
  const { user } = await show({}, { meeting: 'https://hop.saomai.example/{id}?lang=vi' });
  const link = screen.getByRole<HTMLInputElement>('textbox', { name: 'Liên kết' });
  const made = new Set<string>();
  for (let times = 0; times < 3; times += 1) {
    await press('Thêm cuộc họp video');
    expect(link.value).toMatch(/^https:\/\/hop\.saomai\.example\/[a-z]{20}\?lang=vi$/);
    expect(document.activeElement).toBe(link);
    expect(screen.queryByRole('button', { name: 'Thêm cuộc họp video' })).toBeNull();
    made.add(link.value);
    if (times < 2) await user.clear(link);
  }
  expect(made.size).toBe(3);
  await press('Lưu');
  await expect.poll(() => saved).toMatchObject([{ url: link.value }]);
});

test('CL-322 without such a service there is no button of it', async () => {
  speak('vi');
  await show({}, {});
  expect(screen.queryByRole('button', { name: 'Thêm cuộc họp video' })).toBeNull();
});

test('CL-323 the end follows the start past what is no time, and a time is typed as it is said', async () => {
  speak('vi');
  const { user } = await show({}, {});
  const [start, end] = ['Giờ bắt đầu', 'Giờ kết thúc'].map((name) =>
    screen.getByRole<HTMLInputElement>('textbox', { name }),
  ) as [HTMLInputElement, HTMLInputElement];
  expect([start.value, end.value]).toEqual(['14:00', '15:00']);
  await user.clear(start);
  await user.type(start, '25{Tab}');
  await user.clear(start);
  await user.type(start, '16{Tab}');
  expect([start.value, end.value]).toEqual(['16:00', '17:00']);
  await user.clear(start);
  await user.type(start, '2:30 pm{Tab}');
  expect([start.value, end.value]).toEqual(['14:30', '15:30']);
});

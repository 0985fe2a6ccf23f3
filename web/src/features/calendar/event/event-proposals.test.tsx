import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { calendar as english } from '../../../i18n/en/calendar.ts';
import { learnWords, loadLaterWords } from '../../../i18n/i18n.ts';
import { calendar as vietnamese } from '../../../i18n/vi/calendar.ts';
import { createFakeCalendar, fieldsOf, ZONE } from '../../../model/calendar/test-kit/fake-calendar.ts';
import { notices } from '../../../parts/notices/notify.ts';
import { renderCalendar } from '../../../test-kit/render-calendar.tsx';
import { speak } from '../../../test-kit/words.ts';
import { hasUnsavedForm } from '../../../ui/unsaved-forms.ts';

const WEEK = '/calendar/week/2026-11-20';
const at = (day: string, clock: string) => ({ day, clock, zone: ZONE });
const proposal = (original: string, start: ReturnType<typeof at>, end: ReturnType<typeof at>) => ({
  ...{ original, name: 'Lan', email: 'lan@saomai.example', words: 'Sáng tôi bận', proposed_at: 0 },
  ...{ start, end },
});
const MEETING = {
  id: 'meeting',
  fields: fieldsOf('Chốt giá', '2026-11-20', '09:00', {
    guests: [{ name: 'Lan', email: 'lan@saomai.example' }],
  }),
};
const ELSEWHERE = { id: 'lunch', fields: fieldsOf('Ăn trưa', '2026-11-20', '14:30') };
const AFTERNOON = proposal('', at('2026-11-20', '14:00'), at('2026-11-20', '15:00'));

beforeAll(async () => {
  learnWords('vi', { calendar: vietnamese });
  learnWords('en', { calendar: english });
  for (const language of ['en', 'vi'] as const) {
    speak(language);
    await loadLaterWords();
  }
});
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T01:00:00Z') });
  localStorage.clear();
  notices.set([]);
});
afterEach(() => vi.useRealTimers());

// Without a layout, what stands beside an event counts as hidden.
const beside = (name: string) => ({ name, hidden: true });

describe.each([
  [
    'vi',
    {
      by: 'Lan đề nghị giờ khác',
      clash: 'Trùng giờ với 1 sự kiện:',
      accept: 'Chuyển sang giờ này',
      decline: 'Giữ giờ cũ',
      declined: 'Đã báo cho Lan là giữ giờ cũ',
      open: 'Đề nghị giờ khác',
      day: 'Ngày bắt đầu',
      time: 'Giờ bắt đầu',
      words: 'Lời nhắn cho người tổ chức',
      send: 'Gửi đề nghị',
      same: 'Đó đang là giờ của sự kiện. Hãy chọn giờ khác.',
      withdraw: 'Rút lại đề nghị',
      withdrawn: 'Đã rút lại đề nghị đổi giờ',
      mine: /^Bạn đã đề nghị Thứ Sáu 20\/11\/2026, 16:00/,
      taken: 'Phòng Sen đã có người giữ 14:00–15:00 (Minh).',
      stay: 'Không chuyển',
      lose: 'Chuyển, không có phòng',
      refused: /^Người tổ chức không đổi sang giờ bạn đề nghị/,
    },
  ],
  [
    'en',
    {
      by: 'Lan proposes another time',
      clash: 'At the same time as 1 event:',
      accept: 'Move to this time',
      decline: 'Keep current time',
      declined: 'Lan is told that the time stays',
      open: 'Propose another time',
      day: 'Start date',
      time: 'Start time',
      words: 'Message to the organiser',
      send: 'Send proposal',
      same: 'That’s when the event is now. Choose another time.',
      withdraw: 'Withdraw proposal',
      withdrawn: 'Proposed time withdrawn',
      mine: /^You proposed Friday 20\/11\/2026, 16:00/,
      taken: 'Phòng Sen is taken 14:00–15:00 (Minh).',
      stay: 'Don’t move',
      lose: 'Move without the room',
      refused: /^The organiser declined the time you proposed/,
    },
  ],
] as const)('in %s', (language, words) => {
  beforeEach(() => speak(language));

  async function openMeeting(server: ReturnType<typeof createFakeCalendar>) {
    const view = await renderCalendar(server, WEEK);
    await view.user.click(screen.getByRole('button', { name: /^Chốt giá/ }));
    await view.settle();
    return view;
  }

  test('CL-190 CL-191 a proposal says who, when and what it is at the same time as, and is accepted by moving the event', async () => {
    const server = createFakeCalendar([{ ...MEETING, proposals: [AFTERNOON] }, ELSEWHERE]);
    const { user, settle } = await openMeeting(server);
    const section = (await screen.findByRole('heading', beside(words.by))).closest('section');
    within(section as HTMLElement).getByText('Sáng tôi bận');
    await screen.findByText(words.clash);
    await user.click(screen.getByRole('button', beside(words.accept)));
    await settle();
    expect(server.event('meeting')?.fields).toMatchObject({
      start: at('2026-11-20', '14:00'),
      end: at('2026-11-20', '15:00'),
    });
    await notices.get()[0]?.undo?.();
    await settle();
    expect(server.event('meeting')?.fields.start).toEqual(at('2026-11-20', '09:00'));
  });

  test('CL-191 accepting one begins before anything is asked for, so that it is not lost', async () => {
    const server = createFakeCalendar([{ ...MEETING, proposals: [AFTERNOON] }]);
    const { user } = await renderCalendar(server, WEEK);
    await user.click(screen.getByRole('button', { name: /^Chốt giá, / }));
    const accept = await screen.findByRole('button', beside(words.accept));
    vi.spyOn(server.api, 'getEvent').mockReturnValue(new Promise(() => undefined));
    await user.click(accept);
    expect(notices.get()).toHaveLength(1);
  });

  test('CL-211 accepting one asks before the event loses its room', async () => {
    const named = { name: 'Phòng Sen', email: 'sen@saomai.example' };
    const fields = { ...MEETING.fields, rooms: [named] };
    const server = createFakeCalendar([{ ...MEETING, fields, proposals: [AFTERNOON] }]);
    const at14 = Date.UTC(2026, 10, 20, 7) / 1000;
    const taken = [{ at: at14, until: at14 + 3600, name: 'Minh', email: 'minh@saomai.example', title: null }];
    const room = { ...named, kind: 'room', place: '', seats: null, note: '', may_book: true, too_far: null };
    const listFreeRooms = vi.fn(async () => ({ data: [{ ...room, taken }] }));
    Object.assign(server.api, { listFreeRooms });
    const { user, settle } = await openMeeting(server);
    await user.click(await screen.findByRole('button', beside(words.accept)));
    await settle();
    await screen.findByText(words.taken);
    const [body] = listFreeRooms.mock.calls[0] as unknown[] as [object];
    expect(body).toMatchObject({ body: { event_id: 'meeting', rooms: [named.email], rule: null } });
    await user.click(screen.getByRole('button', { name: words.stay }));
    await settle();
    expect(server.event('meeting')?.fields.start).toEqual(at('2026-11-20', '09:00'));
    const card = screen.getByRole('button', { name: /^Chốt giá/ });
    await waitFor(() => expect(document.activeElement).toBe(card));
    await user.click(card);
    await user.click(await screen.findByRole('button', beside(words.accept)));
    await settle();
    await user.click(await screen.findByRole('button', { name: words.lose }));
    await settle();
    expect(server.event('meeting')?.fields.start).toEqual(at('2026-11-20', '14:00'));
  });

  test('CL-193 one for all of a series moves it with its weekday, one for one of it that one alone', async () => {
    const fields = { ...MEETING.fields, start: at('2026-11-13', '09:00'), end: at('2026-11-13', '10:00') };
    const weekly = { ...MEETING, fields: { ...fields, rule: 'FREQ=WEEKLY;BYDAY=FR' } };
    const all = proposal('', at('2026-11-12', '14:00'), at('2026-11-12', '15:00'));
    const whole = createFakeCalendar([{ ...weekly, proposals: [all] }]);
    const first = await openMeeting(whole);
    await first.user.click(await screen.findByRole('button', beside(words.accept)));
    await first.settle();
    expect(whole.event('meeting')?.fields).toMatchObject({
      start: at('2026-11-12', '14:00'),
      rule: 'FREQ=WEEKLY;BYDAY=TH',
    });
    first.unmount();
    const one = { ...AFTERNOON, original: '2026-11-20' };
    const single = createFakeCalendar([{ ...weekly, proposals: [one] }]);
    const second = await openMeeting(single);
    await second.user.click(await screen.findByRole('button', beside(words.accept)));
    await second.settle();
    expect(single.event('meeting')?.fields.start).toEqual(at('2026-11-13', '09:00'));
    expect(single.fieldsAt('meeting', '2026-11-20').start).toEqual(at('2026-11-20', '14:00'));
  });

  test('CL-192 one is declined, and its guest reads so', async () => {
    const server = createFakeCalendar([{ ...MEETING, proposals: [AFTERNOON] }]);
    const { user, settle, unmount } = await openMeeting(server);
    await user.click(await screen.findByRole('button', beside(words.decline)));
    await settle();
    expect(notices.get()[0]?.text).toBe(words.declined);
    expect(screen.queryByRole('heading', beside(words.by))).toBeNull();
    unmount();
    const declined = { ...AFTERNOON, is_declined: true as const };
    await openMeeting(createFakeCalendar([{ ...MEETING, my_answer: 'waiting', proposals: [declined] }]));
    await screen.findByText(words.refused);
    expect(screen.queryByRole('button', beside(words.accept))).toBeNull();
  });

  test('CL-190 AU-15 a guest proposes another time, which is not the one that there is', async () => {
    const server = createFakeCalendar([{ ...MEETING, my_answer: 'waiting' }]);
    const { user, settle } = await openMeeting(server);
    await user.click(await screen.findByRole('button', beside(words.open)));
    const send = await screen.findByRole('button', { name: words.send });
    const day = screen.getByRole('textbox', { name: words.day });
    expect(hasUnsavedForm()).toBe(false);
    await expect.poll(() => document.activeElement).toBe(day);
    await user.click(send);
    await screen.findByText(words.same);
    const field = screen.getByRole('textbox', { name: words.time });
    const message = screen.getByRole('textbox', { name: words.words });
    await user.type(message, 'Chiều nhé');
    // AU-15: the page is not begun anew beneath it.
    expect(hasUnsavedForm()).toBe(true);
    await user.clear(message);
    expect(hasUnsavedForm()).toBe(false);
    await user.clear(field);
    await user.type(field, '16:00');
    expect(hasUnsavedForm()).toBe(true);
    await user.type(message, 'Chiều nhé');
    await user.click(send);
    await settle();
    expect(hasUnsavedForm()).toBe(false);
    expect(server.event('meeting')?.proposals).toMatchObject([
      { start: at('2026-11-20', '16:00'), end: at('2026-11-20', '17:00'), words: 'Chiều nhé' },
    ]);
    expect(screen.queryByRole('button', { name: words.send })).toBeNull();
    await user.click(screen.getByRole('button', { name: /^Chốt giá/ }));
    await screen.findByText(words.mine);
    // CL-238: and takes it back.
    await user.click(screen.getByRole('button', beside(words.withdraw)));
    await waitFor(() => expect(notices.get()[0]?.text).toBe(words.withdrawn));
    await settle();
    expect(server.event('meeting')?.proposals).toEqual([]);
    expect(screen.queryByText(words.mine)).toBeNull();
  });
});

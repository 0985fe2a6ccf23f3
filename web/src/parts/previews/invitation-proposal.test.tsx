import type { CalendarEvent, TimeProposal } from '@bocau/contract/calendar.ts';
import type { BookableRoom } from '@bocau/contract/calendar-rooms.ts';
import { ApiError } from '@bocau/contract/client.ts';
import type { Invitation } from '@bocau/contract/invitations.ts';
import type { File } from '@bocau/contract/messages.ts';
import { screen, waitFor } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { loadLaterWords } from '../../i18n/i18n.ts';
import { renderPart } from '../../test-kit/render-part.tsx';
import { notices } from '../notices/notify.ts';
import { InvitationCard } from './invitation-card.tsx';

const FILE = { id: 'f1', name: 'invite.ics', content_type: 'text/calendar' } as File;
const ZONE = 'Asia/Ho_Chi_Minh';
const at = (day: string, clock: string) => ({ day, clock, zone: ZONE });
const moment = (clock: number) => Date.UTC(2026, 10, 25, clock - 7) / 1000;
const PROPOSAL: TimeProposal = {
  ...{ original: '', name: 'Lan', email: 'lan@saomai.example', words: 'Sáng tôi bận', proposed_at: 0 },
  ...{ start: at('2026-11-25', '14:00'), end: at('2026-11-25', '15:00') },
};
const COUNTER: Invitation = {
  ...{ kind: 'counter', title: 'Chốt giá', description: 'Sáng tôi bận', place: '', repeats: null },
  start: { ...PROPOSAL.start, at: moment(14) },
  end: { ...PROPOSAL.end, at: moment(15) },
  ...{ repeats_otherwise: false, one_of_series: false, occurrence: null },
  organiser: { name: 'An', email: 'an@saomai.example' },
  attendees: [{ name: 'Lan', email: 'lan@saomai.example', answer: 'waiting' }],
  ...{ attendee_count: 1, more_events: 0, updated: false, replaced_by: null, disputed_by: null },
  ...{ other_organiser: null, unproven: false, invited: null, may_answer: false, event_id: 'e1' },
  ...{ proposal: PROPOSAL, answered: null },
};
const SERIES = {
  ...{ id: 'e1', revision: 3, attendees: [] as CalendarEvent['attendees'] },
  fields: {
    ...{ start: at('2026-11-24', '09:00'), end: at('2026-11-24', '10:00') },
    rule: 'FREQ=WEEKLY;BYDAY=TU',
  },
} as CalendarEvent;

beforeAll(loadLaterWords);
beforeEach(() => notices.set([]));

const ROOM: BookableRoom = {
  ...{ name: 'Phòng Sen', email: 'sen@saomai.example', kind: 'room', place: '', seats: null, note: '' },
  ...{ may_book: true, too_far: null },
  taken: [{ at: moment(14), until: moment(15), name: 'Minh', email: 'minh@saomai.example', title: null }],
};
const WITH_ROOM = {
  ...SERIES,
  fields: { ...SERIES.fields, rule: null, rooms: [{ name: ROOM.name, email: ROOM.email }] },
} as CalendarEvent;

function show(given: Partial<Invitation> = {}, event = SERIES) {
  const api = {
    getInvitation: vi.fn(async () => ({ data: { ...COUNTER, ...given } })),
    listEvents: vi.fn(async () => ({ data: [] })),
    getEvent: vi.fn(async () => ({ data: event })),
    changeEvent: vi.fn(async () => ({ data: event })),
    listFreeRooms: vi.fn(async () => ({ data: [ROOM] })),
    declineProposal: vi.fn(async () => ({ data: SERIES })),
    proposeInvitationTime: vi.fn(async ({ body }: { body: object }) => ({
      data: { ...COUNTER, ...given, proposal: { ...PROPOSAL, ...body } },
    })),
  };
  return renderPart(<InvitationCard file={FILE} />, { api: api as never }).then((view) => ({ ...view, api }));
}

const button = (name: string) => screen.getByRole('button', { name });

test('CL-190 CL-191 a message that proposes another time moves the event with its weekday, and back', async () => {
  const { api, user } = await show();
  expect(await screen.findByRole('region', { name: 'Đề nghị giờ khác' })).toBeTruthy();
  expect(screen.getByText('Giờ đề nghị')).toBeTruthy();
  await screen.findByText('Hôm đó lịch của bạn còn trống.');
  await user.click(button('Chuyển sang giờ này'));
  const { start, end } = PROPOSAL;
  const moved = { start, end, rule: 'FREQ=WEEKLY;BYDAY=WE' };
  await waitFor(() =>
    expect(api.changeEvent).toHaveBeenCalledWith({
      params: { id: 'e1' },
      body: { scope: 'all', revision: 3, fields: moved },
    }),
  );
  await notices.get()[0]?.undo?.();
  expect(api.changeEvent).toHaveBeenLastCalledWith({
    params: { id: 'e1' },
    body: { scope: 'all', fields: SERIES.fields },
  });
  expect(api.getInvitation.mock.calls.length).toBeGreaterThan(1);
});

test('CL-211 it asks before the event loses its room, and says so of one that declined all the same', async () => {
  const declined = {
    name: ROOM.name,
    email: ROOM.email,
    answer: 'declined' as const,
    is_room: true as const,
  };
  const { api, user } = await show({}, { ...WITH_ROOM, attendees: [declined] });
  await user.click(await screen.findByRole('button', { name: 'Chuyển sang giờ này' }));
  await screen.findByText('Phòng Sen đã có người giữ 14:00–15:00 (Minh).');
  const { start, end } = PROPOSAL;
  expect(api.listFreeRooms).toHaveBeenCalledWith({
    body: { start, end, rule: null, event_id: 'e1', rooms: [ROOM.email] },
  });
  await user.click(button('Không chuyển'));
  expect(api.changeEvent).not.toHaveBeenCalled();
  await waitFor(() => expect(document.activeElement).toBe(button('Chuyển sang giờ này')));
  await user.click(button('Chuyển sang giờ này'));
  await user.click(await screen.findByRole('button', { name: 'Chuyển, không có phòng' }));
  await waitFor(() => expect(api.changeEvent).toHaveBeenCalledTimes(1));
  expect(notices.get()[0]?.text).toMatch(/^Đã chuyển “Chốt giá” sang .*\. Không giữ được Phòng Sen$/);
  await notices.get()[0]?.undo?.();
  expect(api.changeEvent).toHaveBeenCalledTimes(2);
});

test('CL-192 it is declined by its guest and its place in the series', async () => {
  const { api, user } = await show({ proposal: { ...PROPOSAL, original: '20261124T020000Z' } });
  await screen.findByRole('region', { name: 'Đề nghị giờ khác' });
  await user.click(button('Giữ giờ cũ'));
  expect(api.declineProposal).toHaveBeenCalledWith({
    params: { id: 'e1' },
    body: { original: '20261124T020000Z', email: 'lan@saomai.example' },
  });
});

test.each([
  ['Chuyển sang giờ này', /^Đã chuyển “Chốt giá” sang /],
  ['Giữ giờ cũ', 'Đã báo cho Lan là giữ giờ cũ'],
])('CL-263 after “%s” the focus is on what became of the proposal', async (name, words) => {
  const { api, user } = await show();
  const pressed = await screen.findByRole('button', { name });
  api.getInvitation.mockResolvedValue({ data: { ...COUNTER, proposal: null } } as never);
  await user.click(pressed);
  const said = await screen.findByText(words);
  await waitFor(() => expect(document.activeElement).toBe(said));
});

test('CL-196 one that nothing proves, or that is over, has no buttons', async () => {
  const { unmount } = await show({ unproven: true, proposal: null });
  expect(await screen.findByText(/Không xác minh được đề nghị này/)).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
  unmount();
  await show({ proposal: null });
  expect(await screen.findByText('Đề nghị này không còn chờ trả lời.')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

test('CL-197 on an invitation another time is proposed, and it says which', async () => {
  const { api, user } = await show({ kind: 'request', may_answer: true, proposal: null });
  await screen.findByRole('heading', { name: 'Chốt giá' });
  await user.click(button('Đề nghị giờ khác'));
  const field = await screen.findByRole('textbox', { name: 'Giờ bắt đầu' });
  await user.clear(field);
  await user.type(field, '08:30');
  await user.click(button('Gửi đề nghị'));
  expect(api.proposeInvitationTime).toHaveBeenCalledWith({
    params: { id: 'f1' },
    body: { start: at('2026-11-25', '08:30'), end: at('2026-11-25', '09:30'), words: '' },
  });
  await screen.findByText(/^Bạn đã đề nghị Thứ Tư 25\/11\/2026, 08:30/);
  expect(screen.queryByRole('button', { name: 'Gửi đề nghị' })).toBeNull();
});

test('CL-392 Ctrl+Enter in its words sends a proposal', async () => {
  const { api, user } = await show({ kind: 'request', may_answer: true, proposal: null });
  await screen.findByRole('heading', { name: 'Chốt giá' });
  await user.click(button('Đề nghị giờ khác'));
  await user.type(await screen.findByRole('textbox', { name: 'Giờ bắt đầu' }), '{ArrowUp}');
  await user.type(
    screen.getByRole('textbox', { name: /^Lời nhắn/ }),
    'Sáng tôi bận{Control>}{Enter}{/Control}',
  );
  expect(api.proposeInvitationTime).toHaveBeenCalledTimes(1);
  expect(api.proposeInvitationTime.mock.calls[0]?.[0]?.body).toMatchObject({ words: 'Sáng tôi bận' });
});

test('CL-343 a proposal that is sent is told, and what the card says of it comes into sight', async () => {
  const { user } = await show({ kind: 'request', may_answer: true, proposal: null });
  await screen.findByRole('heading', { name: 'Chốt giá' });
  await user.click(button('Đề nghị giờ khác'));
  await user.type(await screen.findByRole('textbox', { name: 'Giờ bắt đầu' }), '{ArrowUp}');
  const seen = vi.spyOn(Element.prototype, 'scrollIntoView');
  await user.click(button('Gửi đề nghị'));
  const said = await screen.findByText(/^Bạn đã đề nghị /);
  await waitFor(() => expect(seen.mock.contexts.at(-1)).toBe(said));
  expect(notices.get().map(({ text }) => text)).toEqual(['Đã gửi đề nghị giờ khác cho người tổ chức']);
  seen.mockRestore();
});

test('CL-197 the form takes the focus and gives it back, and its letters are no shortcuts of the page', async () => {
  const shortcut = vi.fn();
  window.addEventListener('keydown', shortcut);
  const { user } = await show({ kind: 'request', may_answer: true, proposal: null });
  await screen.findByRole('heading', { name: 'Chốt giá' });
  for (const leave of [() => user.click(button('Hủy')), () => user.keyboard('{Escape}')]) {
    await user.click(button('Đề nghị giờ khác'));
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Ngày bắt đầu' }));
    button('Hủy').focus();
    await user.keyboard('e');
    await leave();
    expect(document.activeElement).toBe(button('Đề nghị giờ khác'));
  }
  expect(shortcut).not.toHaveBeenCalled();
  window.removeEventListener('keydown', shortcut);
});

test('CL-197 the focus stays in the form while it is sent, also when that fails', async () => {
  const { api, user } = await show({ kind: 'request', may_answer: true, proposal: null });
  const answer = Promise.withResolvers<never>();
  api.proposeInvitationTime.mockReturnValueOnce(answer.promise);
  await screen.findByRole('heading', { name: 'Chốt giá' });
  await user.click(button('Đề nghị giờ khác'));
  await user.type(screen.getByRole('textbox', { name: 'Giờ bắt đầu' }), '{ArrowUp}');
  await user.click(button('Gửi đề nghị'));
  const form = screen.getByRole('form', { name: 'Đề nghị giờ khác' });
  expect(document.activeElement).toBe(form);
  answer.reject(new ApiError(0, 'no_answer', 'offline'));
  await screen.findByRole('alert');
  expect(document.activeElement).toBe(form);
});

test('CL-197 while another time is proposed, what is on its day is said once', async () => {
  const { user } = await show({ kind: 'request', may_answer: true, proposal: null });
  await screen.findByText('Hôm đó lịch của bạn còn trống.');
  await user.click(button('Đề nghị giờ khác'));
  expect(screen.getAllByText('Hôm đó lịch của bạn còn trống.')).toHaveLength(1);
});

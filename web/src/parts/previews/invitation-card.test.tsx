import type { Occurrence } from '@bocau/contract/calendar.ts';
import { ApiError } from '@bocau/contract/client.ts';
import type { Invitation, InvitationAnswer } from '@bocau/contract/invitations.ts';
import type { File } from '@bocau/contract/messages.ts';
import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createManualClock } from '../../model/engine/test-kit/manual-clock.ts';
import { createMemoryStorage } from '../../model/engine/test-kit/memory-storage.ts';
import { createInvitationAnswers } from '../../model/invitations/create-invitation-answers.ts';
import { renderPart } from '../../test-kit/render-part.tsx';
import { undoLatest } from '../acts/undo-latest.ts';
import { focusWish } from '../calendar/focus-wish.ts';
import { notices } from '../notices/notify.ts';
import { announceAnswerEvent } from './answer-invitation.ts';
import { openAnswers } from './invitation-answers.ts';
import { InvitationCard } from './invitation-card.tsx';

const FILE = { id: 'f1', name: 'invite.ics', content_type: 'text/calendar' } as File;
const AT = Date.UTC(2026, 10, 24, 2) / 1000;
const INVITATION: Invitation = {
  kind: 'request',
  title: 'Họp <img src=x onerror=alert(1)>',
  description: '',
  place: 'Phòng 3',
  start: { day: '2026-11-24', clock: '09:00', zone: 'Asia/Ho_Chi_Minh', at: AT },
  end: null,
  repeats: null,
  repeats_otherwise: false,
  one_of_series: false,
  occurrence: null,
  organiser: { name: 'Hùng', email: 'hung@doitac.example' },
  attendees: [{ name: 'Bình', email: 'binh@doitac.example', answer: 'declined' }],
  attendee_count: 1,
  more_events: 0,
  updated: false,
  replaced_by: null,
  disputed_by: null,
  other_organiser: null,
  unproven: false,
  invited: 'lan.anh@saomai.example',
  may_answer: true,
  event_id: null,
  proposal: null,
  answered: null,
};

function show(
  given: Partial<Invitation>,
  answerInvitation = vi.fn(),
  events: Partial<Occurrence>[] = [],
  takeAnswer = vi.fn(),
) {
  return showFrom(() => given, answerInvitation, events, takeAnswer);
}

/** `holds`: what the server has of it, whenever it is asked. */
async function showFrom(
  holds: () => Partial<Invitation>,
  answerInvitation: unknown,
  events: Partial<Occurrence>[] = [],
  takeAnswer = vi.fn(),
) {
  const getInvitation = vi.fn(async () => ({ data: { ...INVITATION, ...holds() } }));
  const listEvents = vi.fn(async () => ({ data: events }));
  const api = { getInvitation, answerInvitation, listEvents, takeAnswer } as never;
  const network = createNetwork();
  const answers = createInvitationAnswers({
    ...{ api, clock: createManualClock(), storage: createMemoryStorage(), online: network.online },
    ...{ owner: 'an@saomai.example', tabId: 'tab' },
  });
  answers.onEvent(announceAnswerEvent);
  openAnswers.set(() => answers);
  await answers.start();
  const page = await renderPart(<InvitationCard file={FILE} />, { api });
  return { ...page, ...{ answers, network, listEvents, getInvitation } };
}

/** A browser that can lose its network. */
function createNetwork() {
  let isOnline = true;
  const heard = new Set<() => void>();
  return {
    online: {
      isOnline: () => isOnline,
      onChange(listener: () => void) {
        heard.add(listener);
        return () => heard.delete(listener);
      },
    },
    set(there: boolean) {
      isOnline = there;
      for (const listener of heard) listener();
    },
  };
}

beforeEach(() => {
  notices.set([]);
  openAnswers.set(null);
});

const button = (name: string) => screen.getByRole('button', { name });
const pressed = () =>
  screen.queryAllByRole('button', { pressed: true }).map(({ textContent }) => textContent);

test('an invitation says what, when, where and who, in words alone', async () => {
  const { container } = await show({});
  expect(await screen.findByRole('heading', { name: INVITATION.title })).toBeTruthy();
  expect(container.querySelector('img')).toBeNull();
  expect(screen.getByText('Thứ Ba 24/11/2026, 09:00, Việt Nam (GMT+7)')).toBeTruthy();
  expect(screen.getByText('Phòng 3')).toBeTruthy();
  expect(screen.getByText('Hùng <hung@doitac.example>')).toBeTruthy();
  expect(screen.getByText('(từ chối)')).toBeTruthy();
});

test('TD-23 the address of its meeting and those in its text are links', async () => {
  const description = 'Vào họp: https://hop.example/j/1.\nHẹn gặp!';
  await show({ description, url: 'https://hop.example/j/2' });
  await screen.findByRole('heading', { name: INVITATION.title });
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    'https://hop.example/j/2',
    'https://hop.example/j/1',
  ]);
  expect(screen.getByText(/Hẹn gặp!/).textContent).toBe(description);
});

test('CL-89 what else is in the calendar that day is shown, and what is at the same time', async () => {
  const event = (title: string, at: number, more: Partial<Occurrence> = {}) => ({
    ...{ event_id: title, original: '', title, kind: 'zoned' as const, is_busy: true, at, until: at + 3600 },
    ...more,
  });
  const events = [
    event('Đón con', AT - 7200),
    event('Gọi khách', AT + 1800),
    event('Nhớ mua sữa', AT, { is_busy: false }),
    event(INVITATION.title, AT),
    event('Họp của tôi', AT, { event_id: 'mine' }),
  ];
  // What one is busy with the whole day is at the same time as well.
  const day = Date.UTC(2026, 10, 24) / 1000;
  events.push(event('Đi Đà Nẵng', day, { kind: 'day', until: day + 86_400 }));
  await show({ event_id: 'mine' }, vi.fn(), events);
  const agenda = await screen.findByRole('region', { name: 'Lịch ngày đó của bạn' });
  expect(agenda.textContent).toContain('Trùng giờ với 2 sự kiện:');
  const lines = [...agenda.querySelectorAll('li')].map(({ textContent }) => textContent);
  expect(lines).toEqual([
    '07:00–08:00 Đón con',
    '09:30–10:30 Gọi khách',
    '09:00–10:00 Nhớ mua sữa',
    expect.stringContaining('Đi Đà Nẵng'),
  ]);
});

test('CL-336 dates that moved are named, and the answer to the series is none to them', async () => {
  const HOUR = 3600;
  const time = (day: string, clock: string, at: number) => ({ day, clock, zone: 'Asia/Ho_Chi_Minh', at });
  const moved = AT + 9 * 24 * HOUR + 2 * HOUR;
  const dates = [
    {
      occurrence: time('2026-12-01', '09:00', AT + 7 * 24 * HOUR),
      start: time('2026-12-03', '11:00', moved),
      end: time('2026-12-03', '12:00', moved + HOUR),
    },
  ];
  await show(
    { answered: { answer: 'accepted', to_this: false }, waiting_dates: { dates, count: 3 } },
    vi.fn(),
    [
      {
        event_id: 'x',
        original: '',
        title: 'Gọi khách',
        kind: 'zoned',
        is_busy: true,
        at: moved,
        until: moved + HOUR,
      },
    ],
  );
  expect(await screen.findByText('01/12 → thứ Năm 03/12, 11:00–12:00')).toBeTruthy();
  expect(screen.getByText('và 2 buổi khác')).toBeTruthy();
  expect(button('Đồng ý').getAttribute('aria-pressed')).toBe('false');
  const agenda = await screen.findByRole('region', { name: 'Lịch ngày đó của bạn' });
  expect(agenda.textContent).toContain('11:00–12:00 Gọi khách');
});

test('CL-364 dates on which a series is off are named', async () => {
  const time = (day: string) => ({ day, clock: '09:00', zone: 'Asia/Ho_Chi_Minh', at: null });
  await show({ left_out: { dates: [time('2026-12-08'), time('2026-12-15')], count: 2 } }, vi.fn());
  expect((await screen.findByText('Không diễn ra')).nextElementSibling?.textContent?.trim()).toBe(
    '08/12, 15/12',
  );
});

test('an answer is asked of the server once, shown as it stands, and can be changed', async () => {
  const answerInvitation = vi.fn(async ({ body }: { body: { answer: InvitationAnswer } }) => ({
    data: { ...INVITATION, answered: { answer: body.answer, to_this: true } },
  }));
  const { user } = await show({}, answerInvitation);
  await screen.findByRole('heading');
  await user.dblClick(button('Đồng ý'));
  expect(answerInvitation).toHaveBeenCalledTimes(1);
  expect(button('Đồng ý').getAttribute('aria-pressed')).toBe('true');
  expect(screen.getByText(/Bạn đã đồng ý tham dự/)).toBeTruthy();
  expect(document.activeElement).toBe(button('Đồng ý'));
  await user.click(button('Từ chối'));
  expect(answerInvitation).toHaveBeenCalledTimes(2);
  expect(button('Từ chối').getAttribute('aria-pressed')).toBe('true');
  expect(button('Đồng ý').getAttribute('aria-pressed')).toBe('false');
});

describe('CL-391 an answer whose organiser is not told of it yet', () => {
  type Given = { body: { answer: InvitationAnswer | 'waiting' } };
  const untold = (answer: InvitationAnswer) => ({ answer, to_this: true, untold: true as const });
  const server = () =>
    vi.fn(async ({ body: { answer } }: Given) => ({
      data: { ...INVITATION, answered: answer === 'waiting' ? null : untold(answer) },
    }));

  test('is taken back by its notice, to none', async () => {
    const answerInvitation = server();
    const { user } = await show({}, answerInvitation);
    await screen.findByRole('heading');
    await user.click(button('Đồng ý'));
    const [notice] = notices.get();
    expect(notice?.text).toBe(`Đã trả lời “${INVITATION.title}”: đồng ý`);
    act(() => void notice?.undo?.());
    await waitFor(() => expect(button('Đồng ý').getAttribute('aria-pressed')).toBe('false'));
    expect(answerInvitation).toHaveBeenLastCalledWith({
      params: { id: 'f1' },
      body: { answer: 'waiting', instead_of: 'accepted' },
    });
  });

  test('is taken back to the one before', async () => {
    const answerInvitation = server();
    const { user } = await show({ answered: { answer: 'tentative', to_this: true } }, answerInvitation);
    await screen.findByRole('heading');
    await user.click(button('Từ chối'));
    act(() => void notices.get()[0]?.undo?.());
    await waitFor(() => expect(button('Có thể').getAttribute('aria-pressed')).toBe('true'));
  });

  test('and is told of meanwhile stays, which is said', async () => {
    const answerInvitation = server();
    let stands: Partial<Invitation> = {};
    const { user } = await showFrom(() => stands, answerInvitation);
    await screen.findByRole('heading');
    await user.click(button('Đồng ý'));
    stands = { answered: { answer: 'accepted', to_this: true } };
    answerInvitation.mockRejectedValueOnce(new ApiError(409, 'invitation_closed', ''));
    act(() => void notices.get()[0]?.undo?.());
    const words = 'Không rút lại được câu trả lời: người tổ chức đã được báo.';
    await waitFor(() => expect(notices.get().map(({ text }) => text)).toEqual([words]));
    expect(button('Đồng ý').getAttribute('aria-pressed')).toBe('true');
  });
});

test.each([
  ['invitation_closed', 'Không trả lời được lời mời này nữa. Hãy mở lời mời mới nhất.'],
  ['sending_disabled', 'Hộp thư này đang bị tắt chức năng gửi.'],
])(
  'CL-402 an answer that is refused (%s) leads the card back to what the server holds, and says why',
  async (code, why) => {
    const given: { shown: Partial<Invitation> } = { shown: {} };
    const refuse = () => {
      given.shown = { answered: { answer: 'tentative', to_this: true } };
      return Promise.reject(new ApiError(409, code as 'invitation_closed', ''));
    };
    const { user } = await showFrom(() => given.shown, vi.fn(refuse));
    await screen.findByRole('heading');
    await user.click(button('Từ chối'));
    await waitFor(() => expect(button('Có thể').getAttribute('aria-pressed')).toBe('true'));
    expect(button('Từ chối').getAttribute('aria-pressed')).toBe('false');
    expect(notices.get().map(({ text }) => text)).toEqual([
      `Chưa trả lời được “${INVITATION.title}”. ${why}`,
    ]);
    expect(screen.queryByText(/Hãy thử lại/)).toBeNull();
  },
);

test('CL-402 an answer to what was called off meanwhile leaves the focus on its card', async () => {
  const given: { shown: Partial<Invitation> } = { shown: {} };
  const refuse = () => {
    given.shown = { may_answer: false, replaced_by: 'cancellation' };
    return Promise.reject(new ApiError(409, 'invitation_closed', ''));
  };
  const { user } = await showFrom(() => given.shown, vi.fn(refuse));
  await screen.findByRole('heading');
  await user.click(button('Đồng ý'));
  await screen.findByText(/đã hủy sự kiện/);
  expect(document.activeElement).toBe(screen.getByRole('region'));
});

test('CL-402 an undo that is refused for an answer given since shows that one', async () => {
  const given: { shown: Partial<Invitation> } = { shown: {} };
  const answerInvitation = vi.fn(async ({ body: { answer } }: { body: { answer: InvitationAnswer } }) => {
    given.shown = { answered: { answer, to_this: true, untold: true as const } };
    return { data: { ...INVITATION, ...given.shown } };
  });
  const { user } = await showFrom(() => given.shown, answerInvitation);
  await screen.findByRole('heading');
  await user.click(button('Đồng ý'));
  given.shown = { answered: { answer: 'declined', to_this: true } };
  answerInvitation.mockRejectedValueOnce(new ApiError(409, 'event_changed', ''));
  act(() => void notices.get()[0]?.undo?.());
  await waitFor(() => expect(button('Từ chối').getAttribute('aria-pressed')).toBe('true'));
  const words = 'Không rút lại được câu trả lời: bạn đã trả lời khác ở nơi khác.';
  expect(notices.get().map(({ text }) => text)).toEqual([words]);
});

test('CL-403 an answer that is given elsewhere comes into the card, and its day with it', async () => {
  const given: { shown: Partial<Invitation> } = { shown: {} };
  const { clock, server, listEvents } = await showFrom(() => given.shown, vi.fn());
  await screen.findByRole('heading');
  await screen.findByText(/còn trống/);
  given.shown = { answered: { answer: 'accepted', to_this: true } };
  server.send({ event: 'calendar_changed', data: { seq: 2 } });
  await clock.advance(10);
  await waitFor(() => expect(button('Đồng ý').getAttribute('aria-pressed')).toBe('true'));
  await waitFor(() => expect(listEvents).toHaveBeenCalledTimes(2));
});

describe('CL-417 what was pressed last', () => {
  type Given = { body: { answer: InvitationAnswer | 'waiting' } };

  /** A server whose answers come when they are let. */
  function slowServer() {
    const held: (() => void)[] = [];
    let stands: Invitation['answered'] = null;
    const answerInvitation = vi.fn(async ({ body: { answer } }: Given) => {
      await new Promise<void>((resolve) => held.push(resolve));
      stands = answer === 'waiting' ? null : { answer, to_this: true, untold: true };
      return { data: { ...INVITATION, answered: stands } };
    });
    return {
      answerInvitation,
      stands: () => ({ answered: stands }),
      answer: () => act(async () => held.shift()?.()),
    };
  }

  test('wins over an answer that is on its way, on the screen and on the server', async () => {
    const { answer, answerInvitation, stands } = slowServer();
    const { user } = await showFrom(stands, answerInvitation);
    await screen.findByRole('heading');
    await user.click(button('Đồng ý'));
    expect(button('Đồng ý').getAttribute('aria-pressed')).toBe('true');
    await user.click(button('Từ chối'));
    expect(pressed()).toEqual(['Từ chối']);
    await answer();
    expect(pressed()).toEqual(['Từ chối']);
    await answer();
    await waitFor(() => expect(stands().answered?.answer).toBe('declined'));
    expect(answerInvitation.mock.calls.map(([{ body }]) => body.answer)).toEqual(['accepted', 'declined']);
    expect(pressed()).toEqual(['Từ chối']);
  });

  test('is undone to the one before it, while both are on their way', async () => {
    const { answer, answerInvitation, stands } = slowServer();
    const { user } = await showFrom(stands, answerInvitation);
    await screen.findByRole('heading');
    await user.click(button('Đồng ý'));
    await user.click(button('Từ chối'));
    await act(() => undoLatest());
    expect(pressed()).toEqual(['Đồng ý']);
    await answer();
    expect(pressed()).toEqual(['Đồng ý']);
    expect(answerInvitation).toHaveBeenCalledTimes(1);
  });

  test('waits for the page to be able to send it', async () => {
    const { answer, answerInvitation, stands } = slowServer();
    const { answers, user } = await showFrom(stands, answerInvitation);
    act(() => openAnswers.set(null));
    await screen.findByRole('heading');
    await user.click(button('Đồng ý'));
    act(() => openAnswers.set(() => answers));
    await waitFor(() => expect(pressed()).toEqual(['Đồng ý']));
    await answer();
    expect(stands().answered?.answer).toBe('accepted');
  });
});

describe('CL-418 an answer that is given without a connection', () => {
  const answering = () =>
    vi.fn(async ({ body: { answer } }: { body: { answer: InvitationAnswer } }) => ({
      data: { ...INVITATION, answered: { answer, to_this: true, untold: true as const } },
    }));
  const WAITS = /Chưa gửi được\. Lựa chọn này được giữ trên thiết bị/;

  test('is kept, which is said once, and goes by itself', async () => {
    const answerInvitation = answering();
    const { network, user } = await showFrom(() => ({}), answerInvitation);
    await screen.findByRole('heading');
    act(() => network.set(false));
    await user.click(button('Từ chối'));
    expect(pressed()).toEqual(['Từ chối']);
    expect(screen.getByText(WAITS)).toBeTruthy();
    expect(screen.queryByText(/Bạn đã từ chối/)).toBeNull();
    expect(notices.get().map(({ text }) => text)).toEqual([
      `Đã trả lời “${INVITATION.title}”: từ chối. Sẽ gửi khi có mạng`,
    ]);
    expect(answerInvitation).not.toHaveBeenCalled();
    act(() => network.set(true));
    await waitFor(() => expect(screen.queryByText(WAITS)).toBeNull());
    expect(answerInvitation).toHaveBeenCalledTimes(1);
    expect(screen.getByText(/Bạn đã từ chối/)).toBeTruthy();
  });

  test('is kept too where only the server does not answer', async () => {
    const answerInvitation = answering();
    answerInvitation.mockRejectedValueOnce(new ApiError(0, 'no_answer', ''));
    const { network, user } = await showFrom(() => ({}), answerInvitation);
    await screen.findByRole('heading');
    await user.click(button('Đồng ý'));
    expect(await screen.findByText(WAITS)).toBeTruthy();
    expect(pressed()).toEqual(['Đồng ý']);
    act(() => network.set(true));
    await waitFor(() => expect(screen.queryByText(WAITS)).toBeNull());
    expect(answerInvitation).toHaveBeenCalledTimes(2);
  });

  test('is taken back before anything was sent', async () => {
    const answerInvitation = answering();
    const { network, user } = await showFrom(
      () => ({ answered: { answer: 'tentative', to_this: true } }),
      answerInvitation,
    );
    await screen.findByRole('heading');
    act(() => network.set(false));
    await user.click(button('Đồng ý'));
    await act(() => undoLatest());
    expect(pressed()).toEqual(['Có thể']);
    expect(screen.queryByText(WAITS)).toBeNull();
    act(() => network.set(true));
    expect(answerInvitation).not.toHaveBeenCalled();
  });

  test('and is taken back without one after it was sent: that waits, too', async () => {
    const answerInvitation = answering();
    const { network, user } = await showFrom(() => ({}), answerInvitation);
    await screen.findByRole('heading');
    await user.click(button('Đồng ý'));
    await waitFor(() => expect(screen.getByText(/Bạn đã đồng ý/)).toBeTruthy());
    act(() => network.set(false));
    await act(() => undoLatest());
    expect(pressed()).toEqual([]);
    expect(screen.getByText(WAITS)).toBeTruthy();
    expect(answerInvitation).toHaveBeenCalledTimes(1);
    act(() => network.set(true));
    await waitFor(() => expect(answerInvitation).toHaveBeenCalledTimes(2));
    expect(answerInvitation).toHaveBeenLastCalledWith({
      params: { id: 'f1' },
      body: { answer: 'waiting', instead_of: 'accepted' },
    });
  });
});

test('CL-377 an answer that nothing proves is taken by one press, which is said and had again where it failed', async () => {
  const reply = { ...INVITATION, kind: 'reply' as const, unproven: true, may_answer: false };
  const takeAnswer = vi.fn();
  takeAnswer.mockRejectedValueOnce(new Error('offline'));
  takeAnswer.mockResolvedValueOnce({ data: reply });
  const { user } = await show({ ...reply, may_take: true }, undefined, [], takeAnswer);
  await user.click(await screen.findByRole('button', { name: 'Ghi câu trả lời này' }));
  await screen.findByText('Chưa ghi được câu trả lời. Hãy thử lại.');
  await user.click(button('Ghi câu trả lời này'));
  const said = await screen.findByText('Đã ghi câu trả lời vào cuộc hẹn.');
  expect(screen.queryByRole('button', { name: 'Ghi câu trả lời này' })).toBeNull();
  expect(document.activeElement).toBe(said);
});

test.each<[string, Partial<Invitation>, RegExp]>([
  ['outdated', { replaced_by: 'update' }, /đã gửi bản thay đổi/],
  ['called off later', { replaced_by: 'cancellation' }, /đã hủy sự kiện/],
  ['a cancellation', { kind: 'cancel' }, /đã hủy sự kiện này/],
  [
    'not the organiser’s, as theirs is',
    { replaced_by: 'original' },
    /Lời mời của chính họ nằm trong một thư khác/,
  ],
  [
    'not the organiser’s, as theirs is in the calendar',
    { replaced_by: 'original', event_id: 'e1', unproven: true },
    /nên lịch của bạn giữ nguyên/,
  ],
  ['in Junk', {}, /nằm trong Thư rác/],
])('one that is %s says so and has no answers', async (_what, given, words) => {
  await show({ ...given, may_answer: false });
  expect(await screen.findByText(words)).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

test('what nothing proves to be from the organiser is a warning: nothing is struck out, and the answers stay', async () => {
  const sender = { name: 'Hùng', email: 'ke.gian@evil.example' };
  const { container } = await show({ disputed_by: { kind: 'cancellation', sender } });
  expect(await screen.findByText(/Thư của ke\.gian@evil\.example nói sự kiện này đã bị hủy/)).toBeTruthy();
  expect(container.querySelector('[data-over="true"]')).toBeNull();
  expect(button('Đồng ý')).toBeTruthy();
});

test('CL-439 an update that nothing proves does not say that the event has changed', async () => {
  const answered = { answer: 'accepted', to_this: false } as const;
  await show({ answered, unproven: true });
  expect(await screen.findByText(/Không xác minh được thư này/)).toBeTruthy();
  expect(screen.queryByText(/Sự kiện đã thay đổi/)).toBeNull();
});

test('a cancellation that nothing proves does not say that the organiser has cancelled', async () => {
  const { container } = await show({
    kind: 'cancel',
    unproven: true,
    may_answer: false,
    replaced_by: 'original',
  });
  expect(await screen.findByText(/không xác minh được thư do người tổ chức gửi/)).toBeTruthy();
  expect(screen.queryByText(/Người tổ chức đã hủy/)).toBeNull();
  expect(screen.getByRole('region', { name: 'Thông báo hủy chưa xác minh' })).toBeTruthy();
  expect(container.querySelector('[data-over="true"]')).toBeNull();
});

test.each<[string, Partial<Invitation>, RegExp, string]>([
  ['a change', { updated: false }, /nhưng không phải bản thay đổi của cuộc họp đó/, 'Lời mời'],
  ['a cancellation', { kind: 'cancel' }, /nhưng không hủy cuộc họp đó/, 'Thông báo hủy chưa xác minh'],
])(
  '%s of another organiser’s meeting says whose that is, and that it is none of it',
  async (_what, given, words, title) => {
    const { container } = await show({ ...given, other_organiser: 'binh@doitac.example', may_answer: false });
    const warning = await screen.findByText(words);
    expect(warning.textContent).toContain('do binh@doitac.example tổ chức');
    expect(screen.getByRole('region', { name: title })).toBeTruthy();
    expect(screen.queryByText(/đã hủy sự kiện này/)).toBeNull();
    expect(container.querySelector('[data-over="true"]')).toBeNull();
    expect(screen.queryByRole('button')).toBeNull();
  },
);

test('a refusal of a proposed time that nothing proves is named as that', async () => {
  await show({ kind: 'counter_declined', unproven: true, may_answer: false });
  expect(await screen.findByRole('region', { name: 'Thông báo không đổi giờ chưa xác minh' })).toBeTruthy();
});

test('an answer that nothing proves to be of who it names is a warning', async () => {
  await show({ kind: 'reply', unproven: true, may_answer: false });
  expect(
    await screen.findByText(/Không xác minh được câu trả lời này do chính người được nêu gửi/),
  ).toBeTruthy();
});

test('CL-373 an answer to single dates that has no room in the event says so', async () => {
  await show({ kind: 'reply', unkept: true, may_answer: false });
  expect(await screen.findByText(/Câu trả lời cho từng buổi này không có trong lịch của bạn/)).toBeTruthy();
});

test('a cancellation without a time shows its card, and which one of the series it was', async () => {
  const occurrence = { day: '2026-12-01', clock: '09:00', zone: 'Asia/Ho_Chi_Minh', at: AT + 7 * 24 * 3600 };
  await show({ kind: 'cancel', start: null, one_of_series: true, occurrence, may_answer: false });
  expect(await screen.findByRole('heading', { name: INVITATION.title })).toBeTruthy();
  expect(screen.getByText('Theo lịch ban đầu: Thứ Ba 01/12/2026, 09:00, Việt Nam (GMT+7)')).toBeTruthy();
});

test('what comes again in a way that no words tell is left to the file', async () => {
  await show({ repeats_otherwise: true });
  expect(await screen.findByText('Có lặp lại, xem các ngày trong tệp')).toBeTruthy();
});

test.each([
  ['FREQ=MONTHLY;BYMONTHDAY=1,15', false, 'Mỗi tháng vào ngày 1 và 15'],
  [
    'FREQ=MONTHLY;BYDAY=1MO,3MO;COUNT=6',
    false,
    'Mỗi tháng vào thứ Hai thứ 1 trong tháng và thứ Hai thứ 3 trong tháng, 6 lần',
  ],
  ['FREQ=HOURLY;INTERVAL=2;UNTIL=20261130', true, 'Cứ 2 giờ, đến 30/11/2026, trừ một số ngày'],
])('CL-269 what comes again by another rule is said in words (%s)', async (text, exceptions, words) => {
  await show({ repeats_otherwise: true, rule: { text, exceptions } });
  expect((await screen.findByText('Lặp lại')).nextElementSibling?.textContent).toBe(words);
});

test('CL-264 an event that is in the calendar is shown there', async () => {
  const { user, unmount } = await show({ event_id: 'mine' });
  const link = await screen.findByRole('link', { name: 'Xem trong lịch' });
  expect(link.getAttribute('href')).toBe('/calendar/week/2026-11-24');
  await user.click(link);
  expect(focusWish.get()).toEqual({
    ...{ go: 'soon', opens: true, day: '2026-11-24' },
    one: { event_id: 'mine', original: '' },
  });
  focusWish.set(null);
  unmount();
  await show({ event_id: null });
  await screen.findByText('Phòng 3');
  expect(screen.queryByRole('link', { name: 'Xem trong lịch' })).toBeNull();
});

test.each([
  ['a cancellation', { kind: 'cancel' as const, unproven: true }],
  ['an invitation that was called off', { replaced_by: 'cancellation' as const }],
])('CL-308 %s is warned of once, also where another message says so too', async (_of, given) => {
  const sender = { name: '', email: 'la@la.example' };
  await show({ ...given, disputed_by: { kind: 'cancellation', sender } });
  expect(await screen.findAllByText(/hủy sự kiện|bị hủy/)).toHaveLength(1);
});

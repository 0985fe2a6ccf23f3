import type { Invitation, InvitationAnswer } from '@bocau/contract/invitations.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ASKER, type InvitationGiven, keysInDns, receiveInvitation } from '../../test-kit/invitation-mail.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { runJobsUntilIdle } from '../../test-kit/run-jobs.ts';
import type { SmtpTrap } from '../../test-kit/smtp-trap.ts';
import type { TestServer } from '../../test-kit/start-server.ts';
import { startWithTrap } from '../../test-kit/start-with-trap.ts';

let server: TestServer;
let trap: SmtpTrap;
let close: () => Promise<void>;
let an: NewPerson;

beforeAll(async () => {
  ({ server, trap, close } = await startWithTrap({ resolver: keysInDns }));
});
afterAll(() => close());
beforeEach(async () => {
  await runJobsUntilIdle(server.context);
  trap.messages.length = 0;
  an = await newPerson(server);
});

const receive = (given?: InvitationGiven) => receiveInvitation(server, an, given);

async function show(id: string): Promise<Invitation> {
  const { data } = await an.client.getInvitation({ params: { id } });
  if (!data) throw new Error('no invitation');
  return data;
}

async function replies(): Promise<string[]> {
  server.clock.pass(60_000);
  await runJobsUntilIdle(server.context);
  return trap.messages.map(({ raw }) => Buffer.from(raw).toString());
}

test('an invitation is told with its moment, its zone of Outlook, its people and how it comes again', async () => {
  const shown = await show(await receive());
  expect(shown).toMatchObject({
    kind: 'request',
    title: 'Họp chốt giá',
    place: 'Phòng 3',
    start: {
      day: '2026-11-24',
      clock: '09:00',
      zone: 'Asia/Ho_Chi_Minh',
      at: Date.UTC(2026, 10, 24, 2) / 1000,
    },
    end: { clock: '10:30' },
    repeats: { every: 'week', interval: 1, weekdays: [1], count: 4 },
    organiser: { name: 'Hùng', email: ASKER },
    attendees: [{ answer: 'waiting' }, { name: 'Bình', answer: 'accepted' }],
    invited: an.email,
    may_answer: true,
    answered: null,
  });
});

test('an answer goes to the organiser once, from the address that was invited, and is kept', async () => {
  const id = await receive();
  const answer = () => an.client.answerInvitation({ params: { id }, body: { answer: 'accepted' } });
  await Promise.all([answer(), answer()]);
  const { data } = await answer();
  expect(data.answered).toEqual({ answer: 'accepted', to_this: true, untold: true });
  const [mail = '', ...others] = await replies();
  expect(others).toEqual([]);
  expect((await show(id)).answered).toEqual({ answer: 'accepted', to_this: true });
  expect(mail).toContain(`<${an.email}>`);
  expect(mail).toMatch(/^Content-Type: text\/calendar; charset=utf-8; method=REPLY/im);
  const [, encoded = ''] =
    /^Content-Type: application\/ics[\s\S]*?\r\n\r\n([\s\S]*?)\r\n--/im.exec(mail) ?? [];
  const told = Buffer.from(encoded, 'base64').toString().replaceAll(/\r\n /g, '');
  expect(told).toContain('METHOD:REPLY');
  expect(told).toContain('UID:hop-1@doitac.example');
  expect(told).toMatch(new RegExp(`ATTENDEE;PARTSTAT=ACCEPTED.*:mailto:${an.email}`));
  expect(told).toContain('DTSTART;TZID=SE Asia Standard Time:20261124T090000');
  expect(told).toContain(`:mailto:${ASKER}`);
});

test('another answer replaces the first and is sent as well, back and forth', async () => {
  const id = await receive();
  for (const answer of ['accepted', 'declined', 'accepted'] as const) {
    await an.client.answerInvitation({ params: { id }, body: { answer } });
    await replies();
  }
  expect((await show(id)).answered).toEqual({ answer: 'accepted', to_this: true });
  expect(await replies()).toHaveLength(3);
});

describe('CL-391 an answer whose organiser is not told of it yet', () => {
  const answer = (id: string, given: 'waiting' | InvitationAnswer) =>
    an.client.answerInvitation({ params: { id }, body: { answer: given } });
  const callOff = async () => {
    await receive({ method: 'CANCEL', sequence: 1, stamp: '20261102T010000Z' });
    await runJobsUntilIdle(server.context);
  };
  const inCalendar = async () => {
    const query = { from: '2026-11-23', to: '2026-11-25', zone: 'Asia/Ho_Chi_Minh' };
    const [one] = (await an.client.listEvents({ query })).data;
    return (await an.client.getEvent({ params: { id: one?.event_id ?? '' }, query: {} })).data.my_answer;
  };

  test('is taken back, and nobody hears of it', async () => {
    const id = await receive();
    await answer(id, 'accepted');
    expect(await inCalendar()).toBe('accepted');
    expect((await answer(id, 'waiting')).data).toMatchObject({ answered: null, may_answer: true });
    expect(await inCalendar()).toBe('waiting');
    expect(await replies()).toEqual([]);
    expect((await show(id)).answered).toBeNull();
  });

  test('gives way to the one that they know, and they hear of neither', async () => {
    const id = await receive();
    await answer(id, 'accepted');
    expect(await replies()).toHaveLength(1);
    await answer(id, 'declined');
    await answer(id, 'accepted');
    expect(await replies()).toHaveLength(1);
    expect((await show(id)).answered).toEqual({ answer: 'accepted', to_this: true });
  });

  test('to a later version gives way to the one to the earlier', async () => {
    const id = await receive();
    await answer(id, 'tentative');
    await replies();
    const later = await receive({ sequence: 1, stamp: '20261102T010000Z' });
    const before = (await show(later)).answered;
    expect(before).toEqual({ answer: 'tentative', to_this: false });
    await answer(later, 'accepted');
    expect((await answer(later, 'waiting')).data.answered).toEqual(before);
    expect(await replies()).toHaveLength(1);
  });

  test('CL-394 is taken back as it was given, and not where another one was given since', async () => {
    const id = await receive();
    await answer(id, 'accepted');
    const query = { from: '2026-11-23', to: '2026-11-25', zone: 'Asia/Ho_Chi_Minh' };
    const [one] = (await an.client.listEvents({ query })).data;
    const params = { id: one?.event_id ?? '' };
    await an.client.answerEvent({ params, body: { answer: 'declined', instead_of: 'accepted' } });
    const body = { answer: 'waiting', instead_of: 'accepted' } as const;
    await expect(an.client.answerInvitation({ params: { id }, body })).rejects.toMatchObject({
      code: 'event_changed',
    });
    await expect(an.client.answerEvent({ params, body })).rejects.toMatchObject({ code: 'event_changed' });
    expect(await inCalendar()).toBe('declined');
    await an.client.answerEvent({ params, body: { ...body, instead_of: 'declined' } });
    // Sent once more, as its answer was lost.
    await an.client.answerEvent({ params, body: { ...body, instead_of: 'declined' } });
    expect(await inCalendar()).toBe('waiting');
    expect(await replies()).toEqual([]);
  });

  test('CL-435 that comes late replaces what stood when it was pressed, and nothing that was done since', async () => {
    const id = await receive();
    const late = (given: 'accepted' | 'tentative', instead_of: 'waiting' | 'accepted') =>
      an.client.answerInvitation({ params: { id }, body: { answer: given, instead_of } });
    await late('accepted', 'waiting');
    await expect(late('tentative', 'waiting')).rejects.toMatchObject({ code: 'event_changed' });
    const query = { from: '2026-11-23', to: '2026-11-25', zone: 'Asia/Ho_Chi_Minh' };
    const [one] = (await an.client.listEvents({ query })).data;
    await an.client.trashEvents({ body: { ids: [one?.event_id ?? ''] } });
    await expect(late('tentative', 'accepted')).rejects.toMatchObject({ code: 'event_changed' });
    expect((await an.client.listEvents({ query })).data).toEqual([]);
  });

  test('is theirs a moment later, and is not taken back then', async () => {
    const id = await receive();
    await answer(id, 'accepted');
    await replies();
    await expect(answer(id, 'waiting')).rejects.toMatchObject({ code: 'invitation_closed' });
    expect((await show(id)).answered).toEqual({ answer: 'accepted', to_this: true });
  });

  test.each([
    ['given', ['accepted']],
    ['taken back', ['accepted', 'waiting']],
  ] as const)('CL-393 and was %s says nothing any more once the meeting is off', async (_what, given) => {
    const id = await receive();
    for (const one of given) await answer(id, one);
    await callOff();
    expect(await replies()).toEqual([]);
  });

  test('CL-393 and was changed is the one that they know once the meeting is off', async () => {
    const id = await receive();
    await answer(id, 'accepted');
    await replies();
    await answer(id, 'tentative');
    await callOff();
    expect(await replies()).toHaveLength(1);
  });

  test('waits as long as a send can be taken back', async () => {
    const key = 'time_delay_send' as const;
    await an.client.saveSettings({
      body: [
        { key: 'enable_delay_send', value: true },
        { key, value: 30 },
      ],
    });
    const id = await receive();
    await answer(id, 'accepted');
    server.clock.pass(20_000);
    await runJobsUntilIdle(server.context);
    expect(trap.messages).toEqual([]);
    expect(await replies()).toHaveLength(1);
  });

  test('that the calendar can not hold leaves at once, and is not taken back', async () => {
    const lines = ['DTSTART:20261124T020000Z', 'DTEND:20261124T033000Z', 'RRULE:FREQ=SECONDLY'];
    const id = await receive({ lines });
    expect((await answer(id, 'accepted')).data.answered).toEqual({ answer: 'accepted', to_this: true });
    await expect(answer(id, 'waiting')).rejects.toMatchObject({ code: 'invitation_closed' });
    expect(await replies()).toHaveLength(1);
  });
});

test('CL-440 to a guest who is asked after the event was changed it is no change; what follows is one', async () => {
  const first = await receive({ sequence: 2 });
  expect(await show(first)).toMatchObject({ updated: false, may_answer: true });
  expect(await show(await receive({ sequence: 3, stamp: '20261102T010000Z' }))).toMatchObject({
    updated: true,
  });
  expect(await show(first)).toMatchObject({ updated: false, replaced_by: 'update' });
});

test('an earlier version says that it was replaced, and is not answered any more', async () => {
  const first = await receive();
  await an.client.answerInvitation({ params: { id: first }, body: { answer: 'tentative' } });
  await replies();
  const second = await receive({ sequence: 1, stamp: '20261102T010000Z' });
  expect(await show(first)).toMatchObject({ replaced_by: 'update', may_answer: false });
  expect(await show(second)).toMatchObject({
    updated: true,
    replaced_by: null,
    may_answer: true,
    answered: { answer: 'tentative', to_this: false },
  });
  await expect(
    an.client.answerInvitation({ params: { id: first }, body: { answer: 'accepted' } }),
  ).rejects.toMatchObject({ code: 'invitation_closed' });
});

test('what was called off says so, in the cancellation and in the invitation', async () => {
  const first = await receive();
  const last = await receive({ method: 'CANCEL', sequence: 1 });
  expect(await show(first)).toMatchObject({ replaced_by: 'cancellation', may_answer: false });
  expect(await show(last)).toMatchObject({ kind: 'cancel', may_answer: false });
});

test('in Junk, or from a sender who is not to be believed, nothing is answered', async () => {
  const junk = await receive();
  const { db } = server.context;
  const folder = await db
    .selectFrom('folders')
    .select('id')
    .where('mailbox_id', '=', an.mailbox)
    .where('role', '=', 'Junk')
    .executeTakeFirstOrThrow();
  const file = await db
    .selectFrom('attachments')
    .select('message_id')
    .where('mailbox_id', '=', an.mailbox)
    .where('id', '=', junk)
    .executeTakeFirstOrThrow();
  const { data: mail } = await an.client.getMessage({ params: { id: file.message_id as string }, query: {} });
  const move = { thread_ids: [mail.thread_id], from_folder_id: mail.folder_id, to_folder_id: folder.id };
  await an.client.moveThreads({ body: [move] });
  const spoofed = await receive({ uid: 'gia-mao', from: 'giam.doc@saomai.example' });
  for (const id of [junk, spoofed]) {
    expect(await show(id)).toMatchObject({ kind: 'request', may_answer: false });
    const answering = an.client.answerInvitation({ params: { id }, body: { answer: 'accepted' } });
    await expect(answering).rejects.toMatchObject({ code: 'invitation_closed' });
  }
  expect(await replies()).toEqual([]);
});

test('the invitation of another mailbox is not there', async () => {
  const id = await receive();
  const other = await newPerson(server);
  await expect(other.client.getInvitation({ params: { id } })).rejects.toMatchObject({
    code: 'file_not_found',
  });
});

import type { EventFields } from '@bocau/contract/calendar.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type InvitationGiven, keysInDns, receiveInvitation } from '../../test-kit/invitation-mail.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { runJobsUntilIdle } from '../../test-kit/run-jobs.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { mailIn } from '../../test-kit/write-mail.ts';
import { createDomain } from '../people/create-people.ts';

const ZONE = 'Asia/Ho_Chi_Minh';
const WEEK = { from: '2026-11-23', to: '2026-11-29', zone: ZONE };
const at = (day: string, clock: string) => ({ day, clock, zone: ZONE });

let server: TestServer;
let an: NewPerson;
let lan: NewPerson;

beforeAll(async () => {
  server = await startTestServer({
    env: { ROLES: 'http,mail', SENDING_PER_HOUR: '60' },
    resolver: keysInDns,
  });
});
afterAll(() => server.close());
beforeEach(async () => {
  [an, lan] = [await newPerson(server), await newPerson(server)];
});

/** All that is due when the time for undo is over. */
async function work(): Promise<void> {
  server.clock.pass(60_000);
  await runJobsUntilIdle(server.context);
}

const guest = ({ email }: NewPerson) => ({ name: '', email });
const whole = (fields: Partial<EventFields> = {}) => ({
  ...{ title: 'Họp tuần', start: at('2026-11-24', '09:00'), end: at('2026-11-24', '10:00') },
  ...fields,
});

async function ask(people: NewPerson[], fields: Partial<EventFields> = {}) {
  const body = { fields: whole({ guests: people.map(guest), ...fields }) };
  return (await an.client.createEvent({ body })).data;
}

const change = (id: string, fields: Partial<EventFields>) =>
  an.client.changeEvent({ params: { id }, body: { fields } });
const listed = async ({ client }: NewPerson) => (await client.listEvents({ query: WEEK })).data;
const subjects = async (person: NewPerson) => (await mailIn(person, 'INBOX')).map(({ subject }) => subject);

/** What has left, also where it lies in the thread of an invitation. */
async function sentBy({ mailbox }: NewPerson): Promise<string[]> {
  const rows = await server.context.db
    .selectFrom('outbox as o')
    .innerJoin('messages as m', (join) =>
      join.onRef('m.mailbox_id', '=', 'o.mailbox_id').onRef('m.id', '=', 'o.message_id'),
    )
    .select('m.subject')
    .where('o.mailbox_id', '=', mailbox)
    .where('m.mailbox_id', '=', mailbox)
    .execute();
  return rows.map(({ subject }) => subject);
}

async function eventOf(person: NewPerson) {
  const [first] = await listed(person);
  if (!first) throw new Error('there is an event');
  return (await person.client.getEvent({ params: { id: first.event_id }, query: {} })).data;
}

const answer = async (person: NewPerson, given: 'accepted' | 'tentative' | 'declined') =>
  person.client.answerEvent({ params: { id: (await eventOf(person)).id }, body: { answer: given } });

/** The calendar file that came last into the inbox. */
async function latestCard(who: NewPerson): Promise<{ id: string }> {
  const inbox = (await mailIn(who, 'INBOX')).map(({ id }) => id);
  return server.context.db
    .selectFrom('attachments')
    .select('id')
    .where('mailbox_id', '=', who.mailbox)
    .where('calendar', 'is not', null)
    .where('message_id', 'in', inbox)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
}

describe('a meeting', () => {
  test('CL-86 asks its guests by mail when the time for undo is over, and is in their calendar as unanswered, once', async () => {
    await ask([lan]);
    await runJobsUntilIdle(server.context);
    expect(await subjects(lan)).toEqual([]);
    await work();
    await work();
    expect(await subjects(lan)).toEqual(['Lời mời: Họp tuần (24/11, 09:00 GMT+7)']);
    expect(await listed(lan)).toMatchObject([{ title: 'Họp tuần' }]);
    expect(await eventOf(lan)).toMatchObject({ my_answer: 'waiting', organiser: { email: an.email } });
    expect((await mailIn(an, 'Sent')).length).toBe(1);
  });

  test('CL-86 that is undone within the time for undo is told to nobody', async () => {
    const { id } = await ask([lan]);
    await an.client.trashEvents({ body: { ids: [id] } });
    await work();
    expect(await subjects(lan)).toEqual([]);
    const next = await ask([lan]);
    await work();
    await change(next.id, { title: 'Khác' });
    await change(next.id, { title: 'Họp tuần' });
    await an.client.trashEvents({ body: { ids: [next.id] } });
    await an.client.restoreEvents({ body: { ids: [next.id] } });
    await work();
    expect(await subjects(lan)).toHaveLength(1);
  });

  test('CL-86 CL-370 whose single one is moved or left out is told to nobody once that is undone', async () => {
    const { id } = await ask([lan], { rule: 'FREQ=DAILY;COUNT=4' });
    await work();
    const original = '20261126T020000Z';
    const one = (fields: Partial<EventFields>) =>
      an.client.changeEvent({ params: { id }, body: { scope: 'one', original, fields } });
    const { rule: _rule, ...before } = (await an.client.getEvent({ params: { id }, query: { original } }))
      .data.fields;
    await one({ start: at('2026-11-26', '11:30'), end: at('2026-11-26', '12:30') });
    await one({ start: before.start, end: before.end });
    await work();
    await an.client.dropOccurrences({ params: { id }, body: { scope: 'one', original } });
    await one(before);
    await work();
    expect(await sentBy(an)).toHaveLength(1);
    // What guests were told of is told as that one of it, and not as another series.
    await one({ start: at('2026-11-26', '11:30'), end: at('2026-11-26', '12:30') });
    await work();
    await one({ start: before.start, end: before.end });
    await work();
    expect(await sentBy(an)).toEqual([
      expect.stringContaining('Lời mời'),
      expect.stringMatching(/26\/11, 11:30/),
      expect.stringMatching(/26\/11, 09:00/),
    ]);
    expect((await listed(lan)).map(({ at: moment }) => new Date(moment * 1000).getUTCHours())).toEqual([
      ...[2, 2, 2, 2],
    ]);
  });

  test('CL-86 that changes, loses a guest and is deleted is so with its guests', async () => {
    const minh = await newPerson(server);
    const { id } = await ask([lan, minh]);
    await work();
    await change(id, { start: at('2026-11-25', '14:00'), place: 'Phòng B' });
    await work();
    expect(await listed(lan)).toMatchObject([{ place: 'Phòng B', at: Date.UTC(2026, 10, 25, 7) / 1000 }]);
    await change(id, { guests: [guest(lan)] });
    await work();
    expect(await listed(minh)).toEqual([]);
    expect(await subjects(minh)).toContainEqual(expect.stringContaining('Đã hủy: Họp tuần'));
    await an.client.trashEvents({ body: { ids: [id] } });
    await work();
    expect(await listed(lan)).toEqual([]);
  });

  test('CL-92 a guest sets reminders and busy times of a series and of one of it, which tells nobody', async () => {
    await ask([lan], { rule: 'FREQ=DAILY;COUNT=3' });
    await work();
    const { id } = await eventOf(lan);
    const change = (body: Parameters<NewPerson['client']['changeEvent']>[0]['body']) =>
      lan.client.changeEvent({ params: { id }, body });
    await change({ scope: 'all', fields: { reminders: [30] } });
    const original = '20261125T020000Z';
    const one = await change({ scope: 'one', original, fields: { reminders: [5], is_busy: false } });
    expect(one.data.fields).toMatchObject({ reminders: [5], is_busy: false });
    const whole = await lan.client.getEvent({ params: { id }, query: {} });
    expect(whole.data.fields).toMatchObject({ reminders: [30], is_busy: true });
    await expect(
      change({ scope: 'all', fields: { reminders: [5], place: 'Phòng C' } }),
    ).rejects.toMatchObject({ code: 'forbidden' });
    await work();
    expect(await subjects(an)).toEqual([]);
  });

  test('CL-84 CL-86 the answer of a guest is shown to who asked, and an answer that changes is one message', async () => {
    await ask([lan]);
    await work();
    await answer(lan, 'tentative');
    await answer(lan, 'accepted');
    await work();
    await answer(lan, 'accepted');
    await work();
    expect((await eventOf(an)).attendees).toMatchObject([{ email: lan.email, answer: 'accepted' }]);
    expect(await subjects(an)).toEqual([expect.stringContaining('Đồng ý tham dự: Họp tuần')]);
    expect(await eventOf(lan)).toMatchObject({ my_answer: 'accepted' });
  });

  test('CL-84 a guest who deletes it declines, and changes nothing that is not their own', async () => {
    await ask([lan]);
    await work();
    const { id } = await eventOf(lan);
    const edit = (fields: Partial<EventFields>) =>
      lan.client.changeEvent({ params: { id }, body: { fields } });
    await expect(edit({ title: 'Của Lan' })).rejects.toMatchObject({ code: 'forbidden' });
    await edit({ reminders: [10] });
    await lan.client.trashEvents({ body: { ids: [id] } });
    await work();
    expect((await eventOf(an)).attendees).toMatchObject([{ answer: 'declined' }]);
  });

  test('CL-219 what a guest threw away stays so when it changes, and comes back as it is then', async () => {
    const { id } = await ask([lan]);
    await work();
    const mine = (await eventOf(lan)).id;
    await lan.client.trashEvents({ body: { ids: [mine] } });
    await work();
    await change(id, { title: 'Họp quý' });
    await work();
    await change(id, { start: at('2026-11-25', '14:00'), end: at('2026-11-25', '15:00') });
    await work();
    expect(await subjects(lan)).toContainEqual(expect.stringContaining('Họp quý'));
    expect(await listed(lan)).toEqual([]);
    await lan.client.restoreEvents({ body: { ids: [mine] } });
    expect(await listed(lan)).toMatchObject([{ title: 'Họp quý', at: Date.UTC(2026, 10, 25, 7) / 1000 }]);
  });

  test('CL-219 who is asked anew after it was called off for them has it again', async () => {
    const minh = await newPerson(server);
    const { id } = await ask([lan, minh]);
    await work();
    await change(id, { guests: [guest(lan)] });
    await work();
    expect(await listed(minh)).toEqual([]);
    await change(id, { guests: [guest(lan), guest(minh)] });
    await work();
    expect(await listed(minh)).toMatchObject([{ title: 'Họp tuần' }]);
  });

  test('CL-219 a series with one that was moved comes back to its guests when it is restored', async () => {
    const { id } = await ask([lan], { rule: 'FREQ=DAILY;COUNT=4' });
    await work();
    await answer(lan, 'accepted');
    await work();
    const fields = { start: at('2026-11-25', '14:00'), end: at('2026-11-25', '15:00') };
    await an.client.changeEvent({
      params: { id },
      body: { scope: 'one', original: '20261125T020000Z', fields },
    });
    await work();
    await an.client.trashEvents({ body: { ids: [id] } });
    await work();
    expect(await listed(lan)).toEqual([]);
    await an.client.restoreEvents({ body: { ids: [id] } });
    await work();
    expect((await listed(lan)).map(({ at: moment }) => moment)).toEqual(
      (await listed(an)).map(({ at: moment }) => moment),
    );
  });

  test.each(['declined', 'tentative'] as const)(
    'CL-219 who had answered %s, was taken out and is asked back, is so with both',
    async (given) => {
      const minh = await newPerson(server);
      const { id } = await ask([lan, minh]);
      await work();
      await answer(lan, given);
      await work();
      await change(id, { guests: [guest(minh)] });
      await work();
      await change(id, { guests: [guest(lan), guest(minh)] });
      await work();
      const asked = (await eventOf(an)).attendees.find(({ email }) => email === lan.email);
      expect((await eventOf(lan)).my_answer).toBe(asked?.answer);
    },
  );

  test('CL-84 that a guest declines is in their calendar as declined, and takes no time of theirs', async () => {
    await ask([lan]);
    await work();
    expect(await listed(lan)).toMatchObject([{ is_busy: true }]);
    await answer(lan, 'declined');
    expect(await listed(lan)).toMatchObject([{ is_busy: false, is_declined: true }]);
    await work();
    expect((await listed(an))[0]).not.toHaveProperty('is_declined');
    await answer(lan, 'tentative');
    expect((await listed(lan))[0]).not.toHaveProperty('is_declined');
  });

  test('CL-379 a first answer is taken back as long as its organiser was not told, and never later', async () => {
    const { id } = await ask([lan], { rule: 'FREQ=DAILY;COUNT=3' });
    await work();
    const params = { id: (await eventOf(lan)).id };
    const say = (given: 'accepted' | 'declined' | 'waiting', original = '') =>
      lan.client.answerEvent({ params, body: { answer: given, original } });
    const original = '20261125T020000Z';
    await say('accepted');
    expect((await say('waiting')).data.my_answer).toBe('waiting');
    // Once more, as by whoever lost the answer.
    expect((await say('waiting')).data.my_answer).toBe('waiting');
    await say('declined', original);
    expect((await say('waiting', original)).data.my_answer).toBe('waiting');
    await work();
    expect(await sentBy(lan)).toEqual([]);
    // What was said of one date stands when an answer to all is taken back.
    await say('declined', original);
    await work();
    await say('accepted');
    await say('waiting');
    const answers = async (one = '') =>
      (await an.client.getEvent({ params: { id }, query: one === '' ? {} : { original: one } })).data
        .attendees[0]?.answer;
    const mine = await lan.client.getEvent({ params, query: { original } });
    expect(mine.data.my_answer).toBe('declined');
    await work();
    expect([await answers(), await answers(original)]).toEqual(['waiting', 'declined']);
    await expect(say('waiting', original)).rejects.toMatchObject({ code: 'invitation_closed' });
    await say('accepted');
    await work();
    await expect(say('waiting')).rejects.toMatchObject({ code: 'invitation_closed' });
    expect(await answers()).toBe('accepted');
  });

  test('CL-378 who has answered a series or one date of it is asked again for all dates once it is moved', async () => {
    const minh = await newPerson(server);
    const { id } = await ask([lan, minh], { rule: 'FREQ=DAILY;COUNT=4' });
    await work();
    await answer(lan, 'accepted');
    await answer(minh, 'accepted');
    await work();
    const params = { id: (await eventOf(minh)).id };
    await minh.client.answerEvent({ params, body: { answer: 'declined', original: '20261126T020000Z' } });
    await work();
    await change(id, { start: at('2026-11-24', '14:00'), end: at('2026-11-24', '15:00') });
    await work();
    for (const original of ['20261125T070000Z', '20261126T070000Z']) {
      for (const person of [an, lan, minh]) {
        const own = person === an ? id : (await eventOf(person)).id;
        const { data } = await person.client.getEvent({ params: { id: own }, query: { original } });
        expect(data.fields.start.clock).toBe('14:00');
        expect(data.attendees.map((one) => one.answer)).toEqual(['waiting', 'waiting']);
        expect(data.my_answer).toBe(person === an ? null : 'waiting');
      }
    }
  });

  test('CL-84 CL-86 one of a series that a guest leaves out is declined, and comes back when that is undone', async () => {
    const { id } = await ask([lan], { rule: 'FREQ=DAILY;COUNT=4' });
    await work();
    await answer(lan, 'accepted');
    await work();
    const params = { id: (await eventOf(lan)).id };
    const original = '20261126T020000Z';
    const told = async () =>
      (await an.client.getEvent({ params: { id }, query: { original } })).data.attendees[0]?.answer;
    const drop = () => lan.client.dropOccurrences({ params, body: { scope: 'one', original } });
    await drop();
    expect(await listed(lan)).toHaveLength(3);
    await lan.client.rejoinSeries({ params });
    await work();
    expect(await listed(lan)).toHaveLength(4);
    expect(await sentBy(lan)).toHaveLength(1);
    await drop();
    await work();
    expect(await told()).toBe('declined');
    const { data } = await lan.client.rejoinSeries({ params });
    await work();
    expect(data.my_answer).toBe('accepted');
    expect(await listed(lan)).toHaveLength(4);
    expect(await told()).toBe('accepted');
  });

  test('CL-198 says who may stay away, in the calendar and on the card, and of a series in all of it', async () => {
    const minh = await newPerson(server);
    const optional = { ...guest(minh), is_optional: true as const };
    const fields = { rule: 'FREQ=DAILY;COUNT=3', guests: [guest(lan), optional] };
    const { id } = (await an.client.createEvent({ body: { fields: whole(fields) } })).data;
    await an.client.changeEvent({
      params: { id },
      body: { scope: 'one', original: '20261125T020000Z', fields: { place: 'Phòng B' } },
    });
    await work();
    const attendees = async ({ client }: NewPerson, original = '') => {
      const [first] = (await client.listEvents({ query: WEEK })).data;
      const params = { id: first?.event_id ?? '' };
      const query = original === '' ? {} : { original };
      return (await client.getEvent({ params, query })).data.attendees.map(({ role }) => role);
    };
    expect(await attendees(lan)).toEqual([undefined, 'optional']);
    expect((await eventOf(an)).fields.guests).toEqual(fields.guests);
    const card = await server.context.db
      .selectFrom('attachments')
      .select('id')
      .where('mailbox_id', '=', lan.mailbox)
      .where('calendar', 'is not', null)
      .executeTakeFirstOrThrow();
    const { data } = await lan.client.getInvitation({ params: { id: card.id } });
    expect(data?.attendees.map(({ role }) => role)).toEqual([undefined, 'optional']);
    await change(id, { guests: [{ ...guest(lan), is_optional: true }, guest(minh)] });
    await work();
    expect(await attendees(lan)).toEqual(['optional', undefined]);
    expect(await attendees(lan, '20261125T020000Z')).toEqual(['optional', undefined]);
  });

  test('CL-336 one date that moved is told on the card as unanswered, and the answer in the mail is to it too', async () => {
    const { id } = (
      await an.client.createEvent({
        body: { fields: whole({ rule: 'FREQ=WEEKLY;BYDAY=TU', guests: [guest(lan)] }) },
      })
    ).data;
    await work();
    await lan.client.answerInvitation({ params: await latestCard(lan), body: { answer: 'accepted' } });
    await work();
    const original = '20261201T020000Z';
    await an.client.changeEvent({
      params: { id },
      body: {
        ...{ scope: 'one', original },
        fields: { start: at('2026-12-03', '11:00'), end: at('2026-12-03', '12:00') },
      },
    });
    await work();
    const params = await latestCard(lan);
    const moved = {
      occurrence: { day: '2026-12-01', clock: '09:00' },
      start: { day: '2026-12-03', clock: '11:00' },
      end: { day: '2026-12-03', clock: '12:00' },
    };
    const { data: card } = await lan.client.getInvitation({ params });
    expect(card).toMatchObject({
      answered: { answer: 'accepted', to_this: false },
      waiting_dates: { count: 1, dates: [moved] },
    });
    const ofDate = async () =>
      (await an.client.getEvent({ params: { id }, query: { original } })).data.attendees[0]?.answer;
    expect(await ofDate()).toBe('waiting');
    const { data } = await lan.client.answerInvitation({ params, body: { answer: 'accepted' } });
    expect(data.answered).toEqual({ answer: 'accepted', to_this: true, untold: true });
    expect(data.waiting_dates).toBeUndefined();
    await work();
    expect(await ofDate()).toBe('accepted');
    expect((await an.client.getEvent({ params: { id }, query: {} })).data.attendees[0]?.answer).toBe(
      'accepted',
    );
    const sent = (await sentBy(lan)).length;
    await lan.client.answerInvitation({ params, body: { answer: 'accepted' } });
    expect((await sentBy(lan)).length).toBe(sent);
  });

  test('CL-364 a guest who said yes is told which one of a series is off, and not asked again', async () => {
    const rule = 'FREQ=WEEKLY;BYDAY=TU';
    const { id } = (await an.client.createEvent({ body: { fields: whole({ rule, guests: [guest(lan)] }) } }))
      .data;
    await work();
    await lan.client.answerInvitation({ params: await latestCard(lan), body: { answer: 'accepted' } });
    await work();
    await an.client.dropOccurrences({
      params: { id },
      body: { scope: 'one', original: '20261201T020000Z' },
    });
    await work();
    const { data: card } = await lan.client.getInvitation({ params: await latestCard(lan) });
    expect(card).toMatchObject({
      left_out: { dates: [{ day: '2026-12-01' }], count: 1 },
      answered: { answer: 'accepted', to_this: true },
    });
    await change(id, { start: at('2026-11-24', '14:00'), end: at('2026-11-24', '15:00') });
    await work();
    const { data: moved } = await lan.client.getInvitation({ params: await latestCard(lan) });
    expect(moved).toMatchObject({ answered: { answer: 'accepted', to_this: false } });
  });

  test('CL-81 a guest who has answered is asked again when it is moved', async () => {
    const { id } = await ask([lan]);
    await work();
    await answer(lan, 'accepted');
    await work();
    await change(id, { title: 'Họp tháng' });
    await work();
    expect((await eventOf(an)).attendees).toMatchObject([{ answer: 'accepted' }]);
    await change(id, { start: at('2026-11-26', '09:00') });
    await work();
    expect((await eventOf(an)).attendees).toMatchObject([{ answer: 'waiting' }]);
    expect(await eventOf(lan)).toMatchObject({ my_answer: 'waiting' });
  });

  test('CL-88 has at most 500 guests', async () => {
    const guests = Array.from({ length: 501 }, (_, n) => ({ name: '', email: `n${n}@ngoai.example` }));
    const body = { fields: whole({ guests }) };
    await expect(an.client.createEvent({ body })).rejects.toMatchObject({ status: 400 });
    expect(await listed(an)).toEqual([]);
  });

  test('CL-88 of more people than may be written to in an hour is refused, and not kept', async () => {
    const guests = Array.from({ length: 61 }, (_, n) => ({ name: '', email: `n${n}@ngoai.example` }));
    const body = { fields: whole({ guests }) };
    await expect(an.client.createEvent({ body })).rejects.toMatchObject({ code: 'sending_limit_reached' });
    expect(await listed(an)).toEqual([]);
  });
});

describe('mail from outside', () => {
  const receive = (given: InvitationGiven = {}) => receiveInvitation(server, lan, given);
  const card = async (id: string) => (await lan.client.getInvitation({ params: { id } })).data;
  const CANCEL = { method: 'CANCEL', sequence: 1, stamp: '20261102T010000Z' };

  test('CL-87 an invitation of a stranger is in the calendar when it is answered, and not before', async () => {
    const id = await receive();
    await work();
    expect(await listed(lan)).toEqual([]);
    await lan.client.answerInvitation({ params: { id }, body: { answer: 'accepted' } });
    await work();
    expect(await listed(lan)).toMatchObject([{ title: 'Họp chốt giá' }]);
    expect(await eventOf(lan)).toMatchObject({ my_answer: 'accepted' });
    await lan.client.answerInvitation({ params: { id }, body: { answer: 'tentative' } });
    await work();
    expect(await listed(lan)).toHaveLength(1);
    expect(await eventOf(lan)).toMatchObject({ my_answer: 'tentative' });
  });

  test('CL-85 one’s own answer is in doubt for nobody', async () => {
    const id = await receive({ from: an.email, organiser: an.email, submittedBy: an });
    await lan.client.answerInvitation({ params: { id }, body: { answer: 'accepted' } });
    await work();
    const [reply] = await mailIn(lan, 'Sent');
    const { data } = await lan.client.getMessage({ params: { id: reply?.id ?? '' }, query: {} });
    const cards = await Promise.all(data.files.map(({ id: file }) => card(file)));
    expect(cards).toMatchObject([{ kind: 'reply', replaced_by: null, unproven: false }]);
  });

  test('CL-84 an answer that changes in the calendar is one message, and the card shows it', async () => {
    const id = await receive();
    await lan.client.answerInvitation({ params: { id }, body: { answer: 'accepted' } });
    await work();
    await answer(lan, 'declined');
    await work();
    expect(await card(id)).toMatchObject({
      answered: { answer: 'declined', to_this: true },
      attendees: [{ email: lan.email, answer: 'declined' }, { answer: 'accepted' }],
    });
    expect((await sentBy(lan)).toSorted()).toEqual([
      'Không tham dự: Họp chốt giá',
      'Đồng ý tham dự: Họp chốt giá',
    ]);
  });

  test('CL-87 by the setting those of nobody, or of everybody, are there at once', async () => {
    await lan.client.saveSettings({ body: [{ key: 'invitations_in_calendar', value: 'always' }] });
    await receive();
    await work();
    expect(await eventOf(lan)).toMatchObject({ my_answer: 'waiting' });
  });

  test('CL-247 that says it is accepted is unanswered, and one that asks somebody else is not taken', async () => {
    await lan.client.saveSettings({ body: [{ key: 'invitations_in_calendar', value: 'always' }] });
    await receive({ attendees: ['ATTENDEE;PARTSTAT=ACCEPTED:mailto:nguoi.khac@saomai.example'] });
    await work();
    expect(await listed(lan)).toEqual([]);
    await receive({ attendees: [`ATTENDEE;PARTSTAT=ACCEPTED:mailto:${lan.email}`] });
    await work();
    expect(await eventOf(lan)).toMatchObject({ my_answer: 'waiting' });
  });

  test('CL-247 somebody of another domain of the installation is no colleague', async () => {
    await createDomain(server.context, 'ban.example', true);
    const neighbour = await newPerson(server, { domain: 'ban.example' });
    await receive({ from: neighbour.email, organiser: neighbour.email, submittedBy: neighbour });
    await work();
    expect(await listed(lan)).toEqual([]);
    await receive({ from: an.email, organiser: an.email, submittedBy: an });
    await work();
    expect(await listed(lan)).toHaveLength(1);
  });

  test('CL-264 an invitation that is answered in its message is said to be in the calendar at once', async () => {
    const id = await receive();
    const { data } = await lan.client.answerInvitation({ params: { id }, body: { answer: 'accepted' } });
    const [mine] = await listed(lan);
    expect(data.event_id).toBe(mine?.event_id);
    await work();
    expect(await listed(lan)).toHaveLength(1);
  });

  test('CL-248 a colleague sees the time of an unanswered invitation as tentative', async () => {
    await receive({ from: an.email, organiser: an.email, submittedBy: an });
    await work();
    const busy = async () =>
      (await an.client.listBusyTimes({ body: { ...WEEK, emails: [lan.email] } })).data[0]?.busy;
    expect(await busy()).toMatchObject([{ tentative: true }]);
    await answer(lan, 'accepted');
    expect(await busy()).toMatchObject([{ tentative: false }]);
  });

  test.each<[string, InvitationGiven]>([
    ['without a signature', { signedBy: null }],
    ['of somebody else', { from: 'ke.gian@evil.example' }],
    ['of another guest', { from: 'Bình <binh@doitac.example>' }],
  ])('CL-85 a cancellation %s changes nothing', async (_what, given) => {
    const id = await receive();
    await lan.client.answerInvitation({ params: { id }, body: { answer: 'accepted' } });
    await work();
    await receive({ ...CANCEL, ...given });
    await work();
    expect(await listed(lan)).toHaveLength(1);
  });

  test('CL-85 an invitation under the uid of an own event is answered, and changes nothing of it', async () => {
    const { data: own } = await lan.client.createEvent({ body: { fields: whole({ title: 'Của tôi' }) } });
    const uid = own.id;
    const id = await receive({ uid, stamp: '20261130T010000Z' });
    await lan.client.answerInvitation({ params: { id }, body: { answer: 'accepted' } });
    await work();
    expect(await listed(lan)).toMatchObject([{ title: 'Của tôi' }]);
  });

  test.each<[string, InvitationGiven]>([
    ['an unproven invitation', { signedBy: null }],
    ['an invitation of their own', {}],
    ['a cancellation of their own', { method: 'CANCEL' }],
  ])('CL-85 %s that a stranger sends ahead under the uid takes no place', async (_what, given) => {
    await lan.client.saveSettings({ body: [{ key: 'invitations_in_calendar', value: 'known' }] });
    const { data: own } = await an.client.createEvent({ body: { fields: whole() } });
    const stranger = 'ke.gian@evil.example';
    await receive({ uid: own.id, sequence: 9, from: stranger, organiser: stranger, ...given });
    await work();
    expect(await listed(lan)).toEqual([]);
    await change(own.id, { guests: [{ name: '', email: lan.email }] });
    await work();
    expect(await eventOf(lan)).toMatchObject({ my_answer: 'waiting' });
    await change(own.id, { start: at('2026-11-26', '15:00'), end: at('2026-11-26', '16:00') });
    await work();
    expect(await listed(lan)).toMatchObject([{ at: Date.UTC(2026, 10, 26, 8) / 1000 }]);
  });

  describe('an update that nobody has proven to be the organiser’s', () => {
    const LATER = ['DTSTART:20261125T080000Z', 'DTEND:20261125T090000Z', 'SUMMARY:Họp chốt giá'];
    const UPDATE = { sequence: 9, stamp: '20261122T010000Z', lines: LATER };
    const SERVICE = { from: 'lich@dichvu.example' };
    const times = async () => (await listed(lan)).map(({ at: begins }) => begins);
    const clearInbox = async () => {
      const ids = (await mailIn(lan, 'INBOX')).map(({ thread_id }) => thread_id);
      await lan.client.deleteThreads({ body: { ids } });
    };

    test.each<[string, InvitationGiven, InvitationGiven]>([
      ['somebody whose mail proves nothing', { signedBy: null }, { from: 'ke.gian@evil.example' }],
      ['somebody whose service asks', SERVICE, { from: 'ke.gian@evil.example' }],
      ['somebody whose mail is proven', {}, { signedBy: 'evil.example', from: 'ke.gian@evil.example' }],
    ])('CL-439 to a meeting in the calendar of %s is not answered', async (_who, first, next) => {
      const id = await receive(first);
      await lan.client.answerInvitation({ params: { id }, body: { answer: 'accepted' } });
      await work();
      const known = await times();
      await clearInbox();
      const update = await receive({ ...UPDATE, ...next });
      expect(await card(update)).toMatchObject({
        ...{ unproven: true, replaced_by: 'original', may_answer: false },
        event_id: expect.any(String),
      });
      for (const answered of ['accepted', 'declined'] as const)
        await expect(
          lan.client.answerInvitation({ params: { id: update }, body: { answer: answered } }),
        ).rejects.toMatchObject({ code: 'invitation_closed' });
      expect(await times()).toEqual(known);
      expect(await eventOf(lan)).toMatchObject({ my_answer: 'accepted' });
    });

    test('CL-439 to the meeting of a colleague is not answered, also where their own message is gone', async () => {
      const { id: uid } = await ask([lan]);
      await work();
      const known = await times();
      await clearInbox();
      for (const from of ['ke.gian@evil.example', an.email]) {
        const update = await receive({ ...UPDATE, uid, organiser: an.email, from, signedBy: null });
        expect(await card(update)).toMatchObject({
          unproven: true,
          replaced_by: 'original',
          may_answer: false,
        });
      }
      expect(await times()).toEqual(known);
    });

    test('CL-439 by whom the event names to send for its organiser is answered, also where their first message is gone', async () => {
      const secretary = { from: 'thu.ky@doitac.example', sentBy: 'thu.ky@doitac.example' };
      const id = await receive(secretary);
      await lan.client.answerInvitation({ params: { id }, body: { answer: 'accepted' } });
      await work();
      await clearInbox();
      const update = await receive({ ...UPDATE, ...secretary });
      expect(await card(update)).toMatchObject({ replaced_by: null, may_answer: true });
    });

    test.each<[string, InvitationGiven]>([
      ['the organiser whose mail proves nothing', { signedBy: null }],
      ['the service that has asked to it', SERVICE],
    ])('CL-439 by %s is answered as before', async (_who, given) => {
      const id = await receive(given);
      await lan.client.answerInvitation({ params: { id }, body: { answer: 'accepted' } });
      await work();
      const update = await receive({ ...UPDATE, ...given });
      expect(await card(update)).toMatchObject({ unproven: true, replaced_by: null, may_answer: true });
      await lan.client.answerInvitation({ params: { id: update }, body: { answer: 'accepted' } });
      expect(await times()).toEqual([Date.UTC(2026, 10, 25, 8) / 1000]);
      const next = await receive({ ...UPDATE, ...given, sequence: 10 });
      expect(await card(next)).toMatchObject({ replaced_by: null, may_answer: true });
    });
  });

  test('CL-198 who leads the meeting of somebody else is said, and stays so when it is answered', async () => {
    const attendees = [
      'ATTENDEE;ROLE=CHAIR;PARTSTAT=ACCEPTED:mailto:chu.toa@doitac.example',
      `ATTENDEE;ROLE=OPT-PARTICIPANT;PARTSTAT=NEEDS-ACTION;RSVP=TRUE:mailto:${lan.email}`,
    ];
    const id = await receiveInvitation(server, lan, { uid: `${lan.email} chu-toa`, attendees });
    const { data } = await lan.client.answerInvitation({ params: { id }, body: { answer: 'accepted' } });
    expect(data.attendees).toMatchObject([{ role: 'chair' }, { role: 'optional' }]);
    await work();
    expect((await eventOf(lan)).attendees).toMatchObject([
      { role: 'chair', answer: 'accepted' },
      { role: 'optional', answer: 'accepted' },
    ]);
  });

  test('CL-82 CL-85 a proven change and cancellation are applied, and late ones change nothing', async () => {
    const id = await receive();
    await lan.client.answerInvitation({ params: { id }, body: { answer: 'accepted' } });
    await work();
    await receive(CANCEL);
    await work();
    expect(await listed(lan)).toEqual([]);
    await receive();
    await work();
    expect(await listed(lan)).toEqual([]);
  });

  test('CL-436 what was called off before its invitation came is not put into the calendar', async () => {
    await lan.client.saveSettings({ body: [{ key: 'invitations_in_calendar', value: 'always' }] });
    await receive(CANCEL);
    await work();
    const id = await receive();
    await work();
    expect(await listed(lan)).toEqual([]);
    expect(await card(id)).toMatchObject({ replaced_by: 'cancellation' });
  });

  test('CL-83 CL-85 an answer counts for who has proven to have sent it', async () => {
    const { uid, id } = await meetingWithOutside();
    const reply = (given: InvitationGiven) =>
      receiveInvitation(server, an, {
        ...{ method: 'REPLY', uid, organiser: an.email, stamp: '20261121T010000Z' },
        attendees: ['ATTENDEE;PARTSTAT=ACCEPTED:mailto:binh@doitac.example'],
        ...given,
      });
    const told = async () =>
      (await an.client.getEvent({ params: { id }, query: {} })).data.attendees[0]?.answer;
    await reply({ from: 'Bình <binh@doitac.example>', signedBy: null });
    await reply({ from: 'ke.gian@evil.example' });
    await reply({ from: 'hung@doitac.example' });
    await work();
    expect(await told()).toBe('waiting');
    await reply({ from: 'Bình <binh@doitac.example>' });
    await work();
    expect(await told()).toBe('accepted');
  });

  async function meetingWithOutside() {
    const fields = whole({ guests: [{ name: 'Bình', email: 'binh@doitac.example' }] });
    const { id } = (await an.client.createEvent({ body: { fields } })).data;
    server.clock.pass(60_000);
    return { uid: id, id };
  }
});

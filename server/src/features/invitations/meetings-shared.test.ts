import type { EventFields } from '@bocau/contract/calendar.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CalendarPermission } from '../../calendar-tables.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { runJobsUntilIdle } from '../../test-kit/run-jobs.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { mailIn } from '../../test-kit/write-mail.ts';

const ZONE = 'Asia/Ho_Chi_Minh';
const WEEK = { from: '2026-11-23', to: '2026-11-29', zone: ZONE };
const at = (day: string, clock: string) => ({ day, clock, zone: ZONE });
const FORBIDDEN = expect.objectContaining({ status: 403, code: 'forbidden' });

let server: TestServer;
let an: NewPerson;
let thu: NewPerson;
let lan: NewPerson;

beforeAll(async () => {
  server = await startTestServer({ env: { ROLES: 'http,mail', SENDING_PER_HOUR: '60' } });
});
afterAll(() => server.close());
beforeEach(async () => {
  [an, thu, lan] = [await newPerson(server), await newPerson(server), await newPerson(server)];
});

/** All that is due when the time for undo is over. */
async function work(): Promise<void> {
  server.clock.pass(60_000);
  await runJobsUntilIdle(server.context);
}

/** The calendar of new events of somebody, which Thu may see or change. */
async function shared({ client }: NewPerson, permission: CalendarPermission): Promise<string> {
  const calendar = (await client.listCalendars({})).data.find(({ is_default }) => is_default);
  if (!calendar) throw new Error('there is a calendar of new events');
  const members = [{ address: thu.email, permission }];
  await client.setCalendarMembers({ params: { id: calendar.id }, body: { members } });
  return calendar.id;
}

function ask({ client }: NewPerson, guest: NewPerson, calendar?: string, fields: Partial<EventFields> = {}) {
  const whole = { title: 'Họp tuần', start: at('2026-11-24', '09:00'), end: at('2026-11-24', '10:00') };
  const guests = [{ name: '', email: guest.email }];
  const body = { ...(calendar !== undefined && { calendar_id: calendar }) };
  return client.createEvent({ body: { ...body, fields: { ...whole, guests, ...fields } } });
}

const listed = async ({ client }: NewPerson) => (await client.listEvents({ query: WEEK })).data;

async function invitationOf(person: NewPerson) {
  const [first] = await listed(person);
  if (!first) throw new Error('there is an event');
  return (await person.client.getEvent({ params: { id: first.event_id }, query: {} })).data;
}

describe('a meeting in a calendar of somebody else', () => {
  test('CL-112 CL-86 is made, changed and called off in the name of its owner', async () => {
    const { data } = await ask(thu, lan, await shared(an, 'WRITE'));
    const params = { id: data.id };
    expect(data).toMatchObject({ organiser: { email: an.email }, my_answer: null });
    await work();
    expect(await invitationOf(lan)).toMatchObject({ organiser: { email: an.email }, my_answer: 'waiting' });
    await thu.client.changeEvent({ params, body: { fields: { place: 'Phòng B' } } });
    await work();
    expect(await listed(lan)).toMatchObject([{ place: 'Phòng B' }]);
    await thu.client.trashEvents({ body: { ids: [data.id] } });
    await work();
    expect(await listed(lan)).toEqual([]);
    expect(await mailIn(an, 'Sent')).not.toEqual([]);
    expect(await mailIn(thu, 'Sent')).toEqual([]);
  });

  test('CL-110 CL-112 is changed by nobody who may only see it, and nobody is told', async () => {
    const { data } = await ask(an, lan, await shared(an, 'READ'));
    await work();
    const before = await mailIn(lan, 'INBOX');
    const params = { id: data.id };
    await expect(thu.client.changeEvent({ params, body: { fields: { place: 'B' } } })).rejects.toEqual(
      FORBIDDEN,
    );
    await expect(thu.client.trashEvents({ body: { ids: [data.id] } })).rejects.toEqual(FORBIDDEN);
    await work();
    expect(await mailIn(lan, 'INBOX')).toEqual(before);
  });

  test('CL-112 asks nobody in the name of its owner for who may not send mail', async () => {
    const calendar = await shared(an, 'WRITE');
    const { db } = server.context;
    await db.updateTable('mailboxes').set({ enable_smtp: false }).where('id', '=', thu.mailbox).execute();
    const refused = expect.objectContaining({ code: 'sending_disabled' });
    await expect(ask(thu, lan, calendar)).rejects.toEqual(refused);
    expect(await listed(an)).toEqual([]);
  });

  test('CL-112 CL-84 to which its owner was asked is answered as the owner, and changed no further', async () => {
    await shared(lan, 'WRITE');
    const { data } = await ask(an, lan);
    await work();
    const invited = await invitationOf(lan);
    const params = { id: invited.id };
    expect((await thu.client.getEvent({ params, query: {} })).data.my_answer).toBe('waiting');
    await expect(thu.client.changeEvent({ params, body: { fields: { title: 'X' } } })).rejects.toEqual(
      FORBIDDEN,
    );
    await thu.client.answerEvent({ params, body: { answer: 'accepted' } });
    await work();
    const answered = await an.client.getEvent({ params: { id: data.id }, query: {} });
    expect(answered.data.attendees).toMatchObject([{ email: lan.email, answer: 'accepted' }]);
  });

  test('CL-111 CL-82 that a guest has hidden stays hidden when it is updated', async () => {
    await shared(lan, 'WRITE');
    const { data } = await ask(an, lan);
    await work();
    const { id } = await invitationOf(lan);
    await lan.client.changeEvent({ params: { id }, body: { fields: { is_private: true } } });
    await an.client.changeEvent({ params: { id: data.id }, body: { fields: { place: 'Phòng B' } } });
    await work();
    expect(await listed(lan)).toMatchObject([{ place: 'Phòng B', is_private: true }]);
    expect(await listed(thu)).toMatchObject([{ title: '', only_busy: true }]);
  });
});

test('CL-86 a series that was split is told as it is after the split was undone', async () => {
  const { data } = await ask(an, lan, undefined, { rule: 'FREQ=DAILY;COUNT=4' });
  await work();
  await lan.client.answerEvent({
    params: { id: (await invitationOf(lan)).id },
    body: { answer: 'accepted' },
  });
  await work();
  const before = (await listed(lan)).map(({ at: moment }) => moment);
  const params = { id: data.id };
  const original = '20261126T020000Z';
  const fields = { start: at('2026-11-26', '15:00'), end: at('2026-11-26', '16:00') };
  await an.client.changeEvent({ params, body: { scope: 'following', original, fields } });
  await work();
  expect((await listed(lan)).map(({ at: moment }) => moment)).not.toEqual(before);
  await an.client.rejoinSeries({ params });
  await work();
  expect((await listed(lan)).map(({ at: moment }) => moment)).toEqual(before);
});

describe('a calendar with meetings', () => {
  async function calendarOf({ client }: NewPerson): Promise<string> {
    return (await client.createCalendar({ body: { name: 'Dự án', color: '#0b8043' } })).data.id;
  }

  test('CL-91 that is deleted calls off with guests what is to come, and not what is over', async () => {
    const id = await calendarOf(an);
    await ask(an, lan, id);
    await ask(an, thu, id, { start: at('2020-11-24', '09:00'), end: at('2020-11-24', '10:00') });
    await work();
    expect(await listed(lan)).toHaveLength(1);
    await an.client.deleteCalendar({ params: { id } });
    await work();
    expect(await listed(lan)).toEqual([]);
    const subjects = async (who: NewPerson) => (await mailIn(who, 'INBOX')).map(({ subject }) => subject);
    expect((await subjects(lan)).filter((subject) => subject?.startsWith('Đã hủy'))).toHaveLength(1);
    expect((await subjects(thu)).filter((subject) => subject?.startsWith('Đã hủy'))).toEqual([]);
  });

  test('CL-91 of more guests than may be written to stays as it is', async () => {
    const id = await calendarOf(an);
    const guests = Array.from({ length: 31 }, (_, at) => ({ name: '', email: `khach${at}@xa.example` }));
    const { data } = await ask(an, lan, id, { guests });
    await work();
    await expect(an.client.deleteCalendar({ params: { id } })).rejects.toEqual(
      expect.objectContaining({ status: 429, code: 'sending_limit_reached' }),
    );
    expect((await an.client.getEvent({ params: { id: data.id }, query: {} })).data.trashed_at).toBeNull();
    expect((await an.client.listCalendars({})).data).toContainEqual(expect.objectContaining({ id }));
  });
});

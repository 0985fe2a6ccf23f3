import type { EventFields } from '@bocau/contract/calendar.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { changeCalendar } from '../../calendar/change-calendar.ts';
import { deriveObject } from '../../calendar/objects/derive-object.ts';
import { putObjects } from '../../calendar/objects/put-objects.ts';
import { unixSeconds } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { runJobsUntilIdle } from '../../test-kit/run-jobs.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { createDomain } from '../people/create-people.ts';

let server: TestServer;
let own: NewPerson;
let other: NewPerson;

beforeAll(async () => {
  server = await startTestServer({ env: { ROLES: 'http,mail' } });
});
afterAll(() => server.close());
beforeEach(async () => {
  own = await newPerson(server);
  other = await newPerson(server);
});

const ZONE = 'Asia/Ho_Chi_Minh';
const DAY = { from: '2026-03-02', to: '2026-03-02', zone: ZONE };
const at = (clock: string) => ({ day: '2026-03-02', clock, zone: ZONE });
const hour = (of: number) => Date.UTC(2026, 2, 2, of - 7) / 1000;
const busy = (from: number, to: number, tentative = false) => ({
  at: hour(from),
  until: hour(to),
  tentative,
});

async function add(from: string, to: string, fields: Partial<EventFields> = {}): Promise<string> {
  const body = { fields: { title: 'Họp', start: at(from), end: at(to), ...fields } };
  return (await other.client.createEvent({ body })).data.calendar_id;
}

/** Puts an event as a program does. */
async function put(from: string, to: string, lines: string[]): Promise<void> {
  const id = newId(server.clock);
  const time = (name: string, clock: string) => `${name};TZID=${ZONE}:20260302T${clock.replace(':', '')}00`;
  const source = Buffer.from(
    [
      ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'BEGIN:VEVENT', `UID:${id}`, time('DTSTART', from)],
      ...[time('DTEND', to), ...lines, 'END:VEVENT', 'END:VCALENDAR', ''],
    ].join('\r\n'),
  );
  const derived = deriveObject(source, unixSeconds(server.clock));
  await changeCalendar(server.context, other.mailbox, (change) =>
    putObjects(change, [{ id, calendarId: change.defaultCalendar, source, derived }]),
  );
}

async function seen(emails = [other.email]) {
  return (await own.client.listBusyTimes({ body: { emails, ...DAY } })).data.map((one) => one.busy);
}

test('CL-117 busy times are merged, without what leaves one free, was cancelled or declined', async () => {
  await add('09:00', '10:00');
  await add('09:30', '11:00', { is_private: true });
  await add('12:00', '13:00', { is_busy: false });
  await put('13:00', '14:00', ['STATUS:CANCELLED']);
  await put('14:00', '15:00', ['STATUS:TENTATIVE']);
  await put('16:00', '17:00', [`ATTENDEE;PARTSTAT=DECLINED:mailto:${other.email.toUpperCase()}`]);
  await put('18:00', '19:00', ['ATTENDEE;PARTSTAT=DECLINED:mailto:khach@minhphat.example']);
  expect(await seen()).toEqual([[busy(9, 11), busy(14, 15, true), busy(18, 19)]]);
});

test('CL-117 whole days and series are told by the clock of who asks', async () => {
  const day = { day: '2026-03-02', clock: null, zone: null };
  await add('09:00', '10:00', { start: day, end: day });
  expect(await seen()).toEqual([[busy(0, 24)]]);
});

test('CL-116 who shows nothing is told like who is of another domain, hidden, or not there', async () => {
  const calendar = await add('09:00', '10:00');
  const { db } = server.context;
  await createDomain(server.context, 'ban.example', true);
  const outside = await newPerson(server, { domain: 'ban.example' });
  const hidden = await newPerson(server);
  await db.updateTable('mailboxes').set({ hidden: true }).where('id', '=', hidden.mailbox).execute();
  await other.client.setBusyChoice({ body: { shown: false } });
  expect((await other.client.getBusyChoice({})).data).toEqual({ shown: false });
  const emails = [other.email, outside.email, hidden.email, 'khong-co@saomai.example', own.email];
  expect(await seen(emails)).toEqual([null, null, null, null, []]);
  const members = [{ address: own.email, permission: 'BUSY' as const }];
  await other.client.setCalendarMembers({ params: { id: calendar }, body: { members } });
  expect(await seen()).toEqual([[busy(9, 10)]]);
});

test('CL-117 is asked for fifty people and a month at a time', async () => {
  const emails = Array.from({ length: 51 }, (_, at) => `nguoi-${at}@saomai.example`);
  await expect(seen(emails)).rejects.toMatchObject({ status: 400 });
  await expect(
    own.client.listBusyTimes({ body: { ...DAY, emails: [own.email], to: '2026-04-30' } }),
  ).rejects.toMatchObject({ code: 'invalid_days' });
});

test('CL-234 a meeting for which a time is looked for takes none itself, of who asks and of its guests', async () => {
  const guests = [{ name: '', email: other.email }];
  const fields = { title: 'Họp', start: at('09:00'), end: at('10:00'), guests };
  const { data: event } = await own.client.createEvent({ body: { fields } });
  await add('13:00', '14:00');
  server.clock.pass(60_000);
  await runJobsUntilIdle(server.context);
  const emails = [own.email, other.email];
  const body = { emails, ...DAY, event_id: event.id };
  const found = async () => (await own.client.listBusyTimes({ body })).data.map((one) => one.busy);
  expect(await seen(emails)).toEqual([[busy(9, 10)], [busy(9, 10, true), busy(13, 14)]]);
  expect(await found()).toEqual([[], [busy(13, 14)]]);
  // Nobody asks by an event of somebody else.
  await expect(other.client.listBusyTimes({ body })).rejects.toMatchObject({ code: 'event_not_found' });
});

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { firstCalendarOf } from '../../calendar/calendar.store.ts';
import { type CalDavPerson, calDavPerson } from '../../test-kit/caldav-person.ts';
import type { NewPerson } from '../../test-kit/new-person.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';

let server: TestServer;
/** Shares a calendar to read. */
let owner: CalDavPerson;
/** Reads it, and shares one with the same people. */
let thief: CalDavPerson;
/** Sees both. */
let reader: CalDavPerson;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  // The lower number won.
  thief = await calDavPerson(server);
  [owner, reader] = [await calDavPerson(server), await calDavPerson(server)];
});

async function share(by: NewPerson, who: NewPerson[], permission: 'READ' | 'WRITE', name = 'Họp') {
  const { data } = await by.client.createCalendar({ body: { name, color: '#0b8043' } });
  const members = who.map(({ email: address }) => ({ address, permission }));
  await by.client.setCalendarMembers({ params: { id: data.id }, body: { members } });
  return data;
}

const at = (clock: string) => ({ day: '2026-03-02', clock, zone: 'Asia/Ho_Chi_Minh' });

async function add({ client }: NewPerson, calendar_id: string, title: string, uid: string): Promise<string> {
  const fields = { title, start: at('09:00'), end: at('10:00') };
  return (await client.createEvent({ body: { uid, calendar_id, fields } })).data.id;
}

test('CL-115 nobody makes an event of an id that somebody else’s has', async () => {
  const own = await share(owner, [reader, thief], 'READ');
  const uid = crypto.randomUUID().slice(0, 24) + own.event_ids_end;
  const wanted = await add(owner, own.id, 'Thật', uid);
  expect(wanted).toBe(uid);
  expect(await add(owner, own.id, 'Lần nữa', uid)).toBe(uid);
  const theirs = await share(thief, [reader], 'WRITE');
  expect(await add(thief, theirs.id, 'Giả', wanted)).not.toBe(wanted);
  expect((await reader.client.getEvent({ params: { id: wanted }, query: {} })).data.fields.title).toBe(
    'Thật',
  );
  // Nor the one that a colleague's call will be given.
  const plain = crypto.randomUUID();
  const made = await add(owner, own.id, 'Hai', plain);
  for (const chosen of [plain, made]) expect(await add(thief, theirs.id, 'Giả', chosen)).not.toBe(made);
  expect(await add(owner, own.id, 'Lần nữa', plain)).toBe(made);
});

test('CL-115 a program makes no calendar of an id that a colleague’s has, or will have', async () => {
  const { id } = await share(owner, [reader], 'WRITE', 'Thật');
  const make = async (chosen: string) =>
    (await thief.dav.call('MKCALENDAR', `${thief.home}${chosen}/`)).status;
  expect([await make(id), await make(firstCalendarOf(owner.mailbox))]).toEqual([409, 409]);
  expect(await make(crypto.randomUUID())).toBe(201);
});

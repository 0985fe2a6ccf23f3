import { afterAll, beforeAll, expect, test } from 'vitest';
import { deriveObject } from '../../calendar/objects/derive-object.ts';
import { refreshSome } from '../../calendar/objects/refresh-objects.ts';
import { lanAnh } from '../../demo-world/people.ts';
import { findRecipient } from '../../mail/incoming/find-recipient.ts';
import { unixSeconds } from '../../platform/clock.ts';
import { type CalDavPerson, calDavPerson, vevent } from '../../test-kit/caldav-person.ts';
import type { SignedInClient } from '../../test-kit/signed-in-client.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';

const DOMAIN = 'saomai.example';
let server: TestServer;
let owner: SignedInClient;
let an: CalDavPerson;
let binh: CalDavPerson;

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.signIn(lanAnh.email);
  an = await calDavPerson(server);
  binh = await calDavPerson(server);
});
afterAll(() => server.close());

let counter = 0;

async function newRoom(): Promise<string> {
  counter += 1;
  const body = { local: `phong-dav-${counter}`, settings: { name: `Phòng ${counter}` } };
  return (await owner.addRoom({ params: { domain: DOMAIN }, body })).data.email;
}

/** Some weeks ahead of the clock of the test. */
const day = () =>
  new Date(server.clock.now() + 30 * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '');

function meeting(uid: string, by: CalDavPerson, room: string, ...lines: string[]): string {
  return vevent(
    uid,
    'Họp',
    ...[`DTSTART:${day()}T020000Z`, `DTEND:${day()}T030000Z`, `ORGANIZER:mailto:${by.email}`],
    ...[`ATTENDEE;CUTYPE=ROOM;PARTSTAT=NEEDS-ACTION:mailto:${room}`, ...lines],
  );
}

const put = (who: CalDavPerson, name: string, body: string) =>
  who.dav.call('PUT', `${who.calendar}${name}`, { body, headers: { 'content-type': 'text/calendar' } });
/** Without the breaks of folded lines. */
const read = async (who: CalDavPerson, name: string) =>
  (await who.dav.call('GET', `${who.calendar}${name}`)).text.replaceAll('\r\n ', '');

test('CL-177 a program books a room by its address, and reads what it answers', async () => {
  const room = await newRoom();
  const first = await put(an, 'a.ics', meeting('a', an, room));
  expect([first.status, first.headers['etag']]).toEqual([201, undefined]);
  const text = await read(an, 'a.ics');
  expect(text).toMatch(/ATTENDEE;[^\r]*PARTSTAT=ACCEPTED/);
  expect(text).toContain(`LOCATION:Phòng ${counter}`);
  await put(binh, 'b.ics', meeting('b', binh, room));
  expect(await read(binh, 'b.ics')).toMatch(/ATTENDEE;[^\r]*PARTSTAT=DECLINED/);
  // What is as it was put has its tag.
  expect((await put(an, 'a.ics', text)).headers['etag']).toBeDefined();
  await an.dav.call('DELETE', `${an.calendar}a.ics`);
  await put(binh, 'b.ics', meeting('b', binh, room, 'DESCRIPTION:Mới'));
  expect(await read(binh, 'b.ics')).toMatch(/ATTENDEE;[^\r]*PARTSTAT=ACCEPTED/);
});

test('CL-177 nobody books a room in the name of another organiser, or by writing its answer', async () => {
  const room = await newRoom();
  const invited = meeting('c', binh, room).replace('NEEDS-ACTION', 'ACCEPTED');
  const made = await put(an, 'c.ics', invited);
  expect(made.headers['etag']).toBeDefined();
  expect(await read(an, 'c.ics')).toBe(invited.replaceAll('\r\n ', ''));
  await put(binh, 'd.ics', meeting('d', binh, room));
  expect(await read(binh, 'd.ics')).toMatch(/PARTSTAT=ACCEPTED/);
  await put(an, 'e.ics', meeting('e', an, room).replace('NEEDS-ACTION', 'ACCEPTED;X-BOCAU-ROOM=TRUE'));
  expect(await read(an, 'e.ics')).toMatch(/PARTSTAT=DECLINED/);
});

test('CL-174 the window of a series without end takes its room with it', async () => {
  const { context, clock } = server;
  const room = await newRoom();
  await put(an, 'f.ics', meeting('f', an, room, 'RRULE:FREQ=WEEKLY'));
  const lastOf = async () => {
    const { until } = await context.db
      .selectFrom('calendar_bookings as b')
      .innerJoin('calendar_rooms as r', 'r.id', 'b.room_id')
      .select(({ fn }) => fn.max('b.until').as('until'))
      .where('r.address', '=', room)
      .executeTakeFirstOrThrow();
    return Number(until);
  };
  const { id } = await context.db
    .selectFrom('calendar_objects')
    .select('id')
    .where('mailbox_id', '=', an.mailbox)
    .where('uid', '=', 'f')
    .executeTakeFirstOrThrow();
  const before = await lastOf();
  const text = await read(an, 'f.ics');
  const later = { ...clock, now: () => clock.now() + 200 * 86_400_000 };
  await refreshSome({ ...context, clock: later, log: context.log }, an.mailbox, [id]);
  expect(await lastOf()).toBeGreaterThan(before + 190 * 86_400);
  expect(await read(an, 'f.ics')).toBe(text);
  expect(deriveObject(Buffer.from(text), unixSeconds(clock)).repeats).toBe(true);
});

test('CL-179 mail to a room is refused as to nobody, whoever gets what is addressed to nobody', async () => {
  const { db } = server.context;
  const room = await newRoom();
  expect(await findRecipient(db, room)).toMatchObject({ refuse: { code: 550 } });
  await db
    .updateTable('domains')
    .set({ catch_all_mailbox_id: an.mailbox })
    .where('name', '=', DOMAIN)
    .execute();
  expect(await findRecipient(db, `khong-co@${DOMAIN}`)).toMatchObject({ accept: { mailboxId: an.mailbox } });
  expect(await findRecipient(db, room)).toMatchObject({ refuse: { code: 550 } });
  expect(await findRecipient(db, room.replace('@', '+x@'))).toMatchObject({ refuse: { code: 550 } });
  await db.updateTable('domains').set({ catch_all_mailbox_id: null }).where('name', '=', DOMAIN).execute();
});

import type { CalendarEvent, EventFields } from '@bocau/contract/calendar.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readWholeObjects } from '../../../calendar/objects/objects.store.ts';
import { owedMessages } from '../../../calendar/scheduling/owed-messages.ts';
import { lanAnh } from '../../../demo-world/people.ts';
import { newId } from '../../../platform/ids.ts';
import { type NewPerson, newPerson } from '../../../test-kit/new-person.ts';
import type { SignedInClient } from '../../../test-kit/signed-in-client.ts';
import { startTestServer, type TestServer } from '../../../test-kit/start-server.ts';
import { createDomain } from '../../people/create-people.ts';

const DOMAIN = 'saomai.example';
const ZONE = 'Asia/Ho_Chi_Minh';
let server: TestServer;
let owner: SignedInClient;
let lan: NewPerson;
let nam: NewPerson;

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.signIn(lanAnh.email);
  lan = await newPerson(server);
  nam = await newPerson(server);
});
afterAll(() => server.close());

let counter = 0;

/** A new room, free at all times. */
async function newRoom(settings: object = {}): Promise<{ name: string; email: string }> {
  counter += 1;
  const body = { local: `phong-${counter}`, settings: { name: `Phòng ${counter}`, ...settings } };
  const { data } = await owner.addRoom({ params: { domain: DOMAIN }, body });
  return { name: data.name, email: data.email };
}

/** On a Monday, some weeks ahead of the clock of the test. */
function day(plus = 0): string {
  const monday = Math.ceil(server.clock.now() / 604_800_000) * 604_800_000 + 4 * 86_400_000;
  return new Date(monday + (28 + plus) * 86_400_000).toISOString().slice(0, 10);
}

const at = (clock: string, plus = 0) => ({ day: day(plus), clock, zone: ZONE });
type Room = { name: string; email: string };
type Fields = Partial<EventFields>;

function fieldsAt(from: string, to: string, rooms: Room[], fields: Fields = {}) {
  return { title: 'Họp', start: at(from), end: at(to), rooms, ...fields };
}

async function make(who: NewPerson, from: string, to: string, rooms: Room[], fields: Fields = {}) {
  return (await who.client.createEvent({ body: { fields: fieldsAt(from, to, rooms, fields) } })).data;
}

async function change(who: NewPerson, id: string, fields: Fields, more: object = {}) {
  return (await who.client.changeEvent({ params: { id }, body: { fields, ...more } })).data;
}

const see = async (who: NewPerson, id: string, original?: string) =>
  (await who.client.getEvent({ params: { id }, query: original ? { original } : {} })).data;

const answers = ({ attendees }: Pick<CalendarEvent, 'attendees'>) =>
  attendees.filter(({ is_room }) => is_room).map(({ answer }) => answer);

const taken = async (room: Room, plus = 0, who = nam) => {
  const body = { rooms: [room.email], from: day(plus), to: day(plus), zone: ZONE };
  return (await who.client.listRoomTimes({ body })).data[0]?.taken ?? [];
};

test('CL-172 a room takes an event when it is free, names its place, and refuses what comes later', async () => {
  const room = await newRoom();
  const first = await make(lan, '14:00', '15:00', [room]);
  expect(answers(first)).toEqual(['accepted']);
  expect(first.fields.place).toBe(room.name);
  expect(first.fields.guests).toEqual([]);
  const second = await make(nam, '14:30', '15:30', [room]);
  expect(answers(second)).toEqual(['declined']);
  expect(second.fields.place).toBe('');
  expect(answers(await make(nam, '15:00', '16:00', [room]))).toEqual(['accepted']);
  expect((await taken(room)).map(({ name }) => name.split(' ').at(-1))).toHaveLength(2);
});

test('CL-172 a place that a room filled in goes with the room, and comes back with it', async () => {
  const [one, two] = [await newRoom(), await newRoom()];
  await make(nam, '16:00', '17:00', [two]);
  const both = await make(lan, '09:00', '10:00', [one, two]);
  expect(both.fields.place).toBe(`${one.name}, ${two.name}`);
  const moved = await change(lan, both.id, { start: at('16:00'), end: at('17:00') });
  expect([answers(moved), moved.fields.place]).toEqual([['accepted', 'declined'], one.name]);
  const back = await change(lan, both.id, { start: at('09:00'), end: at('10:00') });
  expect([answers(back), back.fields.place]).toEqual([['accepted', 'accepted'], both.fields.place]);
  const single = await make(lan, '11:00', '12:00', [two]);
  expect((await change(lan, single.id, { start: at('16:30'), end: at('17:30') })).fields.place).toBe('');
  expect((await change(lan, single.id, { start: at('11:00'), end: at('12:00') })).fields.place).toBe(
    two.name,
  );
  const named = await make(lan, '13:00', '14:00', [two], { place: 'Cổng sau' });
  const kept = await change(lan, named.id, { start: at('16:30'), end: at('17:30') });
  expect([answers(kept), kept.fields.place]).toEqual([['declined'], 'Cổng sau']);
});

test('CL-171 of many who ask for a room at once exactly one has it', async () => {
  const room = await newRoom();
  const people = [lan, nam, await newPerson(server), await newPerson(server)];
  const all = await Promise.all(
    people.flatMap((who) => [make(who, '09:00', '10:00', [room]), make(who, '09:30', '10:30', [room])]),
  );
  const said = all.flatMap(answers);
  expect(said.filter((answer) => answer === 'accepted')).toHaveLength(1);
  expect(said).toHaveLength(8);
  expect(await taken(room)).toHaveLength(1);
});

test('CL-171 two who ask for two rooms in either order end, and no room is taken twice', async () => {
  const [one, two] = [await newRoom(), await newRoom()];
  const all = await Promise.all(
    [0, 1, 2, 3, 4, 5].map((turn) =>
      make(turn % 2 ? lan : nam, '09:00', '10:00', turn % 2 ? [one, two] : [two, one]),
    ),
  );
  expect(all.flatMap(answers).filter((answer) => answer === 'accepted')).toHaveLength(2);
});

test('CL-171 CL-174 a series and single events that are asked at once never share a time', async () => {
  for (const turn of [0, 1, 2]) {
    const room = await newRoom();
    const rule = 'FREQ=DAILY;COUNT=5';
    const single = (plus: number) =>
      make(nam, '09:30', '10:30', [room], { start: at('09:30', plus), end: at('10:30', plus) });
    const series = () => make(lan, '09:00', '10:00', [room], { rule });
    const asked = turn === 1 ? [single(2), series(), single(4)] : [series(), single(2), single(4)];
    const accepted = (await Promise.all(asked)).filter((one) => answers(one)[0] === 'accepted');
    const ofSeries = accepted.filter(({ fields }) => fields.rule !== null).length;
    // All of the series or none of it, and whoever it is not in the way of.
    expect(accepted).toHaveLength(ofSeries === 1 ? 1 : 2);
    const times = await Promise.all([0, 1, 2, 3, 4].map((plus) => taken(room, plus)));
    expect(times.flat()).toHaveLength(ofSeries === 1 ? 5 : 2);
  }
});

test('CL-173 a calendar that is deleted takes no room any more', async () => {
  const room = await newRoom();
  const { data } = await lan.client.createCalendar({ body: { name: 'Dự án', color: '#0b8043' } });
  const fields = fieldsAt('09:00', '10:00', [room]);
  const made = await lan.client.createEvent({ body: { calendar_id: data.id, fields } });
  expect(answers(made.data)).toEqual(['accepted']);
  await lan.client.deleteCalendar({ params: { id: data.id } });
  expect(await taken(room)).toEqual([]);
});

test('CL-173 a room is free again when the event moves, loses it, or is deleted, and comes back with the undo', async () => {
  const room = await newRoom();
  const event = await make(lan, '14:00', '15:00', [room]);
  await change(lan, event.id, { start: at('16:00'), end: at('17:00') });
  const second = await make(nam, '14:00', '15:00', [room]);
  expect(answers(second)).toEqual(['accepted']);
  expect(answers(await change(lan, event.id, { start: at('14:30'), end: at('15:30') }))).toEqual([
    'declined',
  ]);
  expect(answers(await change(lan, event.id, { start: at('16:00'), end: at('17:00') }))).toEqual([
    'accepted',
  ]);
  await nam.client.trashEvents({ body: { ids: [second.id] } });
  await nam.client.restoreEvents({ body: { ids: [second.id] } });
  expect(answers(await see(nam, second.id))).toEqual(['accepted']);
  await nam.client.trashEvents({ body: { ids: [second.id] } });
  expect(answers(await make(lan, '14:00', '15:00', [room]))).toEqual(['accepted']);
  await nam.client.restoreEvents({ body: { ids: [second.id] } });
  expect(answers(await see(nam, second.id))).toEqual(['declined']);
  const without = await change(lan, event.id, { rooms: [] });
  expect([answers(without), without.fields.place]).toEqual([[], '']);
  expect(answers(await make(nam, '16:00', '17:00', [room]))).toEqual(['accepted']);
});

test('CL-174 a series has a room at all of its times or not at all; a single one answers for itself', async () => {
  const room = await newRoom();
  await make(nam, '09:00', '10:00', [room], { start: at('09:00', 7), end: at('10:00', 7) });
  const rule = 'FREQ=WEEKLY;COUNT=4';
  const refused = await make(lan, '09:00', '10:00', [room], { rule });
  expect(answers(refused)).toEqual(['declined']);
  expect(await taken(room)).toEqual([]);
  const series = await make(lan, '10:00', '11:00', [room], { rule });
  expect(answers(series)).toEqual(['accepted']);
  const times = await Promise.all([0, 7, 14, 21, 28].map(async (plus) => (await taken(room, plus)).length));
  expect(times).toEqual([1, 2, 1, 1, 0]);
  const original = `${day(7).replaceAll('-', '')}T030000Z`;
  const moved = { start: at('09:30', 7), end: at('10:30', 7) };
  const one = await change(lan, series.id, moved, { scope: 'one', original });
  expect(answers(one)).toEqual(['declined']);
  expect(answers(await see(lan, series.id))).toEqual(['accepted']);
  expect((await taken(room, 7)).map(({ at: from }) => new Date(from * 1000).getUTCHours())).toEqual([2]);
  // An event that is alone between those of the series.
  expect(answers(await make(nam, '11:00', '12:00', [room]))).toEqual(['accepted']);
  expect(answers(await make(nam, '10:30', '11:30', [room]))).toEqual(['declined']);
});

test('CL-174 a series is split and joined again with its room', async () => {
  const room = await newRoom();
  const series = await make(lan, '10:00', '11:00', [room], { rule: 'FREQ=WEEKLY;COUNT=6' });
  const original = `${day(14).replaceAll('-', '')}T030000Z`;
  const next = await change(lan, series.id, { title: 'Họp mới' }, { scope: 'following', original });
  expect(answers(next)).toEqual(['accepted']);
  expect((await taken(room, 14, lan)).map(({ title }) => title)).toEqual(['Họp mới']);
  const joined = (await lan.client.rejoinSeries({ params: { id: series.id } })).data;
  expect(answers(joined)).toEqual(['accepted']);
  expect((await taken(room, 14, lan)).map(({ title }) => title)).toEqual(['Họp']);
});

test('CL-174 what a series has stays when all of it is written again, also against what it asks for besides', async () => {
  const room = await newRoom();
  const series = await make(lan, '10:00', '11:00', [room], { rule: 'FREQ=DAILY' });
  const titled = await change(lan, series.id, { title: 'Giao ban' });
  expect(answers(titled)).toEqual(['accepted']);
  expect(answers(await make(nam, '10:30', '10:45', [room]))).toEqual(['declined']);
  const overlapping = await make(lan, '12:00', '14:00', [room], { rule: 'FREQ=DAILY;COUNT=3;BYHOUR=12,13' });
  expect(answers(overlapping)).toEqual(['declined']);
});

test('CL-174 what asks for more than a thousand times, or for more than ten rooms, has none of these', async () => {
  const room = await newRoom();
  const hourly = { rule: 'FREQ=HOURLY;INTERVAL=5' };
  expect(answers(await make(lan, '09:00', '09:30', [room], hourly))).toEqual(['declined']);
  expect(await taken(room)).toEqual([]);
  const many = await Promise.all(Array.from({ length: 12 }, () => newRoom()));
  const guests = many.map(({ email }) => ({ name: '', email }));
  const asked = answers(await make(lan, '09:00', '10:00', [], { guests }));
  expect(asked.filter((answer) => answer === 'accepted')).toHaveLength(10);
  expect(asked).toHaveLength(12);
});

test('CL-175 who may not book a room is declined; groups count', async () => {
  const room = await newRoom({ bookers: 'named', named: [nam.email] });
  expect(answers(await make(lan, '09:00', '10:00', [room]))).toEqual(['declined']);
  expect(answers(await make(nam, '09:00', '10:00', [room]))).toEqual(['accepted']);
  const params = { domain: DOMAIN, group: `duoc-dat@${DOMAIN}` };
  await owner.addGroup({ params, body: { local: 'duoc-dat', name: '', writers: 'domain' } });
  await owner.addGroupMembers({ params, body: { emails: [lan.email] } });
  await owner.changeRoom({
    params: { domain: DOMAIN, room: room.email },
    body: { named: [params.group] },
  });
  expect(answers(await make(lan, '10:00', '11:00', [room]))).toEqual(['accepted']);
  expect(answers(await make(nam, '11:00', '12:00', [room]))).toEqual(['declined']);
});

test('CL-175 a room of another domain is none', async () => {
  const room = await newRoom();
  await createDomain(server.context, 'daiphong.example', true);
  const stranger = await newPerson(server, { domain: 'daiphong.example' });
  const event = await make(stranger, '09:00', '10:00', [room]);
  expect(answers(event)).toEqual(['waiting']);
  expect(await taken(room)).toEqual([]);
  expect(
    (await stranger.client.listFreeRooms({ body: { ...span('09:00', '10:00'), rule: null } })).data,
  ).toEqual([]);
});

const span = (from: string, to: string, plus = 0) => ({ start: at(from, plus), end: at(to, plus) });

test('CL-176 CL-178 rooms say before an event is saved who has them, and what for of one’s own alone', async () => {
  const [one, two] = [await newRoom({ seats: 8, place: 'Tầng 2' }), await newRoom()];
  const event = await make(lan, '14:00', '15:00', [one], { title: 'Lương', is_private: true });
  await make(lan, '14:00', '15:00', [two], { title: 'Giao ban' });
  const ask = async (who: NewPerson, more: object = {}) => {
    const { data } = await who.client.listFreeRooms({
      body: { ...span('14:30', '16:00'), rule: null, ...more },
    });
    return new Map(data.map((room) => [room.email, room]));
  };
  const seen = await ask(nam);
  expect(seen.get(one.email)).toMatchObject({ seats: 8, place: 'Tầng 2', may_book: true });
  expect(seen.get(one.email)?.taken).toMatchObject([{ title: null, email: lan.email }]);
  expect(seen.get(two.email)?.taken).toMatchObject([{ title: null, email: lan.email }]);
  expect((await ask(lan)).get(two.email)?.taken).toMatchObject([{ title: 'Giao ban' }]);
  expect((await ask(lan, { event_id: event.id })).get(one.email)?.taken).toEqual([]);
  const series = await ask(nam, { ...span('14:30', '15:30', -7), rule: 'FREQ=WEEKLY', rooms: [two.email] });
  expect([...series.keys()]).toEqual([two.email]);
  expect(series.get(two.email)?.taken).toHaveLength(1);
  const [busy] = (
    await nam.client.listBusyTimes({ body: { emails: [one.email], from: day(), to: day(), zone: ZONE } })
  ).data;
  expect(busy).toMatchObject({ name: one.name, busy: [{ tentative: false }] });
});

test('CL-177 a room that is asked as one of the guests is booked and gets no mail', async () => {
  const room = await newRoom();
  const event = await make(lan, '09:00', '10:00', [], {
    guests: [{ name: '', email: room.email.toUpperCase() }],
  });
  expect(answers(event)).toEqual(['accepted']);
  expect(event.fields.guests).toEqual([]);
  expect(event.fields.rooms).toEqual([{ name: room.name, email: room.email.toUpperCase() }]);
});

test('CL-177 guests are asked with the room and its answer, and the room is told nothing', async () => {
  const room = await newRoom();
  const guest = { name: 'Khách', email: 'khach@minhphat.example' };
  const { id } = await make(lan, '13:00', '14:00', [room], { guests: [guest] });
  const [whole] = await readWholeObjects(server.context.db, lan.mailbox, [id]);
  if (!whole) throw new Error('the event was written');
  const messages = owedMessages({ told: null, current: whole.source }, new Set([lan.email]), 0);
  expect(messages.map(({ method, to }) => [method, to])).toEqual([['REQUEST', [guest]]]);
  const told = messages[0]?.source.toString().replaceAll('\r\n ', '');
  expect(told).toMatch(/ATTENDEE[^\r]*PARTSTAT=ACCEPTED[^\r]*:mailto:phong-/);
  expect(told).not.toContain('X-BOCAU');
  const cancelled = owedMessages({ told: whole.source, current: null }, new Set([lan.email]), 0);
  expect(cancelled.flatMap(({ to }) => to)).toEqual([guest]);
});

test('CL-173 a person who is deleted takes no room, and has it again when they come back', async () => {
  const room = await newRoom();
  const leaving = await newPerson(server);
  const [first, second] = [
    await make(leaving, '09:00', '10:00', [room]),
    await make(leaving, '11:00', '12:00', [room]),
  ];
  expect([first, second].flatMap(answers)).toEqual(['accepted', 'accepted']);
  const set = (deleted_at: number | null) =>
    server.context.db
      .updateTable('mailboxes')
      .set({ deleted_at })
      .where('id', '=', leaving.mailbox)
      .execute();
  await set(1);
  expect(await taken(room)).toEqual([]);
  expect(answers(await make(nam, '09:30', '10:30', [room]))).toEqual(['accepted']);
  await set(null);
  expect((await taken(room)).map(({ email }) => email)).toEqual([nam.email, leaving.email]);
  expect(answers(await see(leaving, first.id))).toEqual(['declined']);
  expect(answers(await see(leaving, second.id))).toEqual(['accepted']);
});

test('CL-170 an owner keeps rooms; an address is of one only, and who deletes one is told what is booked', async () => {
  const params = { domain: DOMAIN };
  const codeOf = (call: Promise<unknown>) =>
    call.then(
      () => 'ok',
      (error: { code: string }) => error.code,
    );
  const room = await newRoom({ kind: 'equipment', note: 'Mượn ở lễ tân' });
  const body = (local: string) => ({ local, settings: { name: 'Phòng' } });
  expect(await codeOf(owner.addRoom({ params, body: body(room.email.split('@')[0] as string) }))).toBe(
    'already_exists',
  );
  expect(await codeOf(owner.addRoom({ params, body: body(lan.email.split('@')[0] as string) }))).toBe(
    'already_exists',
  );
  expect(await codeOf(owner.addRoom({ params, body: body('phòng họp') }))).toBe('invalid_input');
  const group = { local: room.email.split('@')[0] as string, name: '', writers: 'domain' as const };
  expect(await codeOf(owner.addGroup({ params, body: group }))).toBe('already_exists');
  expect(await codeOf(lan.client.addRoom({ params, body: body('cua-lan') }))).not.toBe('ok');
  const { numAffectedRows } = await sql`
    insert into addresses (address, mailbox_id) values (${room.email}, ${lan.mailbox})`.execute(
    server.context.db,
  );
  expect(numAffectedRows).toBe(0n);
  const event = await make(lan, '09:00', '10:00', [room]);
  expect(event.fields.place).toBe('');
  const which = { domain: DOMAIN, room: room.email };
  const shown = (await owner.showRoom({ params: which })).data;
  expect(shown).toMatchObject({ kind: 'equipment', note: 'Mượn ở lễ tân', booked: 1 });
  expect(shown.next).toHaveLength(1);
  await owner.deleteRoom({ params: which });
  expect(answers(await see(lan, event.id))).toEqual(['declined']);
  const written = await change(lan, event.id, { title: 'Họp khác' });
  expect(answers(written)).toEqual(['declined']);
  expect(await codeOf(owner.showRoom({ params: which }))).toBe('not_found');
});

test('CL-172 a second call with the same uid books nothing more', async () => {
  const room = await newRoom();
  const { event_ids_end: end = '' } = (await lan.client.listCalendars({})).data[0] ?? {};
  const uid = newId(server.clock).slice(0, -end.length) + end;
  const call = () => lan.client.createEvent({ body: { uid, fields: fieldsAt('09:00', '10:00', [room]) } });
  const [one, two] = [await call(), await call()];
  expect(one.data.id).toBe(two.data.id);
  expect(await taken(room)).toHaveLength(1);
});

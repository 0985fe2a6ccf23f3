import type { CalendarEvent, EventFields } from '@bocau/contract/calendar.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lanAnh } from '../../../demo-world/people.ts';
import { type NewPerson, newPerson } from '../../../test-kit/new-person.ts';
import { runJobsUntilIdle } from '../../../test-kit/run-jobs.ts';
import type { SignedInClient } from '../../../test-kit/signed-in-client.ts';
import { startTestServer, type TestServer } from '../../../test-kit/start-server.ts';

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
async function newRoom(settings: object = {}): Promise<{ name: string; email: string }> {
  counter += 1;
  const body = { local: `phong-${counter}`, settings: { name: `Phòng ${counter}`, ...settings } };
  const { data } = await owner.addRoom({ params: { domain: DOMAIN }, body });
  return { name: data.name, email: data.email };
}

const day = (plus: number) => new Date(server.clock.now() + plus * 86_400_000).toISOString().slice(0, 10);
const fieldsOn = (plus: number, fields: Partial<EventFields>) => ({
  title: 'Họp',
  start: { day: day(plus), clock: '09:00', zone: ZONE },
  end: { day: day(plus), clock: '10:00', zone: ZONE },
  ...fields,
});

async function make(who: NewPerson, plus: number, fields: Partial<EventFields>): Promise<CalendarEvent> {
  return (await who.client.createEvent({ body: { fields: fieldsOn(plus, fields) } })).data;
}

const answerOf = ({ attendees }: Pick<CalendarEvent, 'attendees'>) =>
  attendees.find(({ is_room }) => is_room)?.answer;

test('CL-212 a room is given as far ahead as its owner says, and the form is told', async () => {
  const near = await newRoom({ ahead_days: 30 });
  const room = await newRoom();
  const ask = async (who: { email: string }, plus: number, rule: string | null = null) => {
    const { start, end } = fieldsOn(plus, {});
    const { data } = await lan.client.listFreeRooms({ body: { start, end, rule, rooms: [who.email] } });
    return data[0]?.too_far;
  };
  const made = async (one: typeof near, plus: number, rule: string | null = null) => {
    const event = await make(lan, plus, { rooms: [one], rule });
    await lan.client.trashEvents({ body: { ids: [event.id] } });
    return answerOf(event);
  };
  expect([await ask(near, 20), await made(near, 20)]).toEqual([null, 'accepted']);
  expect([await ask(near, 31), await made(near, 31)]).toEqual([30, 'declined']);
  const four = 'FREQ=WEEKLY;COUNT=4';
  expect([await ask(near, 5, four), await made(near, 5, four)]).toEqual([null, 'accepted']);
  const endless = 'FREQ=WEEKLY';
  expect([await ask(near, 5, endless), await made(near, 5, endless)]).toEqual([30, 'declined']);
  // Without a limit series go on, and what happens once is not too far ahead.
  expect([await ask(room, 5, endless), await made(room, 5, endless)]).toEqual([null, 'accepted']);
  expect([await ask(room, 600), await made(room, 600)]).toEqual([540, 'declined']);
});

test('CL-212 what has a room keeps it when less is given, until it asks for another time', async () => {
  const room = await newRoom();
  const event = await make(lan, 100, { rooms: [room] });
  await owner.changeRoom({ params: { domain: DOMAIN, room: room.email }, body: { ahead_days: 7 } });
  const params = { id: event.id };
  const renamed = await lan.client.changeEvent({ params, body: { fields: { title: 'Họp khác' } } });
  expect(answerOf(renamed.data)).toBe('accepted');
  const { start, end } = fieldsOn(101, {});
  const moved = await lan.client.changeEvent({ params, body: { fields: { start, end } } });
  expect(answerOf(moved.data)).toBe('declined');
});

test('CL-213 an owner sees whose a room is, not what for, and takes it from an event that stays', async () => {
  const room = await newRoom();
  const other = await newRoom();
  const rule = 'FREQ=WEEKLY';
  const series = await make(lan, 3, {
    rooms: [room],
    rule,
    title: 'Bí mật',
    guests: [{ name: '', email: nam.email }],
  });
  const single = await make(nam, 4, { rooms: [room, other], place: '' });
  const params = { domain: DOMAIN, room: room.email };
  const { data: bookings } = await owner.listRoomBookings({ params });
  expect(bookings.map(({ event_id, email }) => [event_id, email])).toEqual([
    [series.id, lan.email],
    [single.id, nam.email],
  ]);
  expect(bookings[0]?.times).toBeGreaterThan(50);
  expect(JSON.stringify(bookings)).not.toContain('Bí mật');

  await owner.releaseRoom({ params: { ...params, event: series.id } });
  await owner.releaseRoom({ params: { ...params, event: single.id } });
  const see = async (who: NewPerson, id: string) =>
    (await who.client.getEvent({ params: { id }, query: {} })).data;
  const kept = await see(lan, series.id);
  expect(kept).toMatchObject({ fields: { title: 'Bí mật', rule, rooms: [], place: '' } });
  expect((await see(nam, single.id)).fields).toMatchObject({ rooms: [other], place: other.name });
  expect((await owner.listRoomBookings({ params })).data).toEqual([]);
  expect(answerOf(await make(nam, 3, { rooms: [room] }))).toBe('accepted');
  await expect(owner.releaseRoom({ params: { ...params, event: series.id } })).rejects.toMatchObject({
    code: 'not_found',
  });
  // What follows asks for it no more.
  const body = { fields: { title: 'Bí mật khác' } };
  const changed = await lan.client.changeEvent({ params: { id: series.id }, body });
  expect(changed.data.attendees.filter(({ is_room }) => is_room)).toEqual([]);

  await runJobsUntilIdle(server.context);
  const subjects = async (who: NewPerson) =>
    (await who.client.listThreads({ query: { in: 'INBOX' } })).data.map(({ subject }) => subject);
  expect(await subjects(lan)).toContain(`${room.name} không còn giữ cho “Bí mật”`);
  expect(await subjects(nam)).toContain(`${room.name} không còn giữ cho “Họp”`);
});

test('CL-213 nobody but who keeps the rooms sees or releases what they are booked for', async () => {
  const room = await newRoom();
  const event = await make(lan, 3, { rooms: [room] });
  const params = { domain: DOMAIN, room: room.email };
  await expect(nam.client.listRoomBookings({ params })).rejects.toMatchObject({ status: 403 });
  const which = { params: { ...params, event: event.id } };
  await expect(nam.client.releaseRoom(which)).rejects.toMatchObject({ status: 403 });
  const elsewhere = { params: { ...params, room: (await newRoom()).email, event: event.id } };
  await expect(owner.releaseRoom(elsewhere)).rejects.toMatchObject({ code: 'not_found' });
});

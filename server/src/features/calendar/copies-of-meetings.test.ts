import { SESSION_HEADER } from '@bocau/contract/session.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type CalDavPerson, calDavPerson, vevent } from '../../test-kit/caldav-person.ts';
import type { NewPerson } from '../../test-kit/new-person.ts';
import { runJobsUntilIdle } from '../../test-kit/run-jobs.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';

let server: TestServer;
let organiser: CalDavPerson;
let guest: CalDavPerson;
/** May write in one calendar of each of them, and is asked to nothing. */
let colleague: CalDavPerson;

beforeAll(async () => {
  server = await startTestServer({ env: { ROLES: 'http,mail', SENDING_PER_HOUR: '60' } });
});
afterAll(() => server.close());
beforeEach(async () => {
  organiser = await calDavPerson(server);
  [guest, colleague] = [await calDavPerson(server), await calDavPerson(server)];
});

async function work(): Promise<void> {
  server.clock.pass(60_000);
  await runJobsUntilIdle(server.context);
}

const DAYS = { from: '2027-03-01', to: '2027-03-31', zone: 'Asia/Ho_Chi_Minh' };
const at = (day: string, clock: string) => ({ day, clock, zone: 'Asia/Ho_Chi_Minh' });

const meetingsOf = async ({ client }: NewPerson) =>
  (await client.listEvents({ query: DAYS })).data.map(({ event_id: id, title, place }) => ({
    id,
    title,
    place,
  }));

/** Lets the guest be asked, and answers the event of each of the two. */
async function meet(): Promise<{ own: string; theirs: string }> {
  const fields = {
    ...{ title: 'Họp giá', start: at('2027-03-02', '09:00'), end: at('2027-03-02', '10:00') },
    guests: [{ name: '', email: guest.email }],
  };
  const uid = crypto.randomUUID();
  const { data } = await organiser.client.createEvent({ body: { uid, fields } });
  await work();
  const [{ id: theirs } = { id: '' }] = await meetingsOf(guest);
  await guest.client.answerEvent({ params: { id: theirs }, body: { answer: 'accepted', original: '' } });
  await work();
  return { own: data.id, theirs };
}

async function shared(owner: NewPerson): Promise<string> {
  const { data } = await owner.client.createCalendar({ body: { name: 'Chung', color: '#0b8043' } });
  const members = [{ address: colleague.email, permission: 'WRITE' as const }];
  await owner.client.setCalendarMembers({ params: { id: data.id }, body: { members } });
  return data.id;
}

async function bring(who: NewPerson, calendar: string, text: string): Promise<void> {
  const form = new FormData();
  form.set('uid', crypto.randomUUID());
  form.set('calendar_id', calendar);
  form.set('file', new Blob([text]), 'họp.ics');
  const headers = { [SESSION_HEADER]: who.client.token };
  const url = `${server.baseUrl}/api/calendar/v1/import`;
  expect((await fetch(url, { method: 'POST', headers, body: form })).status).toBe(200);
}

async function idIn(who: NewPerson, title: string, except: string): Promise<string> {
  const found = (await meetingsOf(who)).find((one) => one.title === title && one.id !== except);
  if (!found) throw new Error('it is not there');
  return found.id;
}

const textOf = async (person: CalDavPerson): Promise<string> => {
  const { byHref } = await person.dav.ask('PROPFIND', person.calendar, { depth: '1' });
  const path = [...byHref.keys()].find((one) => one !== person.calendar) ?? '';
  return (await person.dav.call('GET', path)).text;
};

const answersAt = async (id: string) =>
  (await organiser.client.getEvent({ params: { id }, query: {} })).data.attendees.flatMap(
    ({ email, answer }) => (email === guest.email ? [answer] : []),
  );

test('CL-362 a second event of its code, made by a colleague, neither moves a meeting nor calls it off', async () => {
  const { own } = await meet();
  const calendar = await shared(organiser);
  const plain = vevent(own, 'Họp khác', 'SEQUENCE:7', 'DTSTART:20270309T020000Z', 'DTEND:20270309T030000Z');
  const put = await colleague.dav.call('PUT', `${colleague.home}${calendar}/x.ics`, { body: plain });
  expect(put.status).toBe(201);
  const id = await idIn(colleague, 'Họp khác', own);
  const guests = [{ name: '', email: guest.email }];
  await colleague.client.changeEvent({ params: { id }, body: { scope: 'all', fields: { guests } } });
  await work();
  expect(await meetingsOf(guest)).toMatchObject([{ title: 'Họp giá' }]);
  await colleague.client.trashEvents({ body: { ids: [id] } });
  await work();
  expect(await meetingsOf(guest)).toMatchObject([{ title: 'Họp giá' }]);
  // The meeting itself still tells its guests.
  await organiser.client.changeEvent({
    params: { id: own },
    body: { scope: 'all', fields: { place: 'Tầng 2' } },
  });
  await work();
  expect(await meetingsOf(guest)).toMatchObject([{ title: 'Họp giá', place: 'Tầng 2' }]);
  expect(await answersAt(own)).toEqual(['accepted']);
});

test('CL-362 CL-367 an imported copy of one’s own meeting calls nothing off, and the meeting does beside its copy', async () => {
  const { own } = await meet();
  const { data } = await organiser.client.createCalendar({ body: { name: 'Bản sao', color: '#0b8043' } });
  await bring(organiser, data.id, await textOf(organiser));
  const copy = await idIn(organiser, 'Họp giá', own);
  const told = async (id: string) => (await organiser.client.getEvent({ params: { id }, query: {} })).data;
  expect(await told(copy)).toHaveProperty('is_copy', true);
  expect(await told(own)).not.toHaveProperty('is_copy');
  await organiser.client.trashEvents({ body: { ids: [copy] } });
  await work();
  expect(await meetingsOf(guest)).toHaveLength(1);
  await organiser.client.restoreEvents({ body: { ids: [copy] } });
  await organiser.client.trashEvents({ body: { ids: [own] } });
  await work();
  expect(await meetingsOf(guest)).toEqual([]);
});

test('CL-395 an invitation comes into a calendar of its guest by nobody else, by CalDAV or from a file', async () => {
  const { own, theirs } = await meet();
  const calendar = await shared(guest);
  const text = await textOf(guest);
  const put = (body: string) => colleague.dav.call('PUT', `${colleague.home}${calendar}/x.ics`, { body });
  for (const uid of [own, 'chua-toi@doitac.example']) {
    const given = text.replaceAll(own, uid).replaceAll('Họp giá', 'Họp giả');
    expect((await put(given)).status).toBe(403);
    await bring(colleague, calendar, given);
  }
  expect(await meetingsOf(colleague)).toEqual([]);
  await guest.client.trashEvents({ body: { ids: [theirs] } });
  await work();
  expect(await answersAt(own)).toEqual(['declined']);
  expect((await put(text)).status).toBe(403);
  await bring(colleague, calendar, text);
  await work();
  expect(await answersAt(own)).toEqual(['declined']);
  // What nobody else asks to comes as ever.
  const plain = vevent('rieng', 'Họp riêng', 'DTSTART:20270309T020000Z', 'DTEND:20270309T030000Z');
  expect((await put(plain)).status).toBe(201);
});

/** A mute copy of the meeting in a calendar that a colleague may write in, with the same guest. */
async function copyBeside(own: string): Promise<string> {
  const calendar = await shared(organiser);
  const path = `${colleague.home}${calendar}/x.ics`;
  const times = ['DTSTART:20270309T020000Z', 'DTEND:20270309T030000Z'];
  const put = await colleague.dav.call('PUT', path, {
    body: vevent(own, 'Họp khác', 'SEQUENCE:1000', ...times),
  });
  expect(put.status).toBe(201);
  const id = await idIn(colleague, 'Họp khác', own);
  const guests = [{ name: '', email: guest.email }];
  await colleague.client.changeEvent({ params: { id }, body: { scope: 'all', fields: { guests } } });
  await work();
  return id;
}

const place = (client: NewPerson['client'], id: string, where: string) =>
  client.changeEvent({ params: { id }, body: { scope: 'all', fields: { place: where } } });

test('CL-390 as long as the deletion of a meeting can be undone, its copy tells nobody either', async () => {
  const { own } = await meet();
  const copy = await copyBeside(own);
  server.clock.pass(1_000);
  await organiser.client.trashEvents({ body: { ids: [own] } });
  await place(colleague.client, copy, 'Tầng 9');
  await organiser.client.restoreEvents({ body: { ids: [own] } });
  await work();
  expect(await meetingsOf(guest)).toMatchObject([{ title: 'Họp giá' }]);
  expect(await answersAt(own)).toEqual(['accepted']);
});

test('CL-390 what was put under its code while it was in the trash is told to nobody once it is back', async () => {
  const { own } = await meet();
  const calendar = await shared(organiser);
  server.clock.pass(1_000);
  await organiser.client.trashEvents({ body: { ids: [own] } });
  const body = (await textOf(guest)).replaceAll('Họp giá', 'Họp khác');
  const put = await colleague.dav.call('PUT', `${colleague.home}${calendar}/x.ics`, { body });
  expect(put.status).toBe(201);
  await organiser.client.restoreEvents({ body: { ids: [own] } });
  await work();
  expect(await meetingsOf(guest)).toMatchObject([{ title: 'Họp giá' }]);
});

test('CL-390 a meeting that comes back after its copy has spoken is what its guests have again', async () => {
  const { own } = await meet();
  const copy = await copyBeside(own);
  await organiser.client.trashEvents({ body: { ids: [own] } });
  await work();
  await place(colleague.client, copy, 'Tầng 9');
  await work();
  expect(await meetingsOf(guest)).toMatchObject([{ title: 'Họp khác', place: 'Tầng 9' }]);
  await organiser.client.restoreEvents({ body: { ids: [own] } });
  await work();
  expect(await meetingsOf(guest)).toMatchObject([{ title: 'Họp giá' }]);
  await place(organiser.client, own, 'Tầng 2');
  await work();
  expect(await meetingsOf(guest)).toMatchObject([{ title: 'Họp giá', place: 'Tầng 2' }]);
});

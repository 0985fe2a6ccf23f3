import type { GuestRight } from '@bocau/contract/calendar.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { runJobsUntilIdle } from '../../test-kit/run-jobs.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { mailIn } from '../../test-kit/write-mail.ts';

const ZONE = 'Asia/Ho_Chi_Minh';
const at = (day: string, clock: string) => ({ day, clock, zone: ZONE });
const LATER = { start: at('2026-11-25', '14:00'), end: at('2026-11-25', '15:00') };
const SECOND = '20261201T020000Z';
const FORBIDDEN = { code: 'forbidden' };

let server: TestServer;
let an: NewPerson;
let lan: NewPerson;
let minh: NewPerson;

beforeAll(async () => {
  server = await startTestServer({ env: { ROLES: 'http,mail', SENDING_PER_HOUR: '60' } });
});
afterAll(() => server.close());
beforeEach(async () => {
  [an, lan, minh] = [await newPerson(server), await newPerson(server), await newPerson(server)];
});

async function work(): Promise<void> {
  server.clock.pass(60_000);
  await runJobsUntilIdle(server.context);
}

async function ask(guests_may: GuestRight | null, more: { rule?: string; hides_guests?: boolean } = {}) {
  const fields = {
    ...{ title: 'Họp tuần', start: at('2026-11-24', '09:00'), end: at('2026-11-24', '10:00') },
    ...{ guests: [{ name: 'Lan', email: lan.email }], guests_may, ...more },
  };
  const { data } = await an.client.createEvent({ body: { fields } });
  await work();
  return data.id;
}

async function shown({ client }: NewPerson, original = '') {
  const query = { from: '2026-11-23', to: '2026-12-31', zone: ZONE };
  const [first] = (await client.listEvents({ query })).data;
  if (!first) throw new Error('there is an event');
  const params = { id: first.event_id };
  return (await client.getEvent({ params, query: original === '' ? {} : { original } })).data;
}

type Edit = Parameters<NewPerson['client']['changeEvent']>[0]['body'];

async function change(person: NewPerson, body: Edit) {
  const { id } = await shown(person);
  return (await person.client.changeEvent({ params: { id }, body })).data;
}

const emails = (people: readonly { email: string }[]) => people.map(({ email }) => email).sort();
const subjects = async (person: NewPerson) => (await mailIn(person, 'INBOX')).map(({ subject }) => subject);

test('CL-239 a guest who may changes a meeting in both calendars at once; all are told as of a change of who asks', async () => {
  const id = await ask('change');
  const mine = await shown(lan);
  expect(mine).toMatchObject({ my_answer: 'waiting', guest_may: 'change' });
  const fields = { ...LATER, title: 'Họp chiều', is_busy: false };
  const edited = await change(lan, { scope: 'all', revision: mine.revision, fields });
  expect(edited.fields).toMatchObject(fields);
  const theirs = (await an.client.getEvent({ params: { id }, query: {} })).data;
  expect(theirs.fields).toMatchObject({ ...LATER, title: 'Họp chiều', is_busy: true, guests_may: 'change' });
  expect(theirs.changed_by).toMatchObject({ email: lan.email });
  const asked = { name: 'Minh', email: minh.email };
  // Undone within the same second.
  const back = { start: mine.fields.start, end: mine.fields.end, title: 'Họp tuần' };
  expect((await change(lan, { scope: 'all', fields: back })).fields).toMatchObject(back);
  await change(lan, { scope: 'all', fields: { ...LATER, guests: [...mine.fields.guests, asked] } });
  await work();
  expect(await subjects(an)).toEqual([]);
  for (const person of [an, lan]) {
    const { fields: known, attendees } = await shown(person);
    expect(known).toMatchObject({ ...LATER, title: 'Họp tuần' });
    expect(emails(attendees)).toEqual(emails([lan, minh]));
  }
  expect(await subjects(lan)).toContainEqual(expect.stringContaining('Lời mời đã thay đổi: Họp tuần'));
});

test('CL-239 CL-370 one of a series that a guest moves and puts back goes on with the series, in both calendars', async () => {
  const id = await ask('change', { rule: 'FREQ=WEEKLY;COUNT=3' });
  const { fields } = await shown(lan, SECOND);
  const sent = await subjects(lan);
  const one = (start: string, end: string) => ({
    start: at('2026-12-01', start),
    end: at('2026-12-01', end),
  });
  await change(lan, { scope: 'one', original: SECOND, fields: one('14:00', '15:00') });
  await change(lan, {
    ...{ scope: 'one', original: SECOND },
    fields: { start: fields.start, end: fields.end },
  });
  await work();
  expect(await subjects(lan)).toEqual(sent);
  const later = { start: at('2026-11-24', '09:15'), end: at('2026-11-24', '10:15') };
  await an.client.changeEvent({ params: { id }, body: { scope: 'all', fields: later } });
  await work();
  const query = { from: '2026-11-23', to: '2026-12-31', zone: ZONE };
  for (const { client } of [an, lan]) {
    const hours = (await client.listEvents({ query })).data.map(({ at: moment }) =>
      new Date(moment * 1000).toISOString().slice(11, 16),
    );
    expect(hours).toEqual(['02:15', '02:15', '02:15']);
  }
});

test('CL-239 a guest who may ask others only does that, and keeps those who are asked', async () => {
  await ask('invite');
  const mine = await shown(lan);
  expect(mine.guest_may).toBe('invite');
  const asked = { name: 'Minh', email: minh.email };
  const guests = [...mine.fields.guests, asked];
  expect(emails((await change(lan, { scope: 'all', fields: { guests } })).attendees)).toEqual(
    emails([lan, minh]),
  );
  await work();
  expect((await shown(minh)).organiser).toMatchObject({ email: an.email });
  const own = [asked];
  await expect(change(lan, { scope: 'all', fields: { guests: own } })).rejects.toMatchObject(FORBIDDEN);
  await expect(change(lan, { scope: 'all', fields: { title: 'X' } })).rejects.toMatchObject(FORBIDDEN);
});

test('CL-442 a guest who may change a meeting takes nobody off who was told of it, but those whom they asked just now', async () => {
  const id = await ask('change');
  const [before] = [await shown(lan)];
  const asked = { name: 'Minh', email: minh.email };
  const more = [...before.fields.guests, asked];
  const guestsOf = async () =>
    emails((await an.client.getEvent({ params: { id }, query: {} })).data.attendees);
  await change(lan, { scope: 'all', fields: { guests: more } });
  await change(lan, { scope: 'all', fields: { guests: before.fields.guests } });
  expect(await guestsOf()).toEqual([lan.email]);
  await change(lan, { scope: 'all', fields: { guests: more } });
  await work();
  for (const guests of [before.fields.guests, [asked], []])
    await expect(change(lan, { scope: 'all', fields: { guests } })).rejects.toMatchObject(FORBIDDEN);
  const mayStayAway = more.map((one) => ({ ...one, is_optional: true as const }));
  await change(lan, { scope: 'all', fields: { ...LATER, guests: mayStayAway } });
  await work();
  expect(await guestsOf()).toEqual(emails([lan, minh]));
  expect((await shown(minh)).fields).toMatchObject(LATER);
});

test('CL-442 who has changed a meeting stays named when guests answer, and when its owner is reminded', async () => {
  const id = await ask('change');
  await change(lan, { scope: 'all', fields: LATER });
  await work();
  const changedBy = async () => (await an.client.getEvent({ params: { id }, query: {} })).data.changed_by;
  expect(await changedBy()).toMatchObject({ email: lan.email });
  const mine = await shown(lan);
  await lan.client.answerEvent({ params: { id: mine.id }, body: { answer: 'declined' } });
  await work();
  const answers = (await shown(an)).attendees.map(({ answer }) => answer);
  await an.client.dismissReminder({ params: { id }, body: {} });
  expect([answers, await changedBy()]).toEqual([['declined'], expect.objectContaining({ email: lan.email })]);
  await an.client.changeEvent({ params: { id }, body: { scope: 'all', fields: { place: 'Phòng Sen' } } });
  expect(await changedBy()).toBeNull();
});

test('CL-360 guests ask no more people than half of whom who asks may tell', async () => {
  const id = await ask('invite');
  const mine = await shown(lan);
  const many = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ name: '', email: `khach${at}@minhphat.example` }));
  const adding = (count: number) => ({ guests: [...mine.fields.guests, ...many(count)] });
  await expect(change(lan, { scope: 'all', fields: adding(31) })).rejects.toMatchObject({
    code: 'sending_limit_reached',
  });
  const { attendees } = await change(lan, { scope: 'all', fields: adding(20) });
  expect(attendees).toHaveLength(21);
  const whole = { scope: 'all' as const, fields: adding(40) };
  expect((await an.client.changeEvent({ params: { id }, body: whole })).data.attendees).toHaveLength(41);
});

test('CL-239 one of a series is changed alone; those that follow are not', async () => {
  await ask('change', { rule: 'FREQ=WEEKLY;COUNT=4' });
  const place = { scope: 'one' as const, original: SECOND, fields: { place: 'Phòng Sen' } };
  expect((await change(lan, place)).fields.place).toBe('Phòng Sen');
  expect((await shown(an, SECOND)).fields.place).toBe('Phòng Sen');
  expect((await shown(an)).fields.place).toBe('');
  const rest = change(lan, { ...place, scope: 'following' });
  await expect(rest).rejects.toMatchObject(FORBIDDEN);
});

test('CL-239 rooms, files, what guests may, and everything without leave stay with who asks', async () => {
  const id = await ask('change');
  for (const fields of [{ rooms: [] }, { files: [] }, { hides_guests: true }, { guests_may: null }])
    await expect(change(lan, { scope: 'all', fields })).rejects.toMatchObject(FORBIDDEN);
  await an.client.changeEvent({ params: { id }, body: { scope: 'all', fields: { guests_may: null } } });
  expect(await shown(lan)).not.toHaveProperty('guest_may');
  await expect(change(lan, { scope: 'all', fields: { title: 'X' } })).rejects.toMatchObject(FORBIDDEN);
  await work();
  // It is nothing that guests are told.
  expect(await subjects(lan)).toHaveLength(1);
});

test('CL-239 guests who are not to see one another may do nothing but answer, and nobody who is none may', async () => {
  await ask('change', { hides_guests: true });
  expect(await shown(lan)).not.toHaveProperty('guest_may');
  await expect(change(lan, { scope: 'all', fields: { title: 'X' } })).rejects.toMatchObject(FORBIDDEN);
});

test('CL-239 who asks and a guest change it at the same moment: both changes stand in both calendars', async () => {
  const id = await ask('change');
  await Promise.all([
    an.client.changeEvent({ params: { id }, body: { scope: 'all', fields: { place: 'Phòng Sen' } } }),
    change(lan, { scope: 'all', fields: { title: 'Họp chiều' } }),
  ]);
  await work();
  for (const person of [an, lan])
    expect((await shown(person)).fields).toMatchObject({ place: 'Phòng Sen', title: 'Họp chiều' });
});

test('CL-301 what a guest may not change is refused by the names of its fields', async () => {
  await ask(null, { rule: 'FREQ=WEEKLY;COUNT=4' });
  const refusedOf = (body: Edit) =>
    change(lan, body).then(
      () => null,
      ({ code, details }) => [code, details?.fields?.map(({ field }: { field: string }) => field)],
    );
  const fields = { title: 'X', place: 'Phòng Sen', is_busy: false };
  expect(await refusedOf({ scope: 'all', fields })).toEqual(['forbidden', ['fields.title', 'fields.place']]);
  const own = { scope: 'following' as const, original: SECOND, fields: { is_busy: false } };
  expect(await refusedOf(own)).toEqual(['forbidden', ['scope']]);
  const { id } = await shown(an);
  await an.client.changeEvent({ params: { id }, body: { scope: 'all', fields: { guests_may: 'invite' } } });
  expect(await refusedOf({ scope: 'all', fields })).toEqual(['forbidden', ['fields.title', 'fields.place']]);
  expect(await refusedOf({ scope: 'all', fields: { guests: [] } })).toEqual(['forbidden', ['fields.guests']]);
});

import type { EventFields } from '@bocau/contract/calendar.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { refreshObjects } from '../../calendar/objects/refresh-objects.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';

let server: TestServer;
let person: NewPerson;
let client: NewPerson['client'];

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  person = await newPerson(server);
  client = person.client;
});

async function add(day: string, fields: Partial<EventFields>) {
  const at = (clock: string) => ({ day, clock, zone: 'Asia/Ho_Chi_Minh' });
  const times = { title: '', start: at('09:00'), end: at('10:00') };
  return (await client.createEvent({ body: { fields: { ...times, ...fields } } })).data.id;
}

const found = async (q: string, by = client) =>
  (await by.searchEvents({ query: { q } })).data.map(({ title }) => title);

/** A day so many days from now. */
const inDays = (days: number) =>
  new Date(server.context.clock.now() + days * 24 * 3600 * 1000).toISOString().slice(0, 10);

test('CL-144 events are found by the beginnings of words, without accents, in title, place and description', async () => {
  await add(inDays(3), { title: 'Họp giao ban', place: 'Phòng Đống Đa' });
  await add(inDays(1), { title: 'Ăn trưa', description: 'với chị Nguyễn Thị Lan' });
  expect(await found('hop giao')).toEqual(['Họp giao ban']);
  expect(await found('DONG da')).toEqual(['Họp giao ban']);
  expect(await found('nguyen la')).toEqual(['Ăn trưa']);
  expect(await found('hop lan')).toEqual([]);
  expect(await found("'; drop --")).toEqual([]);
  expect(await found('  ')).toEqual([]);
});

test('CL-144 what is to come stands first, a series once with the next of it, and others find nothing', async () => {
  await add(inDays(-2), { title: 'Kiểm kê cũ' });
  await add(inDays(-30), { title: 'Kiểm kê tuần', rule: 'FREQ=WEEKLY' });
  await add(inDays(20), { title: 'Kiểm kê cuối năm' });
  expect(await found('kiem ke')).toEqual(['Kiểm kê tuần', 'Kiểm kê cuối năm', 'Kiểm kê cũ']);
  const [series] = (await client.searchEvents({ query: { q: 'tuan' } })).data;
  expect(series?.at).toBeGreaterThan(server.context.clock.now() / 1000 - 7 * 24 * 3600);
  expect(await found('kiem ke', (await newPerson(server)).client)).toEqual([]);
});

test('CL-144 what is in the trash is not found, but listed there, and comes back', async () => {
  const id = await add(inDays(3), { title: 'Tiệc tất niên' });
  await client.trashEvents({ body: { ids: [id] } });
  expect(await found('tat nien')).toEqual([]);
  const { data } = await client.listTrashedEvents({});
  expect(data).toEqual([expect.objectContaining({ id, title: 'Tiệc tất niên', repeats: false })]);
  const { client: other } = await newPerson(server);
  expect((await other.listTrashedEvents({})).data).toEqual([]);
  await client.restoreEvents({ body: { ids: [id] } });
  expect(await found('tat nien')).toEqual(['Tiệc tất niên']);
});

test('CL-144 events that an older release wrote are found once they were derived again', async () => {
  const id = await add(inDays(3), { title: 'Đại hội' });
  const { db } = server.context;
  await db.deleteFrom('calendar_search').where('mailbox_id', '=', person.mailbox).execute();
  await db
    .updateTable('calendar_objects')
    .set({ derived_version: 1 })
    .where('mailbox_id', '=', person.mailbox)
    .where('id', '=', id)
    .execute();
  expect(await found('dai hoi')).toEqual([]);
  await refreshObjects(server.context, new AbortController().signal);
  expect(await found('dai hoi')).toEqual(['Đại hội']);
});

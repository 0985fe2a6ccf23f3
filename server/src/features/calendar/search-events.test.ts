import type { EventFields } from '@bocau/contract/calendar.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { changeCalendar } from '../../calendar/change-calendar.ts';
import { deriveObject } from '../../calendar/objects/derive-object.ts';
import { putObjects } from '../../calendar/objects/put-objects.ts';
import { refreshObjects } from '../../calendar/objects/refresh-objects.ts';
import { writeObject } from '../../calendar/objects/write-object.ts';
import type { CalendarPermission } from '../../calendar-tables.ts';
import { unixSeconds } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
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

type Of = { by: NewPerson; calendar: string };

async function add(day: string, fields: Partial<EventFields>, of?: Of) {
  const at = (clock: string) => ({ day, clock, zone: 'Asia/Ho_Chi_Minh' });
  const times = { title: '', start: at('09:00'), end: at('10:00') };
  const body = { fields: { ...times, ...fields }, ...(of && { calendar_id: of.calendar }) };
  return (await (of?.by.client ?? client).createEvent({ body })).data.id;
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

describe('events of calendars that others share', () => {
  const share = async (owner: NewPerson, calendar: string, permission: CalendarPermission) => {
    const members = [{ address: person.email, permission }];
    await owner.client.setCalendarMembers({ params: { id: calendar }, body: { members } });
  };
  const calendarOf = async (owner: NewPerson, name: string) =>
    (await owner.client.createCalendar({ body: { name, color: '#0b8043' } })).data.id;

  test('CL-144 are found by who may see them, and by nobody else', async () => {
    const owner = await newPerson(server);
    const [seen, hidden, busy] = [
      await calendarOf(owner, 'Dự án'),
      await calendarOf(owner, 'Riêng'),
      await calendarOf(owner, 'Giờ bận'),
    ];
    for (const calendar of [seen, hidden, busy])
      await add(inDays(3), { title: `Nghiệm thu ${calendar}` }, { by: owner, calendar });
    expect(await found('nghiem thu')).toEqual([]);
    await share(owner, seen, 'READ');
    await share(owner, busy, 'BUSY');
    expect(await found('nghiem thu')).toEqual([`Nghiệm thu ${seen}`]);
    await add(inDays(1), { title: 'Nghiệm thu của tôi' });
    expect(await found('nghiem thu')).toEqual(['Nghiệm thu của tôi', `Nghiệm thu ${seen}`]);
    await client.leaveCalendar({ params: { id: seen } });
    expect(await found('nghiem thu')).toEqual(['Nghiệm thu của tôi']);
  });

  test('CL-144 are not found where they, or a single one of a series, are private', async () => {
    const owner = await newPerson(server);
    const calendar = await calendarOf(owner, 'Dự án');
    await share(owner, calendar, 'WRITE');
    const of = { by: owner, calendar };
    await add(inDays(3), { title: 'Khám bệnh', is_private: true }, of);
    const id = await add(inDays(2), { title: 'Họp tuần', rule: 'FREQ=WEEKLY;COUNT=4' }, of);
    expect(await found('kham')).toEqual([]);
    expect(await found('hop')).toEqual(['Họp tuần']);
    const original = (await owner.client.searchEvents({ query: { q: 'hop' } })).data[0]?.original ?? '';
    const edit = (fields: Partial<EventFields>) =>
      owner.client.changeEvent({ params: { id }, body: { scope: 'one', original, fields } });
    await edit({ description: 'Thưởng Tết', is_private: true });
    expect(await found('thuong tet')).toEqual([]);
    expect(await found('hop')).toEqual([]);
    await edit({ is_private: false });
    expect(await found('thuong tet')).toHaveLength(1);
  });

  test('CL-144 follow their events: into another calendar, the trash and back', async () => {
    const owner = await newPerson(server);
    const [seen, hidden] = [await calendarOf(owner, 'Dự án'), await calendarOf(owner, 'Riêng')];
    await share(owner, seen, 'READ');
    const id = await add(inDays(3), { title: 'Bàn giao' }, { by: owner, calendar: seen });
    const move = (calendar_id: string) =>
      owner.client.changeEvent({ params: { id }, body: { calendar_id, fields: {} } });
    expect(await found('ban giao')).toEqual(['Bàn giao']);
    await move(hidden);
    expect(await found('ban giao')).toEqual([]);
    await move(seen);
    expect(await found('ban giao')).toEqual(['Bàn giao']);
    await owner.client.trashEvents({ body: { ids: [id] } });
    expect(await found('ban giao')).toEqual([]);
    await owner.client.restoreEvents({ body: { ids: [id] } });
    expect(await found('ban giao')).toEqual(['Bàn giao']);
  });

  test('CL-115 are at most so many of one colleague, who hides nothing of others', async () => {
    const [owner, third] = [await newPerson(server), await newPerson(server)];
    const [flood, calendar] = [await calendarOf(owner, 'Tràn'), await calendarOf(third, 'Dự án')];
    await share(owner, flood, 'READ');
    await share(third, calendar, 'READ');
    const { context } = server;
    const now = unixSeconds(context.clock);
    await changeCalendar(context, owner.mailbox, (change) =>
      putObjects(
        change,
        Array.from({ length: 300 }, () => {
          const id = newId(context.clock);
          const time = { day: inDays(1), clock: '09:00', zone: 'UTC' };
          const source = writeObject({ title: 'Kiểm tra', start: time, end: time }, { uid: id, now });
          return { id, calendarId: flood, source, derived: deriveObject(source, now) };
        }),
      ),
    );
    await add(inDays(9), { title: 'Kiểm tra kho' }, { by: third, calendar });
    await add(inDays(9), { title: 'Kiểm tra của tôi' });
    const { data, meta } = await client.searchEvents({ query: { q: 'kiem tra' } });
    expect(meta.complete).toBe(false);
    const titles = data.map(({ title }) => title);
    expect(titles).toEqual(expect.arrayContaining(['Kiểm tra kho', 'Kiểm tra của tôi']));
    expect(titles.filter((title) => title === 'Kiểm tra')).toHaveLength(50);
  });
});

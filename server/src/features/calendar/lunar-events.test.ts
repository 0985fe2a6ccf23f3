import type { EventFields } from '@bocau/contract/calendar.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { extendLunar, extendLunarEvents } from '../../calendar/lunar/extend-lunar.ts';
import { readWholeObjects } from '../../calendar/objects/objects.store.ts';
import { unixSeconds } from '../../platform/clock.ts';
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

const ZONE = 'Asia/Ho_Chi_Minh';
const YEARLY = 'RSCALE=VIETNAMESE;FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=12';
const whole = (day: string) => ({ day, clock: null, zone: null });

async function add(fields: Partial<EventFields>, day = '2026-04-28') {
  const times = { start: whole(day), end: whole(day) };
  return (await client.createEvent({ body: { fields: { title: 'Giỗ ông', ...times, ...fields } } })).data;
}

async function days(from: string, to: string): Promise<string[]> {
  const { data } = await client.listEvents({ query: { from, to, zone: ZONE } });
  return data.map(({ at, kind }) => new Date((at + (kind === 'zoned' ? 7 * 3600 : 0)) * 1000).toISOString());
}

const dates = async (from: string, to: string) => (await days(from, to)).map((day) => day.slice(0, 10));

async function sourceOf(id: string): Promise<string> {
  const [whole] = await readWholeObjects(server.context.db, person.mailbox, [id]);
  return (whole?.source.toString() ?? '').replaceAll('\r\n ', '');
}

test('CL-143 a giỗ is on its lunar day of each year, and its text names the dates for phones', async () => {
  const { id, fields, repeats_otherwise } = await add({ rule: YEARLY });
  expect(fields.rule).toBe(YEARLY);
  expect(repeats_otherwise).toBe(false);
  expect(await dates('2026-01-01', '2026-12-31')).toEqual(['2026-04-28']);
  expect(await dates('2027-01-01', '2027-12-31')).toEqual(['2027-04-18']);
  expect(await dates('2045-01-01', '2045-12-31')).toEqual(['2045-04-28']);
  const source = await sourceOf(id);
  expect(source).toContain(`\r\nX-BOCAU-LUNAR-RULE:${YEARLY}\r\n`);
  expect(source).toContain('\r\nRDATE;VALUE=DATE:20270418,20280406,');
  expect(source).not.toContain('RRULE');
});

test('CL-143 the first and the fifteenth keep their hour, and one of them is left out', async () => {
  const rule = 'RSCALE=VIETNAMESE;FREQ=MONTHLY;BYMONTHDAY=1,15';
  const at = (clock: string) => ({ day: '2026-11-09', clock, zone: ZONE });
  const { id } = await add({ rule, start: at('06:00'), end: at('07:00') });
  expect(await days('2026-11-01', '2026-12-31')).toEqual([
    ...['2026-11-09T06:00:00.000Z', '2026-11-23T06:00:00.000Z'],
    ...['2026-12-09T06:00:00.000Z', '2026-12-23T06:00:00.000Z'],
  ]);
  await client.dropOccurrences({ params: { id }, body: { scope: 'one', original: '20261122T230000Z' } });
  expect(await dates('2026-11-01', '2026-12-09')).toEqual(['2026-11-09', '2026-12-09']);
});

test('CL-143 another rule takes the dates away, and a title leaves them', async () => {
  const { id } = await add({ rule: YEARLY });
  await client.changeEvent({ params: { id }, body: { fields: { title: 'Giỗ ông nội' } } });
  expect(await dates('2027-01-01', '2027-12-31')).toEqual(['2027-04-18']);
  await client.changeEvent({ params: { id }, body: { fields: { rule: 'FREQ=YEARLY' } } });
  expect(await dates('2027-01-01', '2027-12-31')).toEqual(['2027-04-28']);
  expect(await sourceOf(id)).not.toMatch(/LUNAR|RDATE/);
  await client.changeEvent({ params: { id }, body: { fields: { rule: null } } });
  expect(await dates('2027-01-01', '2027-12-31')).toEqual([]);
});

test('CL-143 this and following: the dates before stay, none is added to them, and those after are another event', async () => {
  const { id } = await add({ rule: YEARLY });
  const { data: rest } = await client.changeEvent({
    params: { id },
    body: { scope: 'following', original: '20280406', fields: { title: 'Giỗ chung' } },
  });
  expect(rest.fields.rule).toBe(YEARLY);
  expect(await dates('2026-01-01', '2027-01-31')).toEqual(['2026-04-28']);
  expect(await dates('2027-02-01', '2028-01-31')).toEqual(['2027-04-18']);
  expect(await dates('2028-02-01', '2029-01-31')).toEqual(['2028-04-06']);
  expect(await sourceOf(id)).toContain(`${YEARLY};UNTIL=20280405`);
});

test('CL-143 the job writes further dates years later, once, and changes nothing else', async () => {
  const { id } = await add({ rule: YEARLY });
  const before = await sourceOf(id);
  const later = Date.UTC(2048, 0, 1) / 1000;
  const text = extendLunar(Buffer.from(before), later).toString().replaceAll('\r\n ', '');
  expect(text).toContain(',2077');
  expect(text.replace(/RDATE[^\r]*/, '')).toBe(before.replace(/RDATE[^\r]*/, ''));
  const { signal } = new AbortController();
  await extendLunarEvents(server.context, unixSeconds(server.context.clock), signal);
  expect(await sourceOf(id)).toBe(before);
  await extendLunarEvents(server.context, later, signal);
  expect(await sourceOf(id)).toBe(text);
});

test('CL-143 one that can have no further dates keeps none from the others', async () => {
  const broken = await add({ rule: YEARLY });
  const { id } = await add({ rule: YEARLY });
  const { db } = server.context;
  await db
    .updateTable('calendar_sources')
    .set({ source: Buffer.from('BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n') })
    .where('mailbox_id', '=', person.mailbox)
    .where('object_id', '=', broken.id)
    .execute();
  const later = Date.UTC(2050, 0, 1) / 1000;
  await extendLunarEvents(server.context, later, new AbortController().signal);
  expect((await sourceOf(id)).replaceAll('\r\n ', '')).toContain(',2079');
  const { extend_at } = await db
    .selectFrom('calendar_search')
    .select('extend_at')
    .where('mailbox_id', '=', person.mailbox)
    .where('object_id', '=', broken.id)
    .executeTakeFirstOrThrow();
  expect(extend_at).toBeGreaterThan(later);
});

test('CL-143 what is no lunar rule is refused', async () => {
  const refused = expect.objectContaining({ status: 400, code: 'invalid_event' });
  await expect(add({ rule: 'RSCALE=VIETNAMESE;FREQ=YEARLY;BYMONTH=13;BYMONTHDAY=1' })).rejects.toEqual(
    refused,
  );
});

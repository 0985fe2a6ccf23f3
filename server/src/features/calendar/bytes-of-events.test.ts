import { LIMITS } from '@bocau/contract/limits.ts';
import { Kysely, PostgresDialect } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { prng } from '../../demo-world/prng.ts';
import type { Tables } from '../../tables.ts';
import { bytesCounted } from '../../test-kit/bytes-counted.ts';
import { type CalDavPerson, calDavPerson, vevent } from '../../test-kit/caldav-person.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import type { TestDb } from '../../test-kit/test-context.ts';
import { emptyCalendarTrash } from './calendar.jobs.ts';
import { changeEvent, createEvent } from './change-events.ts';

let server: TestServer;
let an: CalDavPerson;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  an = await calDavPerson(server);
});

const WEEKLY = ['DTSTART:20260105T020000Z', 'DTEND:20260105T030000Z', 'RRULE:FREQ=WEEKLY;COUNT=6'];
const THIRD = '20260119T020000Z';
const put = (name: string, ...lines: string[]) =>
  an.dav.call('PUT', `${an.calendar}${name}.ics`, {
    body: vevent(name, `Họp ${name}`, ...WEEKLY, ...lines),
    headers: { 'content-type': 'text/calendar' },
  });
const counted = () => bytesCounted(server.context.db, 'calendar', an.mailbox);
const time = (clock: string) => ({ day: '2026-02-02', clock, zone: 'Asia/Ho_Chi_Minh' });
const setBytes = (bytes: number | null) =>
  server.context.db
    .updateTable('calendar_state')
    .set({ bytes })
    .where('mailbox_id', '=', an.mailbox)
    .execute();

/** Of the events that repeat. */
async function series(): Promise<string[]> {
  const query = { from: '2026-01-01', to: '2026-03-01', zone: 'UTC' };
  const found = (await an.client.listEvents({ query })).data.filter(({ repeats }) => repeats);
  return [...new Set(found.map(({ event_id }) => event_id))].toSorted();
}

test('CT-62 whatever becomes of events, the bytes that are counted are those of their texts', async () => {
  const random = prng('bytes of events');
  const { client } = an;
  const text = () => 'x'.repeat(random.int(0, 5_000));
  const undone = { split: 0, drop: 0 };
  const ofSeries = (act: (id: string) => Promise<unknown>) => async () => {
    const all = await series();
    if (all.length > 0) await act(random.pick(all));
  };
  /** Those that have no third one any more refuse. */
  const tried = (work: Promise<unknown>) => work.then(() => true).catch(() => false);
  const acts: Record<string, () => Promise<unknown>> = {
    put: () => put(`s${random.int(0, 5)}`, `DESCRIPTION:${text()}`),
    create: () =>
      client.createEvent({
        body: { fields: { title: 'Ăn trưa', start: time('11:00'), end: time('12:00') } },
      }),
    edit: ofSeries((id) => client.changeEvent({ params: { id }, body: { fields: { description: text() } } })),
    single: ofSeries((id) =>
      tried(
        client.changeEvent({
          params: { id },
          body: { scope: 'one', original: THIRD, fields: { title: text().slice(0, 400) } },
        }),
      ),
    ),
    split: ofSeries(async (id) => {
      const body = { scope: 'following' as const, original: THIRD, fields: { description: text() } };
      if (!(await tried(client.changeEvent({ params: { id }, body }))) || random.chance(0.5)) return;
      if (await tried(client.rejoinSeries({ params: { id } }))) undone.split += 1;
    }),
    drop: ofSeries(async (id) => {
      const original = random.pick([THIRD, '20260105T020000Z']);
      if (!(await tried(client.dropOccurrences({ params: { id }, body: { scope: 'following', original } }))))
        return;
      if (random.chance(0.5) && (await tried(client.rejoinSeries({ params: { id } })))) undone.drop += 1;
    }),
    remove: () => an.dav.call('DELETE', `${an.calendar}s${random.int(0, 5)}.ics`),
    trash: ofSeries(async (id) => {
      await client.trashEvents({ body: { ids: [id] } });
      if (random.chance(0.5)) await client.restoreEvents({ body: { ids: [id] } });
    }),
    empty: async () => {
      const { db } = server.context;
      await db.updateTable('calendar_objects').set({ trashed_at: 1 }).where('trashed_at', '>', 1).execute();
      await emptyCalendarTrash(server.context, new AbortController().signal);
    },
  };
  const names = Object.keys(acts);
  for (let step = 0; step < 120; step += 1) {
    const name = step < names.length ? (names[step] ?? '') : random.pick(names);
    await acts[name]?.();
    const { state, sum } = await counted();
    expect({ step, name, state }).toEqual({ step, name, state: sum });
  }
  expect(Math.min(undone.split, undone.drop)).toBeGreaterThan(0);
});

test('CT-62 at the limit nothing more is taken, and what makes events smaller is', async () => {
  const { client } = an;
  expect((await put('a', `DESCRIPTION:${'x'.repeat(2_000)}`)).status).toBe(201);
  await setBytes(LIMITS.calendarBytes - 10);
  const refused = expect.objectContaining({
    ...{ status: 400, code: 'too_many_events', details: { limit_bytes: LIMITS.calendarBytes } },
    message: expect.stringContaining('delete some'),
  });
  const fields = { title: 'Ăn trưa', start: time('11:00'), end: time('12:00') };
  await expect(client.createEvent({ body: { fields } })).rejects.toEqual(refused);
  const [id = ''] = await series();
  const params = { id };
  const edit = (description: string) => client.changeEvent({ params, body: { fields: { description } } });
  await expect(edit('x'.repeat(3_000))).rejects.toEqual(refused);
  expect((await put('b')).status).toBe(507);
  expect((await put('a', `DESCRIPTION:${'x'.repeat(3_000)}`)).status).toBe(507);
  await edit('x'.repeat(1_900));
  // What is kept for the undo is no reason to refuse less.
  await client.dropOccurrences({ params, body: { scope: 'following', original: THIRD } });
  expect((await counted()).state).toBeGreaterThan(LIMITS.calendarBytes);
  await client.rejoinSeries({ params });
  await edit('');
  expect((await put('b')).status).toBe(201);
});

test('CT-62 a change asks for the bytes in the statements that it has anyway', async () => {
  const statements: string[] = [];
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: server.context.database.pool }),
    log({ query }) {
      statements.push(query.sql);
    },
  });
  const deps = { ...server.context, db: db as TestDb };
  const fields = { title: 'Ăn trưa', start: time('11:00'), end: time('12:00') };
  const { id } = await createEvent(deps, an.mailbox, { fields });
  statements.length = 0;
  await changeEvent(deps, an.mailbox, id, { scope: 'all', fields: { description: 'x' } });
  expect(statements.filter((text) => text.includes('calendar_state'))).toEqual([
    expect.stringContaining('on conflict (mailbox_id) do update set seq = s.seq'),
    expect.stringContaining('bytes = bytes +'),
  ]);
});

test('CT-62 events that no release has counted are counted at the next change', async () => {
  await put('a', `DESCRIPTION:${'x'.repeat(2_000)}`);
  await setBytes(null);
  await put('b');
  const { state, sum } = await counted();
  expect(state).toBe(sum);
});

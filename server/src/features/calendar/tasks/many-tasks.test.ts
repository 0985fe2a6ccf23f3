import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { kyselyOf } from '../../../platform/db/kysely-of.ts';
import { type NewPerson, newPerson } from '../../../test-kit/new-person.ts';
import { startTestServer, type TestServer } from '../../../test-kit/start-server.ts';
import type { TestDb } from '../../../test-kit/test-context.ts';
import { type PlanWatch, watchPlans } from '../../../test-kit/watch-plans.ts';

const TASKS = 20_000;
const OTHERS = 10_000;
const OF_EACH = 3;
/** A thousand tasks of a list, each looked up by its key, and the range of the index. */
const LIST_PAGES = 5_000;
/** A hundred of them. */
const FEW_PAGES = 500;
/** A thousand matches, of which each is looked up in two tables. */
const SEARCH_PAGES = 10_000;

let server: TestServer;
let person: NewPerson;
let colleague: NewPerson;
let watch: PlanWatch;

/** Tasks in the calendar of each of some mailboxes; every second is done. */
async function fill(db: TestDb, mailboxes: number[], of: number, calendar: string | null): Promise<void> {
  await sql`
    with made as (
      select m.id as mailbox_id, n, gen_random_uuid() as id, coalesce(${calendar}::uuid, gen_random_uuid()) as calendar
      from unnest(${mailboxes}::bigint[]) as m(id), generate_series(1, ${of}::int) as n
    ), objects as (
      insert into calendar_objects (mailbox_id, id, calendar_id, uid, name, etag, seq, derived_version, component,
        title, repeats, first_at, last_at, spread_from, spread_to, created_at, changed_at)
      select mailbox_id, id, calendar, id::text, id || '.ics', '', 1, 5, 'task', 'Việc ' || n, false, n, n, 0, 0, 0, 0
      from made
    ), words as (
      insert into calendar_search (mailbox_id, object_id, words)
      select mailbox_id, id, ' viec ' || n || ' #' || calendar from made
    )
    insert into calendar_tasks (mailbox_id, object_id, calendar_id, original, due_kind, due_at, done_at, priority,
      has_notes, has_reminders, url, is_private)
    select mailbox_id, id, calendar, '', 'zoned', case when n % 3 > 0 then n end, case when n % 2 = 0 then n end, 0,
      false, false, '', false from made`.execute(db);
}

beforeAll(async () => {
  server = await startTestServer({ env: { ROLES: 'http' } });
  person = await newPerson(server);
  colleague = await newPerson(server);
  const db = kyselyOf(server.context.background.db) as unknown as TestDb;
  const { data: calendar } = await person.client.createCalendar({
    body: { name: 'Chung', color: '#0b8043' },
  });
  await person.client.setCalendarMembers({
    params: { id: calendar.id },
    body: { members: [{ address: colleague.email, permission: 'READ' }] },
  });
  await fill(db, [person.mailbox], TASKS, calendar.id);
  const { rows } = await sql<{ id: number }>`
    insert into mailboxes (domain_id, email, name, kind, quota_mb, created_at)
    select m.domain_id, 'beside.' || n || substring(m.email from '@.*'), 'Người ' || n, 'member', 1000, 0
    from mailboxes m, generate_series(1, ${OTHERS}::int) as n where m.id = ${person.mailbox}
    returning id`.execute(db);
  await fill(
    db,
    rows.map(({ id }) => id),
    OF_EACH,
    null,
  );
  await sql`vacuum analyze calendar_objects, calendar_tasks, calendar_search`.execute(db);
  watch = await watchPlans(server);
}, 180_000);
afterAll(() => server.close());

/** Statements about tasks, and how many pages each looked at. */
async function pagesOf(who: NewPerson, query: { state?: 'open' | 'done'; q?: string }) {
  watch.ranSince();
  const { data } = await who.client.listTasks({ query });
  const ran = watch.ranSince().filter(({ text }) => text.includes('calendar_tasks'));
  return { tasks: data.length, statements: ran.length, pages: Math.max(0, ...ran.map(({ pages }) => pages)) };
}

describe.each(['force_custom_plan', 'force_generic_plan'] as const)('of 20,000 tasks, by %s', (mode) => {
  beforeAll(() => watch.plan(mode));

  test('CL-160 a list is one range of an index, also of a calendar that is shared', async () => {
    for (const who of [person, colleague]) {
      const open = await pagesOf(who, {});
      expect(open).toMatchObject({ tasks: 1000, statements: 1 });
      expect(open.pages).toBeLessThan(LIST_PAGES);
      const done = await pagesOf(who, { state: 'done' });
      expect(done).toMatchObject({ tasks: 100, statements: 1 });
      expect(done.pages).toBeLessThan(FEW_PAGES);
    }
  });

  test('CL-160 a search looks at the matches alone', async () => {
    for (const who of [person, colleague]) {
      const all = await pagesOf(who, { q: 'viec' });
      expect(all).toMatchObject({ tasks: 200, statements: 1 });
      expect(all.pages).toBeLessThan(SEARCH_PAGES);
      const one = await pagesOf(who, { q: 'viec 19999' });
      expect(one).toMatchObject({ tasks: 1, statements: 1 });
      expect(one.pages).toBeLessThan(FEW_PAGES);
    }
  });
});

import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lanAnh } from '../../demo-world/people.ts';
import { kyselyOf } from '../../platform/db/kysely-of.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import type { TestDb } from '../../test-kit/test-context.ts';
import { type PlanWatch, watchPlans } from '../../test-kit/watch-plans.ts';

const EVENTS = 12_000;
/** A hundred rows, each on a page of its own, and the range of the index. */
const MOST_PAGES = 300;
const LONG_AGO = 1_000;
const IN_LONG = 4_000_000_000;

let server: TestServer;
let person: NewPerson;
let watch: PlanWatch;

/** Of each four: one of nobody's, one of others, one that is over and one that is coming. */
beforeAll(async () => {
  server = await startTestServer({ env: { ROLES: 'http' } });
  person = await newPerson(server);
  const db = kyselyOf(server.context.background.db) as unknown as TestDb;
  await sql`
    insert into calendar_objects (mailbox_id, id, calendar_id, uid, name, etag, seq, derived_version, component,
      title, repeats, first_at, last_at, spread_from, spread_to, created_at, changed_at, organiser)
    select ${person.mailbox}, id, c.id_of, id::text, id || '.ics', '', 1, 7, 'event', '', false, 0,
      case when n % 4 = 2 then ${LONG_AGO}::bigint else ${IN_LONG}::bigint end, 0, 0, 0, 0,
      case n % 4 when 0 then null when 1 then 'khach@minhphat.example' else ${person.email} end
    from (select n, gen_random_uuid() as id from generate_series(1, ${EVENTS}::int) as n) made
    cross join (select gen_random_uuid() as id_of) c`.execute(db);
  await sql`vacuum analyze calendar_objects`.execute(db);
  watch = await watchPlans(server);
}, 60_000);
afterAll(() => server.close());

test.each(['force_custom_plan', 'force_generic_plan'] as const)(
  'CL-294 meetings are counted up to a hundred, in one range of an index, whatever else is in the calendar, by %s',
  async (mode) => {
    await watch.plan(mode);
    const owner = await server.signIn(lanAnh.email);
    watch.ranSince();
    const { data } = await owner.showAnyPerson({ params: { id: person.email } });
    expect(data.meetings).toEqual({ open: 101, private: 0, more: true });
    const ran = watch.ranSince().filter(({ text }) => text.includes('calendar_objects'));
    expect(ran).toHaveLength(1);
    expect(Math.max(...ran.map(({ pages }) => pages))).toBeLessThan(MOST_PAGES);
  },
);

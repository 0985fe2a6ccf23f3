import { ACTIVITIES_PER_PAGE } from '@bocau/contract/security.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { TEST_NOW } from '../../test-kit/test-clock.ts';
import { type PlanWatch, watchPlans } from '../../test-kit/watch-plans.ts';

const LINES = 10_000;

let server: TestServer;
let person: NewPerson;
let plans: PlanWatch;

beforeAll(async () => {
  server = await startTestServer();
  person = await newPerson(server);
  const { db } = server.context;
  const now = Math.floor(TEST_NOW / 1000);
  // PostgreSQL's statistics of the table are from before the rows were added.
  await sql`analyze security_events`.execute(db);
  await sql`
    insert into security_events (mailbox_id, kind, address, user_agent, first_at, at)
    select ${person.mailbox}, 'session_ended', '192.0.2.1', 'Mozilla/5.0', ${now}::bigint - line, ${now}::bigint - line
    from generate_series(${LINES}::int, 1, -1) line`.execute(db);
  plans = await watchPlans(server);
});
afterAll(() => server.close());

test.each(['force_custom_plan', 'force_generic_plan'] as const)(
  'LH-1 the first page of a long history looks at little, and the last one at each line once: %s',
  async (mode) => {
    await plans.plan(mode);
    expect(await mostPages(1)).toBeLessThan(100);
    expect(await mostPages(LINES / ACTIVITIES_PER_PAGE)).toBeLessThan(500);
  },
);

/** The maximum number of 8 KB pages that any statement of a call read. */
async function mostPages(page: number): Promise<number> {
  plans.ranSince();
  const { data } = await person.client.listActivities({ query: { page: `${page}` } });
  expect(data).toHaveLength(ACTIVITIES_PER_PAGE);
  return Math.max(...plans.ranSince().map(({ pages }) => pages));
}

import { REVIEWED_AT_ONCE } from '@bocau/contract/admin-review.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { TEST_NOW } from '../../test-kit/test-clock.ts';
import { type PlanWatch, watchPlans } from '../../test-kit/watch-plans.ts';

const LINES = 10_000;
const SENT = 5_000;

let server: TestServer;
let owner: NewPerson;
let person: NewPerson;
let plans: PlanWatch;

beforeAll(async () => {
  server = await startTestServer();
  owner = await newPerson(server, { kind: 'owner' });
  person = await newPerson(server);
  const { db } = server.context;
  const now = Math.floor(TEST_NOW / 1000);
  await sql`analyze security_events, outbox, outbox_recipients, rules, drive_shares, audit_log`.execute(db);
  await sql`
    insert into security_events (mailbox_id, kind, address, user_agent, first_at, at)
    select ${person.mailbox}, 'session_ended', '192.0.2.1', 'Mozilla/5.0', ${now}::bigint - line, ${now}::bigint - line
    from generate_series(${LINES}::int, 1, -1) line`.execute(db);
  await sql`
    with sent as (
      insert into outbox (mailbox_id, id, message_id, kind, state, due_at, created_at, sender, recipient_count, counted_at)
      select ${person.mailbox}, gen_random_uuid(), gen_random_uuid(), 'send', 'sent', 0, 0, 'a@b.vn', 1,
        ${now}::bigint - line * 60
      from generate_series(${SENT}::int, 1, -1) line returning mailbox_id, id
    )
    insert into outbox_recipients (mailbox_id, outbox_id, address, email, name, destination, state)
    select mailbox_id, id, 'x@c.vn', 'x@c.vn', '', 'c.vn', 'delivered' from sent`.execute(db);
  plans = await watchPlans(server);
});
afterAll(() => server.close());

test.each(['force_custom_plan', 'force_generic_plan'] as const)(
  'AU-5 a page of a review reads lines of the page, and of what was sent one range of an index: %s',
  async (mode) => {
    await plans.plan(mode);
    plans.ranSince();
    const { data } = await owner.client.reviewPerson({ params: { id: String(person.mailbox) }, query: {} });
    expect(data).toHaveLength(REVIEWED_AT_ONCE);
    const pages = Math.max(...plans.ranSince().map((each) => each.pages));
    expect(pages).toBeLessThan(500);
  },
);

import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fileMail } from '../../test-kit/file-mail.ts';
import { fillInvoices } from '../../test-kit/fill-invoices.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { testContext } from '../../test-kit/test-context.ts';
import { listInvoices } from './list-invoices.ts';

const INVOICES = 100_000;
const MESSAGES = 20;
const ID = 'ffffffff-ffff-7fff-bfff-ffffffffffff';

let server: TestServer;
let person: NewPerson;

beforeAll(async () => {
  server = await startTestServer();
  person = await newPerson(server);
  for (let filed = 0; filed < MESSAGES; filed += 1) await fileMail(server.context, person.mailbox, {});
  await fillInvoices(testContext(server.context).db, person.mailbox, INVOICES);
}, 120_000);
afterAll(() => server.close());

async function planOf(statement: RawBuilder<unknown>): Promise<string> {
  const { db } = testContext(server.context);
  const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${statement}`.execute(db);
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

test('IV-10 IV-11 a page of very many invoices, and the sums of all, are a range of one index', async () => {
  const { db } = testContext(server.context);
  const selection = { direction: 'bought' } as const;
  const first = await listInvoices(db, person.mailbox, selection);
  expect(first.data).toHaveLength(50);
  expect(first.meta.totals).toMatchObject([{ currency: 'VND', count: INVOICES }]);
  const where = sql`from invoices i where i.mailbox_id = ${person.mailbox} and i.standing <> 'discarded'
    and i.direction = 'bought'`;
  const page = await planOf(sql`select * ${where} and (listed_on, id) < ('2026-01-01'::date, ${ID}::uuid)
    order by listed_on desc, id desc limit 51`);
  expect(page).toContain('Index Scan using invoices_listed');
  expect(page).not.toContain('Sort');
  const failed = await planOf(
    sql`select * ${where} and i.state = 'failed' order by listed_on desc, id desc limit 51`,
  );
  expect(failed).toContain('Index Scan using invoices_by_state');
  const uncounted = await planOf(sql`select * ${where} and i.standing <> 'valid' and i.state = 'failed'
    order by listed_on desc, id desc limit 51`);
  expect(uncounted).toContain('Index Scan using invoices_by_state');
  const sums = sql`select currency, rate, sum(total) ${where} and standing = 'valid' group by 1, 2`;
  // A transaction that has run since before the rows came keeps a vacuum from marking their pages.
  const planned = () => sql`vacuum invoices`.execute(db).then(() => planOf(sums));
  await expect.poll(planned, { timeout: 20_000 }).toContain('Index Only Scan using invoices_listed');
});

test('IV-25 lists of what is booked, and of what is paid, are a range of an index each', async () => {
  const { db } = testContext(server.context);
  await sql`update invoices set mark = 'paid', also_booked = true where mailbox_id = ${person.mailbox}
    and number::integer % 1000 = 0`.execute(db);
  await sql`analyze invoices`.execute(db);
  for (const mark of ['booked', 'paid'] as const) {
    const { data, meta } = await listInvoices(db, person.mailbox, { direction: 'bought', mark });
    expect(data[0]).toMatchObject({ marks: { booked: true, paid: true, query: false } });
    expect(meta.count).toBe(INVOICES / 1000);
    const plan = await planOf(sql`select * from invoices i where i.mailbox_id = ${person.mailbox}
      and i.standing <> 'discarded' and i.direction = 'bought'
      and (i.mark = ${sql.lit(mark)} or i.${sql.ref(`also_${mark}`)}) and i.mark is not null
      order by listed_on desc, id desc limit 51`);
    expect(plan).toContain(`Index Scan using invoices_${mark}`);
  }
});

import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fileMail } from '../../test-kit/file-mail.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { testContext } from '../../test-kit/test-context.ts';
import { listInvoices } from './list-invoices.ts';

const INVOICES = 100_000;
const AT_ONCE = 5000;
const ID = 'ffffffff-ffff-7fff-bfff-ffffffffffff';

let server: TestServer;
let person: NewPerson;

beforeAll(async () => {
  server = await startTestServer();
  person = await newPerson(server);
  const { db } = testContext(server.context);
  for (let from = 0; from < INVOICES; from += AT_ONCE) {
    const message = await fileMail(server.context, person.mailbox, {});
    await sql`
      insert into invoices (mailbox_id, id, message_id, position, attachment_id, version, kind, direction, seller_name,
        seller_tax_code, buyer_name, buyer_tax_code, form, symbol, number, dated, listed_on, received_at, before_tax, tax,
        total, currency, rate, account, content_hash, proven, own_checks, checks, state, standing, words, note)
      select ${person.mailbox}, gen_random_uuid(), ${message}, n - ${from}, gen_random_uuid(), 1, 'invoice',
        'bought', 'Công ty ' || n % 500, lpad((n % 500)::text, 10, '0'), 'Sao Mai', '0910004101', '1', 'C26THS', n::text,
        date '2024-01-01' + n % 1000, date '2024-01-01' + n % 1000, 0, n * 10, n, n * 11, 'VND',
        case n % 10 when 1 then '8%' else '10%' end, '', n::text, true, '[]',
        '[{"check": "signature", "state": "ok", "reason": "matches"}]',
        case n % 50 when 0 then 'failed' else 'ok' end, 'valid', 'cong ty ' || n % 500, ''
      from generate_series(${from + 1}::integer, ${from + AT_ONCE}::integer) n`.execute(db);
  }
  await sql`vacuum analyze invoices`.execute(db);
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
  const sums = await planOf(
    sql`select currency, rate, sum(total) ${where} and standing = 'valid' group by 1, 2`,
  );
  expect(sums).toContain('Index Only Scan using invoices_listed');
});

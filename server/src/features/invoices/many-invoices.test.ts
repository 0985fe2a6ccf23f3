import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fileMail } from '../../test-kit/file-mail.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { testContext } from '../../test-kit/test-context.ts';
import { listInvoices, sumInvoices } from './list-invoices.ts';

const INVOICES = 100_000;
const AT_ONCE = 5000;
const PAGES = 50;

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
        'bought', 'Công ty ' || n % 500, lpad((n % 500)::text, 10, '0'), 'Sao Mai', '0101248141', '1', 'C26THS', n::text,
        date '2024-01-01' + n % 1000, date '2024-01-01' + n % 1000, 0, n * 10, n, n * 11, 'VND',
        case n % 10 when 1 then '8%' else '10%' end, '', n::text, true, '[]',
        '[{"check": "signature", "state": "ok", "reason": "matches"}]',
        case n % 50 when 0 then 'failed' else 'ok' end, 'valid', 'cong ty ' || n % 500, ''
      from generate_series(${from + 1}::integer, ${from + AT_ONCE}::integer) n`.execute(db);
  }
  await sql`vacuum analyze invoices`.execute(db);
}, 120_000);
afterAll(() => server.close());

async function millisecondsOf(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let turn = 0; turn < PAGES; turn += 1) {
    const before = performance.now();
    await work();
    times.push(performance.now() - before);
  }
  return times.sort((a, b) => a - b)[PAGES / 4] as number;
}

test('IV-10 a page of very many invoices is one range of an index', async () => {
  const { db } = testContext(server.context);
  const count = await db
    .selectFrom('invoices')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .execute();
  const after = {
    cursor: (await listInvoices(db, person.mailbox, { direction: 'bought' })).meta.next_cursor ?? '',
  };
  const figures = {
    count: count[0]?.n,
    page: await millisecondsOf(() => listInvoices(db, person.mailbox, { direction: 'bought', ...after })),
    failed: await millisecondsOf(() =>
      listInvoices(db, person.mailbox, { direction: 'bought', state: 'failed', ...after }),
    ),
    sums: await millisecondsOf(() => sumInvoices(db, person.mailbox, { direction: 'bought' })),
    month: await millisecondsOf(() =>
      sumInvoices(db, person.mailbox, { direction: 'bought', month: '2025-05' }),
    ),
    search: await millisecondsOf(() =>
      listInvoices(db, person.mailbox, { direction: 'bought', search: 'cong ty 77', ...after }),
    ),
  };
  process.stdout.write(`${JSON.stringify(figures)}\n`);
  expect(figures.page).toBeLessThan(50);
});

import { text } from 'node:stream/consumers';
import { SESSION_HEADER } from '@bocau/contract/session.ts';
import type { KyselyPlugin } from 'kysely';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fileMail } from '../../test-kit/file-mail.ts';
import { fillInvoices } from '../../test-kit/fill-invoices.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { type TestDb, testContext } from '../../test-kit/test-context.ts';
import { untilWaiting } from '../../test-kit/until-waiting.ts';
import { exportTable } from './export-invoices.ts';

const INVOICES = 450;
/** Of the first one, so that its lines come in several portions; the others have two. */
const LINES = 2_500;
const ROWS = LINES + 2 * (INVOICES - 1);

let server: TestServer;
let person: NewPerson;
let db: TestDb;

beforeAll(async () => {
  server = await startTestServer();
  db = testContext(server.context).db;
  person = await newPerson(server);
  await fileMail(server.context, person.mailbox, {});
  await fillInvoices(db, person.mailbox, INVOICES);
  await sql`
    update invoice_contents set content = jsonb_build_object('lines', (
      select jsonb_agg(jsonb_build_object('name', 'Dòng ' || n) order by n)
      from generate_series(1, case number when '200' then ${LINES}::integer else 2 end) n))
    from invoices
    where invoice_contents.mailbox_id = ${person.mailbox}
      and (invoices.mailbox_id, invoices.message_id, invoices.position)
        = (invoice_contents.mailbox_id, invoice_contents.message_id, invoice_contents.position)`.execute(db);
});
afterAll(() => server.close());

/** How many rows each statement returned. */
function countRows(counts: number[]): KyselyPlugin {
  return {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      counts.push(result.rows.length);
      return result;
    },
  };
}

const query = { direction: 'bought', lang: 'en' } as const;

test('IV-13 lines are read in portions, each of them once and in their order', async () => {
  const counts: number[] = [];
  const deps = { db: db.withPlugin(countRows(counts)), clock: server.context.clock };
  const columns = ['number', 'line_name'] as const;
  const { stream } = await exportTable(
    deps,
    person.mailbox,
    { ...query, rows: 'lines', columns: [...columns] },
    'csv',
  );
  const [, ...rows] = (await text(stream as never)).trimEnd().split('\r\n');
  const numbers = Array.from({ length: INVOICES }, (_, at) => String(INVOICES - at));
  expect(rows).toEqual(
    numbers.flatMap((number) =>
      Array.from({ length: number === '200' ? LINES : 2 }, (_, at) => `${number},Dòng ${at + 1}`),
    ),
  );
  expect(rows).toHaveLength(ROWS);
  expect(Math.max(...counts)).toBeLessThanOrEqual(1_000);
  expect(counts.length).toBeGreaterThan(INVOICES / 200 + ROWS / 1_000);
});

test('IV-13 an export is refused while another of the account runs, and not afterwards', async () => {
  const ask = (rows: 'lines' | 'heads', method = 'GET') =>
    fetch(`${server.baseUrl}/api/v2/invoices/export.xlsx?rows=${rows}`, {
      method,
      headers: { [SESSION_HEADER]: person.client.token },
    });
  const running = await db.transaction().execute(async (tx) => {
    await sql`lock table invoice_contents in access exclusive mode`.execute(tx);
    const first = ask('lines');
    await untilWaiting(db, 1);
    expect((await ask('heads')).status).toBe(429);
    expect((await ask('heads', 'HEAD')).status).toBe(429);
    return { first };
  });
  const first = await running.first;
  expect(first.status).toBe(200);
  await first.arrayBuffer();
  expect((await ask('heads', 'HEAD')).status).toBe(200);
  expect((await ask('heads')).status).toBe(200);
});

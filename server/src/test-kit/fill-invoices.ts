import { sql } from 'kysely';
import type { TestDb } from './test-context.ts';
import { withDatabase } from './with-database.ts';

const OF_A_MESSAGE = 5_000;

/**
 * Adds this many invoices to a mailbox by inserting rows, as if its messages had each brought 5,000 of them: of 500 sellers,
 * over a thousand days, every fiftieth with a check that failed.
 */
export async function fillInvoices(db: TestDb, mailboxId: number, invoices: number): Promise<void> {
  const messages = await db
    .selectFrom('messages')
    .select('id')
    .where('mailbox_id', '=', mailboxId)
    .orderBy('id')
    .limit(Math.ceil(invoices / OF_A_MESSAGE))
    .execute();
  const content = JSON.stringify({ entry: null, rates: [], lines: [1, 2, 3].map(lineOf) });
  for (const [place, { id }] of messages.entries()) {
    const from = place * OF_A_MESSAGE;
    await sql`
      insert into invoices (mailbox_id, id, message_id, position, attachment_id, version, kind, direction, seller_name,
        seller_tax_code, buyer_name, buyer_tax_code, form, symbol, number, dated, listed_on, received_at, before_tax, tax,
        total, currency, rate, account, content_hash, proven, own_checks, checks, state, standing, words, note)
      select ${mailboxId}, gen_random_uuid(), ${id}, n - ${from}, gen_random_uuid(), 1, 'invoice',
        'bought', 'Công ty ' || n % 500, lpad((n % 500)::text, 10, '0'), 'Sao Mai', '0910004101', '1', 'C26THS', n::text,
        date '2024-01-01' + n % 1000, date '2024-01-01' + n % 1000, 0, n * 10, n, n * 11, 'VND',
        case n % 10 when 1 then '8%' else '10%' end, '', n::text, true, '[]',
        '[{"check": "signature", "state": "ok", "reason": "matches"}]',
        case n % 50 when 0 then 'failed' else 'ok' end, 'valid', 'cong ty ' || n % 500, ''
      from generate_series(${from + 1}::integer, ${Math.min(from + OF_A_MESSAGE, invoices)}::integer) n`.execute(
      db,
    );
    await sql`
      insert into invoice_contents (mailbox_id, message_id, position, content)
      select mailbox_id, message_id, position, ${content}::jsonb from invoices
      where mailbox_id = ${mailboxId} and message_id = ${id}`.execute(db);
  }
  await sql`vacuum analyze invoices, invoice_contents`.execute(db);
}

function lineOf(position: number) {
  return {
    ...{ position: `${position}`, kind: 'goods', code: '', name: 'Giấy in A4' },
    amount: '1000',
    rate: '10%',
  };
}

/** The same for a user by their address, in place of what a run before has filled. */
export async function fillInvoicesOf(databaseUrl: string, email: string, invoices: number): Promise<void> {
  await withDatabase(databaseUrl, async (db) => {
    const { id } = await db
      .selectFrom('mailboxes')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    await db.deleteFrom('invoice_contents').where('mailbox_id', '=', id).execute();
    await db.deleteFrom('invoices').where('mailbox_id', '=', id).execute();
    await fillInvoices(db, id, invoices);
  });
}

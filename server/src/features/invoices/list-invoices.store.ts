import { fold } from '@bocau/contract/fold.ts';
import type { InvoiceMarkChoice, InvoiceSum } from '@bocau/contract/invoices.ts';
import { type RawBuilder, sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import { isId } from '../../platform/ids.ts';
import type { ReadDb } from '../../tables.ts';
import { tidyTaxCode } from './check/tax-code.ts';
import { INVOICE_COLUMNS, type InvoiceRow } from './invoices.store.ts';
import { readDecimal } from './read/decimals.ts';

/** Which invoices a list, a sum or an export is of. */
export type Selection = {
  direction: 'bought' | 'sold';
  /** A month, a quarter or a year. */
  period?: string | undefined;
  month?: string | undefined;
  seller?: string | undefined;
  state?: 'ok' | 'failed' | 'unknown' | undefined;
  mark?: InvoiceMarkChoice | undefined;
  counted?: 'yes' | 'no' | undefined;
  search?: string | undefined;
  /** These alone, whatever else is said. */
  ids?: string[] | undefined;
};

export type Place = { day: string; id: string };

/** The next ones behind a place, the latest first. */
export async function readInvoicePage(
  db: ReadDb,
  mailboxId: number,
  selection: Selection,
  { after, limit }: { after: Place | null; limit: number },
): Promise<InvoiceRow[]> {
  return readRows(
    db,
    sql<InvoiceRow>`
    select ${INVOICE_COLUMNS} from (
      select * from invoices i where ${selected(mailboxId, selection)}
        ${after ? sql`and (listed_on, id) < (${after.day}::date, ${after.id}::uuid)` : sql``}
      order by listed_on desc, id desc limit ${limit}
    ) i
    join messages m on m.mailbox_id = ${mailboxId} and m.id = i.message_id
    order by i.listed_on desc, i.id desc`,
  );
}

export type ExportedRow = InvoiceRow & { content_bytes: number };

/** The same, with the bytes that all that was read of each takes in the table. */
export async function readExportedPage(
  db: ReadDb,
  mailboxId: number,
  selection: Selection,
  { after, limit }: { after: Place | null; limit: number },
): Promise<ExportedRow[]> {
  return readRows(
    db,
    sql<ExportedRow>`
    select ${INVOICE_COLUMNS}, pg_column_size(c.content) as content_bytes from (
      select * from invoices i where ${selected(mailboxId, selection)}
        ${after ? sql`and (listed_on, id) < (${after.day}::date, ${after.id}::uuid)` : sql``}
      order by listed_on desc, id desc limit ${limit}
    ) i
    join messages m on m.mailbox_id = ${mailboxId} and m.id = i.message_id
    join invoice_contents c on c.mailbox_id = ${mailboxId} and c.message_id = i.message_id and c.position = i.position
    order by i.listed_on desc, i.id desc`,
  );
}

export type RateSum = InvoiceSum & { rate: string | null };
/** A duplicate, and what was replaced, is listed and counts in no sum. */
export type ListedSum = RateSum & Pick<InvoiceRow, 'standing'>;

/** By currency, rate and standing; those with several rates come together, without one. */
export async function readSums(db: ReadDb, mailboxId: number, selection: Selection): Promise<ListedSum[]> {
  return readRows(
    db,
    sql<ListedSum>`
    select currency, rate, standing, count(*)::integer as count,
      coalesce(sum(before_tax), 0)::text as before_tax, coalesce(sum(tax), 0)::text as tax,
      coalesce(sum(total), 0)::text as total
    from invoices i where ${selected(mailboxId, selection)}
    group by 1, 2, 3 order by 1, 2`,
  );
}

export type MixedSum = Pick<RateSum, 'currency' | 'rate' | 'before_tax' | 'tax'>;

/** The rates of those that have several, from the table of rates in each of them. */
export async function readMixedSums(
  db: ReadDb,
  mailboxId: number,
  selection: Selection,
): Promise<MixedSum[]> {
  return readRows(
    db,
    sql<MixedSum>`
    select i.currency, r.rate, coalesce(sum(r.before_tax), 0)::text as before_tax, coalesce(sum(r.tax), 0)::text as tax
    from invoices i
    join invoice_contents c on c.mailbox_id = ${mailboxId} and c.message_id = i.message_id and c.position = i.position
    cross join lateral jsonb_to_recordset(c.content->'rates') as r(rate text, before_tax numeric, tax numeric)
    where ${selected(mailboxId, selection)} and i.standing = 'valid' and i.rate is null
    group by i.currency, r.rate order by i.currency, r.rate`,
  );
}

function selected(mailboxId: number, selection: Selection): RawBuilder<unknown> {
  const { direction, seller, state, mark, counted, search, ids } = selection;
  const period = selection.period ?? selection.month;
  const own = sql`i.mailbox_id = ${mailboxId} and i.standing <> 'discarded'`;
  if (ids !== undefined) return sql`${own} and i.id = any(${ids.filter(isId)}::uuid[])`;
  const conditions = [own, sql`i.direction = ${direction}`];
  if (period !== undefined) {
    const { first, months } = monthsOf(period);
    conditions.push(
      sql`i.listed_on >= ${first}::date and i.listed_on < (${first}::date + make_interval(months => ${months}::integer))::date`,
    );
  }
  if (seller !== undefined) conditions.push(sql`i.seller_tax_code = ${tidyTaxCode(seller)}`);
  if (state !== undefined) conditions.push(sql`i.state = ${state}`);
  if (mark !== undefined) conditions.push(MARKED[mark]);
  if (counted === 'yes') conditions.push(sql`i.standing = 'valid'`);
  // What is a duplicate or was replaced has failed in that: few of all have, and an index has these.
  if (counted === 'no') conditions.push(sql`i.standing <> 'valid' and i.state = 'failed'`);
  if (search !== undefined && search.trim() !== '') conditions.push(found(search.trim()));
  return sql.join(conditions, sql` and `);
}

/** The first day of 2026-11, 2026-Q4 or 2026, and how many months it lasts. */
function monthsOf(period: string): { first: string; months: number } {
  const [year, part = ''] = period.split('-');
  if (part === '') return { first: `${year}-01-01`, months: 12 };
  if (!part.startsWith('Q')) return { first: `${period}-01`, months: 1 };
  const month = `${Number(part.slice(1)) * 3 - 2}`.padStart(2, '0');
  return { first: `${year}-${month}-01`, months: 3 };
}

const BOOKED = sql`(i.mark = 'booked' or i.also_booked)`;
const PAID = sql`(i.mark = 'paid' or i.also_paid)`;
/** Where there is no mark, nothing stands beside it. */
const MARKED: Record<InvoiceMarkChoice, RawBuilder<unknown>> = {
  booked: sql`${BOOKED} and i.mark is not null`,
  paid: sql`${PAID} and i.mark is not null`,
  query: sql`i.mark = 'query'`,
  none: sql`i.mark is null`,
  unbooked: sql`(i.mark is null or ${BOOKED} is not true)`,
  unpaid: sql`(i.mark is null or ${PAID} is not true)`,
};

/** A number, a tax code or an amount as a whole, or words that begin so. */
function found(search: string): RawBuilder<unknown> {
  const code = tidyTaxCode(search);
  const amount = readDecimal(search);
  const choices = [
    sql`i.number = ${search}`,
    ...(/^\d+$/.test(search) ? [sql`ltrim(i.number, '0') = ${search.replace(/^0+/, '')}`] : []),
    ...(/^\d{10}/.test(code) ? [sql`i.seller_tax_code = ${code}`, sql`i.buyer_tax_code = ${code}`] : []),
    ...(amount === null ? [] : [sql`i.total = ${amount}::numeric`]),
    sql`${sql.join(
      fold(search)
        .split(/\s+/)
        .map((word) => sql`strpos(i.words, ${word}) > 0`),
      sql` and `,
    )}`,
  ];
  return sql`(${sql.join(choices, sql` or `)})`;
}

/** Counted up to this limit. */
export async function countInvoices(
  db: ReadDb,
  mailboxId: number,
  selection: Selection,
  most: number,
): Promise<number> {
  const [row] = await readRows(
    db,
    sql<{ count: number }>`
    select count(*)::integer as count from (
      select from invoices i where ${selected(mailboxId, selection)} limit ${most}
    ) found`,
  );
  return row?.count ?? 0;
}

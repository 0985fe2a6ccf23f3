import type { InvoiceLine } from '@bocau/contract/invoices.ts';
import { sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb } from '../../tables.ts';
import type { InvoiceRow } from './invoices.store.ts';

type PlaceInMessage = Pick<InvoiceRow, 'message_id' | 'position'>;

/** `of` counts the invoices from 1, `place` the lines of one. */
type ExportedLine = { of: number; place: number; line: InvoiceLine };

/** The next lines of these invoices in their order, behind so many lines of the first; no more than these are unpacked of each. */
export async function readLines(
  db: ReadDb,
  mailboxId: number,
  invoices: readonly PlaceInMessage[],
  { behind, limit }: { behind: number; limit: number },
): Promise<ExportedLine[]> {
  const messages = invoices.map(({ message_id }) => message_id);
  const positions = invoices.map(({ position }) => position);
  return readRows(
    db,
    sql<ExportedLine>`
    select a.at::integer as of, (b.lines + l.place)::integer as place, l.line
    from unnest(${messages}::uuid[], ${positions}::smallint[]) with ordinality as a(message_id, position, at)
    join invoice_contents c on c.mailbox_id = ${mailboxId} and c.message_id = a.message_id and c.position = a.position
    cross join lateral (select case when a.at = 1 then ${behind}::bigint else 0 end as lines) b
    cross join lateral jsonb_array_elements(jsonb_path_query_array(c.content, '$.lines[$from to $to]',
      jsonb_build_object('from', b.lines, 'to', b.lines + ${limit - 1}::bigint))) with ordinality as l(line, place)
    order by a.at, l.place limit ${limit}`,
  );
}

/** The name of an invoice in the archive that it came in. */
export async function readEntry(
  db: ReadDb,
  mailboxId: number,
  { message_id, position }: PlaceInMessage,
): Promise<string | null> {
  const [row] = await readRows(
    db,
    sql<{ entry: string | null }>`
    select content->>'entry' as entry from invoice_contents
    where mailbox_id = ${mailboxId} and message_id = ${message_id} and position = ${position}`,
  );
  return row?.entry ?? null;
}

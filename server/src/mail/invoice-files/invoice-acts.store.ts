import type { InvoiceMark } from '@bocau/contract/invoices.ts';
import { sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb, Tx } from '../../tables.ts';
import { keptMarks, onlyMarks } from './kept-marks.ts';

export type InvoiceOfMessage = { id: string; message_id: string; seller: string; total: number | null };

/** In the order of their files, without those in Junk and Trash; totals in đồng, as far as these can be said. */
export async function readInvoicesOf(
  db: ReadDb,
  mailboxId: number,
  messageIds: string[],
): Promise<InvoiceOfMessage[]> {
  if (messageIds.length === 0) return [];
  return readRows(
    db,
    sql<InvoiceOfMessage>`
    select i.id, i.message_id, i.seller_tax_code as seller, (i.total * case when i.currency = 'VND' then 1
      else (c.content->>'exchange_rate')::numeric end)::float8 as total
    from invoices i
    join invoice_contents c on c.mailbox_id = i.mailbox_id and c.message_id = i.message_id and c.position = i.position
    where i.mailbox_id = ${mailboxId} and i.message_id = any(${messageIds}::uuid[]) and i.standing <> 'discarded'
    order by i.message_id, i.position`,
  );
}

/**
 * What a person has marked stays so, and what needs their eyes is left to them: a mark says that the seller's account and
 * certificate are right, and anybody can name a seller.
 */
export async function markUnmarked(
  tx: Tx,
  mailboxId: number,
  invoiceIds: string[],
  marks: InvoiceMark[],
): Promise<void> {
  const { mark, also_booked, also_paid } = keptMarks(onlyMarks(marks));
  await sql`
    update invoices set mark = ${mark}, also_booked = ${also_booked}, also_paid = ${also_paid}
    where mailbox_id = ${mailboxId} and id = any(${invoiceIds}::uuid[]) and mark is null
      and state = 'ok'`.execute(tx);
}

/** What is needed to send on a message that was delivered; null where it has no source. */
export type DeliveredRow = {
  id: string;
  folder_id: string;
  spoofed: boolean;
  blob: string | null;
  delivery_key: string | null;
};

export async function readDelivered(
  db: ReadDb,
  mailboxId: number,
  messageIds: string[],
): Promise<DeliveredRow[]> {
  return readRows(
    db,
    sql<DeliveredRow>`
    select id, folder_id, spoofed, encode(blob, 'hex') as blob, encode(delivery_key, 'hex') as delivery_key
    from messages where mailbox_id = ${mailboxId} and id = any(${messageIds}::uuid[])`,
  );
}

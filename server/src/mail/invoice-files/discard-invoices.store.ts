import { sql } from 'kysely';
import type { Tx } from '../../tables.ts';
import type { InvoiceKeys } from './invoice-task.ts';

export type Crossing = { message_id: string; discarded: boolean };

/** Answers the keys of those whose standing that changes; a job compares the others with these again. */
export async function discardInvoices(
  tx: Tx,
  mailboxId: number,
  crossings: Crossing[],
): Promise<InvoiceKeys[]> {
  const { rows } = await sql<InvoiceKeys>`
    update invoices i set standing = case when g.discarded then 'discarded'
      when i.duplicate_of is not null then 'duplicate' else 'valid' end
    from json_to_recordset(${JSON.stringify(crossings)}) as g(message_id uuid, discarded boolean)
    where i.mailbox_id = ${mailboxId} and i.message_id = g.message_id
      and (i.standing = 'discarded') is distinct from g.discarded
    returning i.seller_tax_code, i.number, i.original_number`.execute(tx);
  return rows;
}

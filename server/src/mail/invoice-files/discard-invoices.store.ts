import { sql } from 'kysely';
import { addJobsOf } from '../../platform/jobs/add-job.ts';
import type { Tx } from '../../tables.ts';
import { invoiceTask } from './invoice-task.ts';

export type Crossing = { message_id: string; discarded: boolean };

/** In one statement, with the job that compares the others with those whose standing changes. */
export async function discardInvoices(tx: Tx, mailboxId: number, crossings: Crossing[]): Promise<void> {
  const changed = sql`changed as (
    update invoices i set standing = case when g.discarded then 'discarded'
      when i.duplicate_of is not null then 'duplicate' else 'valid' end
    from json_to_recordset(${JSON.stringify(crossings)}) as g(message_id uuid, discarded boolean)
    where i.mailbox_id = ${mailboxId} and i.message_id = g.message_id
      and (i.standing = 'discarded') is distinct from g.discarded
    returning i.seller_tax_code, i.number, i.original_number)`;
  const job = sql`
    select json_build_object('mailboxId', ${mailboxId}::bigint, 'messageIds', '[]'::json, 'keys', json_agg(c)) as payload,
      null::text as key, array['invoices'] as shares
    from changed c having count(*) > 0`;
  await addJobsOf(tx, invoiceTask, job, changed);
}

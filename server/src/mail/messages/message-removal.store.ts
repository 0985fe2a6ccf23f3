import { type RawBuilder, sql } from 'kysely';
import { blobsNamedBy, orphanBlobs } from '../../kernel/orphaned-blobs.store.ts';
import type { Tx } from '../../tables.ts';
import type { InvoiceKeys } from '../invoice-files/invoice-task.ts';
import { MESSAGE_ROWS, type MessageRows } from '../owned-tables.ts';
import type { Move } from './message-state.store.ts';

/** With the keys of its invoices that counted. */
export type Removed = Move & { size: number; invoices: InvoiceKeys[] | null };

/**
 * Deletes messages with all that is theirs, in one statement; their blobs become candidates for collection, and their uids
 * leave with the number `seq` of the change.
 */
export async function deleteMessages(
  tx: Tx,
  mailboxId: number,
  messageIds: string[],
  { seq, now }: { seq: number; now: number },
): Promise<Removed[]> {
  const steps = MESSAGE_ROWS.flatMap((rows) => removalSteps(rows, mailboxId, now));
  const blobs = MESSAGE_ROWS.filter(({ table }) => blobsNamedBy(table, 'o')).map(
    (rows) => sql`select unnest(blobs) as blob from ${removedFrom(rows)}`,
  );
  const { rows } = await sql<Removed>`
    with gone as (
      delete from messages m
      where m.mailbox_id = ${mailboxId} and m.id = any(${messageIds}::uuid[])
      returning m.id, m.thread_id, m.folder_id, m.size, m.blob
    ), ${sql.join(steps)}, expunged_uids as (
      insert into expunged (mailbox_id, folder_id, modseq, uid, at)
      select ${mailboxId}, folder_id, ${seq}, uid, ${now} from ${removedFrom({ table: 'message_state' })}
    ), orphaned as (
      ${orphanBlobs(sql.join([sql`select blob from gone`, ...blobs], sql` union all `), now)}
    )
    select id as message_id, thread_id, folder_id as from_folder_id, null as to_folder_id, size, r.invoices
    from gone left join (
      select i.message_id, json_agg(json_build_object('seller_tax_code', i.seller_tax_code, 'number', i.number,
        'original_number', i.original_number)) as invoices
      from ${removedFrom({ table: 'invoices' })} i where i.standing <> 'discarded' group by i.message_id
    ) r on r.message_id = gone.id
  `.execute(tx);
  return rows;
}

function removalSteps(rows: MessageRows, mailboxId: number, now: number): RawBuilder<unknown>[] {
  const { table, goesIf = 'true', marked } = rows;
  const blobs = blobsNamedBy(table, 'o');
  const theirs = sql`o.mailbox_id = ${mailboxId} and o.message_id = gone.id`;
  const steps = [
    sql`${removedFrom(rows)} as (
      delete from ${sql.table(table)} o using gone where ${theirs} and ${sql.raw(goesIf)}
      ${returning(table, blobs)})`,
  ];
  if (marked !== undefined)
    steps.push(sql`${sql.ref(`marked_${table}`)} as (
      update ${sql.table(table)} o set ${sql.ref(marked)} = ${now} from gone
      where ${theirs} and not (${sql.raw(goesIf)}))`);
  return steps;
}

function returning(table: MessageRows['table'], blobs: RawBuilder<unknown> | null): RawBuilder<unknown> {
  if (table === 'invoices')
    return sql`returning o.message_id, o.seller_tax_code, o.number, o.original_number, o.standing`;
  if (table === 'message_state') return sql`returning o.folder_id, o.uid`;
  return blobs ? sql`returning ${blobs} as blobs` : sql``;
}

function removedFrom({ table }: Pick<MessageRows, 'table'>): RawBuilder<unknown> {
  return sql.ref(`removed_${table}`);
}

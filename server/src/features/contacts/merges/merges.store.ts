import { sql } from 'kysely';
import type { ContactsChange } from '../../../contacts/change-contacts.ts';
import { forgetBytes } from '../../../contacts/contacts.store.ts';
import { readRows } from '../../../platform/db/read-rows.ts';
import type { ReadDb, Tx } from '../../../tables.ts';

export type SharedValue = { by: 'email' | 'phone' | 'name'; value: string; ids: string[] };

/**
 * What several cards share. It reads all addresses, numbers and names of the mailbox once, when somebody asks for
 * duplicates.
 */
export function readSharedValues(db: ReadDb, mailboxId: number, limit: number): Promise<SharedValue[]> {
  return readRows(
    db,
    sql<SharedValue>`
    select * from (
    (select p.kind as by, p.value, array_agg(distinct p.card_id order by p.card_id)::text[] as ids
    from contact_points p where p.mailbox_id = ${mailboxId} and p.value <> ''
    group by p.kind, p.value having count(distinct p.card_id) > 1
    order by p.kind, p.value limit ${limit})
    union all
    (select 'name', min(c.full_name), array_agg(c.id order by c.id)::text[]
    from contact_cards c
    where c.mailbox_id = ${mailboxId} and c.trashed_at is null and c.kind <> 'group' and c.full_name <> ''
    group by c.given_key having count(*) > 1
    order by c.given_key limit ${limit})
    ) shared`,
  );
}

export type MergeRow = { card_id: string; source: Buffer; seq: number; merged: string[] };

export async function insertMerge(
  { tx, mailboxId, now: at, count }: ContactsChange,
  { id, ...row }: MergeRow & { id: string },
): Promise<void> {
  await tx
    .insertInto('contact_merges')
    .values({ mailbox_id: mailboxId, id, at, ...row })
    .execute();
  count(0, row.source.length);
}

export async function readMerge(db: ReadDb, mailboxId: number, id: string): Promise<MergeRow | undefined> {
  const [row] = await readRows(
    db,
    sql<MergeRow>`
    select card_id, source, seq, merged::text[] from contact_merges
    where mailbox_id = ${mailboxId} and id = ${id}::uuid`,
  );
  return row;
}

export async function deleteMerge(
  { tx, mailboxId, count }: ContactsChange,
  id: string,
  { source }: MergeRow,
): Promise<void> {
  await tx.deleteFrom('contact_merges').where('mailbox_id', '=', mailboxId).where('id', '=', id).execute();
  count(0, -source.length);
}

/** Of all mailboxes; what their texts had counts no longer. */
export async function deleteOldMerges(tx: Tx, before: number): Promise<void> {
  const { rows } = await sql<{ mailbox_id: number; bytes: number }>`
    with gone as (
      delete from contact_merges where at < ${before} returning mailbox_id, octet_length(source) as bytes
    )
    select mailbox_id, sum(bytes)::bigint as bytes from gone group by mailbox_id`.execute(tx);
  await forgetBytes(tx, rows);
}

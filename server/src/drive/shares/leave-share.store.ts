import { sql } from 'kysely';
import type { Tx } from '../../tables.ts';

type Left = { personId: number; entryIds: string[] };

/** A share that waits for its message is not visible yet, and stays. */
export async function addLeftEntries(
  tx: Tx,
  mailboxId: number,
  { personId, entryIds }: Left,
): Promise<string[]> {
  const { rows } = await sql<{ share_id: string }>`
    update drive_share_people p
    set left_entries = array(select distinct l.id from unnest(p.left_entries || r.ids) as l(id))
    from (
      select e.share_id, array_agg(e.entry_id) as ids from drive_share_entries e
      join drive_shares s on s.mailbox_id = e.mailbox_id and s.id = e.share_id and s.state = 'active'
      where e.mailbox_id = ${mailboxId} and e.entry_id = any(${entryIds}::uuid[])
      group by e.share_id
    ) r
    where p.mailbox_id = ${mailboxId} and p.share_id = r.share_id and p.with_mailbox_id = ${personId}
    returning p.share_id`.execute(tx);
  return rows.map(({ share_id }) => share_id);
}

export async function dropLeftEntries(
  tx: Tx,
  mailboxId: number,
  { personId, entryIds }: Left,
): Promise<string[]> {
  const { rows } = await sql<{ share_id: string }>`
    update drive_share_people p
    set left_entries = array(select l.id from unnest(p.left_entries) as l(id) where l.id <> all(${entryIds}::uuid[]))
    where p.mailbox_id = ${mailboxId} and p.with_mailbox_id = ${personId} and p.left_entries && ${entryIds}::uuid[]
    returning p.share_id`.execute(tx);
  return rows.map(({ share_id }) => share_id);
}

import { sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import { isId } from '../../platform/ids.ts';
import type { ReadDb, Tx } from '../../tables.ts';

/** A user with whom the drive is shared has moved entries into its trash. */
export async function insertDeletions(
  tx: Tx,
  mailboxId: number,
  { ids, by, now }: { ids: string[]; by: number; now: number },
): Promise<void> {
  await sql`
    insert into drive_deletions (mailbox_id, entry_id, by_mailbox_id, by_name, at)
    select ${mailboxId}, n.id, m.id, coalesce(nullif(m.name, ''), m.email), ${now}
    from unnest(${ids}::uuid[]) as n(id) join mailboxes m on m.id = ${by}
    on conflict (mailbox_id, entry_id) do update
    set by_mailbox_id = excluded.by_mailbox_id, by_name = excluded.by_name, at = excluded.at, seen = false`.execute(
    tx,
  );
}

/** They left the trash, or the owner has put them there again. */
export async function forgetDeletions(tx: Tx, mailboxId: number, ids: string[]): Promise<void> {
  await sql`
    delete from drive_deletions where mailbox_id = ${mailboxId} and entry_id = any(${ids}::uuid[])`.execute(
    tx,
  );
}

/** Returns whether all of these are entries of this drive; otherwise nothing is marked. */
export async function markDeletionsSeen(tx: Tx, mailboxId: number, given: string[]): Promise<boolean> {
  const ids = given.filter(isId);
  const own = await readRows(
    tx,
    sql`select from drive_entries where mailbox_id = ${mailboxId} and id = any(${ids}::uuid[])`,
  );
  if (own.length < new Set(given).size) return false;
  await sql`
    update drive_deletions set seen = true
    where mailbox_id = ${mailboxId} and entry_id = any(${ids}::uuid[]) and not seen`.execute(tx);
  return true;
}

/**
 * Entries shared by others that a user removed from their own view: by leaving the share, or by moving them
 * into the owner's trash.
 */
export type GoneEntry = { mailbox_id: number; id: string; how: 'left' | 'deleted' };

export async function readGoneFor(db: ReadDb, personId: number, given: string[]): Promise<GoneEntry[]> {
  const ids = given.filter(isId);
  if (ids.length === 0) return [];
  return readRows(
    db,
    sql<GoneEntry>`
    select distinct s.mailbox_id, r.entry_id as id, 'left' as how
    from drive_share_people p
    join drive_shares s on s.mailbox_id = p.mailbox_id and s.id = p.share_id
    join drive_share_entries r on r.mailbox_id = s.mailbox_id and r.share_id = s.id
    where p.with_mailbox_id = ${personId} and s.state = 'active'
      and r.entry_id = any(${ids}::uuid[]) and r.entry_id = any(p.left_entries)
    union all
    select d.mailbox_id, d.entry_id, 'deleted'
    from (select distinct p.mailbox_id from drive_share_people p where p.with_mailbox_id = ${personId}) w
    join drive_deletions d on d.mailbox_id = w.mailbox_id and d.entry_id = any(${ids}::uuid[])
    where d.by_mailbox_id = ${personId}`,
  );
}

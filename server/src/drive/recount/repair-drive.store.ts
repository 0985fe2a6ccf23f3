import { sql } from 'kysely';
import type { Tx } from '../../tables.ts';

/** Returns whether they were wrong. May exceed the quota: the bytes exist. */
export async function writeDriveNumbers(tx: Tx, mailboxId: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update drive_state s set used_bytes = n.used, reserved_bytes = n.reserved
    from (
      select
        (select coalesce(sum(v.size), 0)::bigint from drive_versions v where v.mailbox_id = ${mailboxId}) as used,
        (select coalesce(sum(u.size), 0)::bigint from drive_uploads u
          where u.mailbox_id = ${mailboxId} and u.entry_id is null)
        + (select coalesce(sum(c.reserved_bytes), 0)::bigint from drive_copies c
          where c.mailbox_id = ${mailboxId}) as reserved
    ) n
    where s.mailbox_id = ${mailboxId} and (s.used_bytes, s.reserved_bytes) <> (n.used, n.reserved)`.execute(
    tx,
  );
  return (numAffectedRows ?? 0n) > 0n;
}

/** A folder's extent is an upper bound: what is below it may reach less far, never further. */
export async function writeReach(tx: Tx, mailboxId: number): Promise<void> {
  await sql`
    with recursive reach as (
      select e.parent_id as folder, 1 as steps, 1 + octet_length(e.name) as bytes from drive_entries e
      where e.mailbox_id = ${mailboxId} and e.trashed_at is null
      union
      select p.parent_id, r.steps + 1, r.bytes + 1 + octet_length(p.name)
      from reach r join drive_entries p
        on p.mailbox_id = ${mailboxId} and p.id = r.folder and p.trashed_at is null
    ), furthest as (
      select r.folder, max(r.steps) as steps, max(r.bytes) as bytes from reach r group by r.folder
    )
    update drive_entries p
    set steps_below = greatest(p.steps_below, f.steps), bytes_below = greatest(p.bytes_below, f.bytes)
    from furthest f
    where p.mailbox_id = ${mailboxId} and p.id = f.folder
      and (p.steps_below < f.steps or p.bytes_below < f.bytes)`.execute(tx);
}

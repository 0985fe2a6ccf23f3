import { sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb } from '../../tables.ts';
import { TOP, TRASH } from '../change-drive.ts';

/** An inconsistency of a drive: what it is, and how often or by how much. */
export type DriveFault = { fault: string; entity: string; detail: string };

/**
 * Recounts a whole drive and compares; up to a limit per kind of fault. For checks, not for interactive use.
 */
export async function readDriveFaults(db: ReadDb, mailboxId: number, limit: number): Promise<DriveFault[]> {
  const inMailbox = sql`= ${mailboxId}`;
  return readRows(
    db,
    sql<DriveFault>`
    with recursive reach as (
      select e.parent_id as folder, 1 as steps, 1 + octet_length(e.name) as bytes from drive_entries e
      where e.mailbox_id ${inMailbox} and e.trashed_at is null
      union
      select p.parent_id, r.steps + 1, r.bytes + 1 + octet_length(p.name)
      from reach r join drive_entries p on p.mailbox_id ${inMailbox} and p.id = r.folder and p.trashed_at is null
    ), counted as (
      select
        (select coalesce(sum(v.size), 0)::bigint from drive_versions v where v.mailbox_id ${inMailbox}) as used,
        (select coalesce(sum(u.size), 0)::bigint from drive_uploads u
          where u.mailbox_id ${inMailbox} and u.entry_id is null)
        + (select coalesce(sum(c.reserved_bytes), 0)::bigint from drive_copies c
          where c.mailbox_id ${inMailbox}) as reserved
    ), pieces as (
      select c.version_id, sum(c.size)::bigint as size, min(c.start_at) as first,
        max(c.start_at + c.size) as last
      from drive_chunks c where c.mailbox_id ${inMailbox} group by c.version_id
    )
    (select 'used bytes' as fault, ${TOP}::text as entity, s.used_bytes || ' instead of ' || n.used as detail
      from drive_state s, counted n where s.mailbox_id ${inMailbox} and s.used_bytes <> n.used)
    union all
    (select 'reserved bytes', ${TOP}::text, s.reserved_bytes || ' instead of ' || n.reserved
      from drive_state s, counted n where s.mailbox_id ${inMailbox} and s.reserved_bytes <> n.reserved)
    union all
    (select 'chunks of a version', v.id::text, coalesce(p.size, 0) || ' bytes instead of ' || v.size
      from drive_versions v left join pieces p on p.version_id = v.id
      where v.mailbox_id ${inMailbox}
        and (coalesce(p.size, 0) <> v.size or coalesce(p.first, 0) <> 0 or coalesce(p.last, 0) <> v.size)
      limit ${limit})
    union all
    (select 'chunks of nothing', p.version_id::text, p.size || ' bytes' from pieces p
      where not exists (select from drive_versions v where v.mailbox_id ${inMailbox} and v.id = p.version_id)
        and not exists (select from drive_uploads u where u.mailbox_id ${inMailbox} and u.id = p.version_id)
      limit ${limit})
    union all
    (select 'version of nothing', v.id::text, 'of ' || v.entry_id from drive_versions v
      where v.mailbox_id ${inMailbox}
        and not exists (select from drive_entries e where e.mailbox_id ${inMailbox} and e.id = v.entry_id)
      limit ${limit})
    union all
    (select 'latest version', e.id::text, e.size || ' bytes instead of ' || coalesce(v.size::text, 'none')
      from drive_entries e
      left join drive_versions v on v.mailbox_id ${inMailbox} and v.id = e.version_id and v.entry_id = e.id
      where e.mailbox_id ${inMailbox} and not e.is_folder and v.size is distinct from e.size
      limit ${limit})
    union all
    (select 'folder of an entry', e.id::text, 'no folder ' || e.parent_id from drive_entries e
      where e.mailbox_id ${inMailbox} and e.trashed_at is null and e.parent_id <> ${TOP}::uuid
        and e.parent_id <> ${TRASH}::uuid
        and not exists (
          select from drive_entries p where p.mailbox_id ${inMailbox} and p.id = e.parent_id and p.is_folder)
        and not exists (
          select from drive_copies c
          where c.mailbox_id ${inMailbox} and c.id = e.parent_id and c.state = 'running')
      limit ${limit})
    union all
    (select distinct on (p.id) 'reach of a folder', p.id::text, p.steps_below || ' steps, ' || p.bytes_below || ' bytes'
      from reach r join drive_entries p on p.mailbox_id ${inMailbox} and p.id = r.folder
      where p.steps_below < r.steps or p.bytes_below < r.bytes
      limit ${limit})
    union all
    (select 'words of nothing', w.entry_id::text, w.word from drive_words w
      where w.mailbox_id ${inMailbox}
        and not exists (select from drive_entries e where e.mailbox_id ${inMailbox} and e.id = w.entry_id)
      limit ${limit})
    union all
    (select 'text of another version', t.entry_id::text, t.version_id::text from drive_texts t
      where t.mailbox_id ${inMailbox}
        and not exists (
          select from drive_entries e
          where e.mailbox_id ${inMailbox} and e.id = t.entry_id and e.version_id = t.version_id)
      limit ${limit})`,
  );
}

import { sql } from 'kysely';
import { DRIVE } from '../../kernel/drive.ts';
import { type JournalRange, selectThingsSince } from '../../kernel/things-changed.store.ts';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb } from '../../tables.ts';

type DriveJournalRange = JournalRange & {
  used_bytes: number;
  reserved_bytes: number;
  quota_bytes: number;
};

/** The journal of a drive after a number, and the number up to which it is complete, in one statement. */
export async function readJournal(
  db: ReadDb,
  mailboxId: number,
  since: number | null,
  limit: number,
): Promise<DriveJournalRange | undefined> {
  const rows = await readRows(
    db,
    sql<DriveJournalRange>`
    select coalesce(s.seq, 0) as seq, coalesce(s.forgotten_seq, 0) as forgotten_seq,
      coalesce(s.used_bytes, 0) as used_bytes, coalesce(s.reserved_bytes, 0) as reserved_bytes,
      m.drive_quota_mb::bigint * 1024 * 1024 as quota_bytes,
      (${selectThingsSince(DRIVE.journal, mailboxId, since, limit)}) as things
    from mailboxes m left join drive_state s on s.mailbox_id = m.id
    where m.id = ${mailboxId}`,
  );
  return rows[0];
}

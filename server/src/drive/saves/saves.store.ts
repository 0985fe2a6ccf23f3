import { sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb, Tx } from '../../tables.ts';

export type OfficeSave = { id: string; size: number; created_at: number };

/** The last save of an office editor session since a time. */
export async function readLastSave(
  db: ReadDb,
  mailboxId: number,
  entryId: string,
  { session, since }: { session: string; since: number },
): Promise<OfficeSave | undefined> {
  const rows = await readRows<OfficeSave>(
    db,
    sql`
    select id, size, created_at from drive_versions
    where mailbox_id = ${mailboxId} and entry_id = ${entryId} and created_at > ${since}
      and office_session = ${session}
    order by created_at desc, id desc limit 1`,
  );
  return rows[0];
}

/** The session in which a version was saved; null for other versions. */
export async function readSaveSession(
  db: ReadDb,
  mailboxId: number,
  versionId: string,
): Promise<string | null> {
  const rows = await readRows<{ office_session: string | null }>(
    db,
    sql`
    select office_session from drive_versions where mailbox_id = ${mailboxId} and id = ${versionId}`,
  );
  return rows[0]?.office_session ?? null;
}

/**
 * A save replaces an earlier one and takes over its time: a session that keeps saving leaves one version per
 * interval.
 */
export async function takePlaceOf(
  tx: Tx,
  mailboxId: number,
  earlier: OfficeSave,
  versionId: string,
): Promise<void> {
  await sql`
    with gone as (delete from drive_versions where mailbox_id = ${mailboxId} and id = ${earlier.id})
    update drive_versions set created_at = ${earlier.created_at}
    where mailbox_id = ${mailboxId} and id = ${versionId}`.execute(tx);
}

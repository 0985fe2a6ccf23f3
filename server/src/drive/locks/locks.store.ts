import { sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb, Tx } from '../../tables.ts';

/** Who edits a file, with the lock id of their editor. */
export type DriveLock = { lock: string; expires_at: number; holder: string };

/** The lock of a file, unless it has expired. */
export async function readLock(
  db: ReadDb,
  mailboxId: number,
  entryId: string,
  now: number,
): Promise<DriveLock | undefined> {
  const rows = await readRows<DriveLock>(
    db,
    sql`
    select lock, expires_at, holder from drive_locks
    where mailbox_id = ${mailboxId} and entry_id = ${entryId} and expires_at > ${now}`,
  );
  return rows[0];
}

/** The locked files of a drive: few, because expired locks are deleted when the next is taken. */
export function readLocks(
  db: ReadDb,
  mailboxId: number,
  now: number,
): Promise<(Pick<DriveLock, 'holder'> & { entry_id: string })[]> {
  return readRows(
    db,
    sql`
    select entry_id, holder from drive_locks where mailbox_id = ${mailboxId} and expires_at > ${now}`,
  );
}

export async function deleteExpiredLocks(tx: Tx, mailboxId: number, now: number): Promise<void> {
  await sql`delete from drive_locks where mailbox_id = ${mailboxId} and expires_at <= ${now}`.execute(tx);
}

export async function writeLock(
  tx: Tx,
  mailboxId: number,
  entryId: string,
  { lock, expires_at, holder }: DriveLock,
): Promise<void> {
  await sql`
    insert into drive_locks (mailbox_id, entry_id, lock, expires_at, holder)
    values (${mailboxId}, ${entryId}, ${lock}, ${expires_at}, ${holder})
    on conflict (mailbox_id, entry_id)
    do update set lock = excluded.lock, expires_at = excluded.expires_at, holder = excluded.holder`.execute(
    tx,
  );
}

export async function deleteLock(tx: Tx, mailboxId: number, entryId: string): Promise<void> {
  await sql`delete from drive_locks where mailbox_id = ${mailboxId} and entry_id = ${entryId}`.execute(tx);
}

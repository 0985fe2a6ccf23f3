import { sql } from 'kysely';
import { readRows } from '../platform/db/read-rows.ts';
import type { ReadDb } from '../tables.ts';

/** Which of the uids are in another calendar of the mailbox, not in the trash. */
export async function readUidsElsewhere(
  db: ReadDb,
  mailboxId: number,
  calendarId: string,
  uids: string[],
): Promise<string[]> {
  const rows = await readRows(
    db,
    sql<{ uid: string }>`
    select distinct uid from calendar_objects
    where mailbox_id = ${mailboxId} and calendar_id <> ${calendarId}::uuid and uid = any(${uids}::text[])
      and trashed_at is null`,
  );
  return rows.map(({ uid }) => uid);
}

/** Which of the uids are in a book of the mailbox, not in the trash. */
export async function readCardUids(db: ReadDb, mailboxId: number, uids: string[]): Promise<string[]> {
  const rows = await readRows(
    db,
    sql<{ uid: string }>`
    select distinct uid from contact_cards
    where mailbox_id = ${mailboxId} and uid = any(${uids}::text[]) and trashed_at is null`,
  );
  return rows.map(({ uid }) => uid);
}

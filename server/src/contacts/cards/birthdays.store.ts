import { sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb } from '../../tables.ts';

export type BirthdayRow = { id: string; full_name: string; organisation: string; birthday: string };

/** Cards that name a birthday, as `birthdayOf` reads it, in the order of names. */
export function readBirthdays(db: ReadDb, mailboxId: number, limit: number): Promise<BirthdayRow[]> {
  return readRows(
    db,
    sql<BirthdayRow>`
    select id, full_name, organisation, birthday from contact_cards
    where mailbox_id = ${mailboxId} and trashed_at is null and birthday is not null
    order by given_key, id limit ${limit}`,
  );
}

import { sql } from 'kysely';
import { TOP } from '../drive/change-drive.ts';
import { systemClock } from '../platform/clock.ts';
import { newId } from '../platform/ids.ts';
import type { TestDb } from './test-context.ts';
import { withDatabase } from './with-database.ts';

/**
 * Adds a folder with this many files at the top of a drive, by inserting rows: all names share two words, and
 * each has its number. They are empty, so no version has bytes.
 */
export async function fillDriveFolder(db: TestDb, mailboxId: number, files: number): Promise<string> {
  const id = newId(systemClock);
  await sql`
    insert into drive_entries (mailbox_id, id, parent_id, is_folder, name, name_key, sort_key, created_at, modified_at,
      steps_below, bytes_below)
    values (${mailboxId}, ${id}, ${TOP}, true, 'lớn', 'lớn', 'lon', 1, 1, 1, 100)`.execute(db);
  await sql`
    insert into drive_entries (mailbox_id, id, parent_id, is_folder, name, name_key, sort_key, version_id, size,
      content_type, created_at, modified_at)
    select ${mailboxId}, gen_random_uuid(), ${id}, false, 'Báo giá ' || n, 'báo giá ' || n,
      'bao gia ' || lpad(n::text, 15, '0'), gen_random_uuid(), n * 7919 % 10007, 'text/plain', n, n * 31 % 997
    from generate_series(1, ${files}::integer) n`.execute(db);
  await sql`
    insert into drive_words (mailbox_id, entry_id, word)
    select ${mailboxId}, e.id, w.word from drive_entries e,
      unnest(array['bao', 'gia', split_part(e.name, ' ', 3)]) w(word)
    where e.mailbox_id = ${mailboxId} and e.parent_id = ${id}`.execute(db);
  return id;
}

/** The same for a user by their address, who gets a drive; with an empty folder next to it. */
export async function fillDriveOf(
  databaseUrl: string,
  email: string,
  files: number,
): Promise<{ large: string; empty: string }> {
  return withDatabase(databaseUrl, async (db) => {
    const { id } = await db
      .updateTable('mailboxes')
      .set({ enable_drive: true })
      .where('email', '=', email)
      .returning('id')
      .executeTakeFirstOrThrow();
    // A previous run may have filled it.
    await db.deleteFrom('drive_entries').where('mailbox_id', '=', id).execute();
    await db.deleteFrom('drive_words').where('mailbox_id', '=', id).execute();
    const large = await fillDriveFolder(db, id, files);
    const empty = newId(systemClock);
    await sql`
      insert into drive_entries (mailbox_id, id, parent_id, is_folder, name, name_key, sort_key, created_at, modified_at)
      values (${id}, ${empty}, ${TOP}, true, 'trống', 'trống', 'trong', 1, 1)`.execute(db);
    await sql`vacuum analyze drive_entries, drive_words`.execute(db);
    return { large, empty };
  });
}

import { sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb, Tx } from '../../tables.ts';
import { TOP } from '../change-drive.ts';
import { removeChunks } from '../chunks/chunks.store.ts';

export type Heirs = { from: number; to: number };

/** The extent of the top of a drive; null when it is empty, including its trash. */
export async function readReachOfTop(
  db: ReadDb,
  mailboxId: number,
): Promise<{ steps_below: number; bytes_below: number } | null> {
  const rows = await readRows(
    db,
    sql<{ steps_below: number; bytes_below: number }>`
    select coalesce(t.steps_below, 0) as steps_below, coalesce(t.bytes_below, 0) as bytes_below
    from (
      select max(1 + e.steps_below) as steps_below, max(1 + octet_length(e.name) + e.bytes_below) as bytes_below
      from drive_entries e where e.mailbox_id = ${mailboxId} and e.parent_id = ${TOP}::uuid
    ) t
    where exists (select from drive_entries e where e.mailbox_id = ${mailboxId})`,
  );
  return rows[0] ?? null;
}

/** The chunks of unfinished uploads are gone by then. */
export async function moveChunks(tx: Tx, { from, to }: Heirs): Promise<void> {
  await sql`
    update drive_chunks c set mailbox_id = ${to}
    where c.mailbox_id = ${from} and exists (
      select from drive_versions v where v.mailbox_id = ${from} and v.id = c.version_id)`.execute(tx);
}

/** Cancels unfinished uploads and releases their reservations. Rows of finished ones stay. */
export async function endUploads(tx: Tx, from: number, now: number): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    delete from drive_uploads where mailbox_id = ${from} and entry_id is null returning id`.execute(tx);
  await removeChunks(
    tx,
    from,
    rows.map(({ id }) => id),
    now,
  );
  await sql`update drive_state set reserved_bytes = 0 where mailbox_id = ${from}`.execute(tx);
}

/** Cancels unfinished copies: what they have created is in the trash. */
export async function endCopies(tx: Tx, from: number, now: number): Promise<void> {
  await sql`
    update drive_entries e set parent_id = ${TOP}::uuid, trashed_at = ${now}
    from drive_copies c
    where e.mailbox_id = ${from} and c.mailbox_id = ${from} and c.state = 'running' and e.parent_id = c.id`.execute(
    tx,
  );
  await sql`delete from drive_copies where mailbox_id = ${from}`.execute(tx);
}

/**
 * Deletes rows that reference the person's editors or attachments, and data that is derived from the files
 * again.
 */
export async function dropDerived(tx: Tx, from: number): Promise<void> {
  await sql`delete from drive_saved_files where mailbox_id = ${from}`.execute(tx);
  await sql`delete from drive_locks where mailbox_id = ${from}`.execute(tx);
  await sql`delete from drive_office_tokens where mailbox_id = ${from}`.execute(tx);
  await sql`delete from drive_deletions where mailbox_id = ${from}`.execute(tx);
}

/** A job reads their texts again in the other drive. */
export async function moveTexts(tx: Tx, { from, to }: Heirs): Promise<void> {
  await sql`
    with gone as (delete from drive_texts where mailbox_id = ${from} returning entry_id, version_id)
    insert into drive_texts (mailbox_id, entry_id, version_id)
    select ${to}, entry_id, version_id from gone`.execute(tx);
}

export async function moveEntriesInto(tx: Tx, { from, to }: Heirs, folderId: string): Promise<void> {
  await sql`
    update drive_entries
    set mailbox_id = ${to}, favorite = false,
      parent_id = case when parent_id = ${TOP}::uuid then ${folderId}::uuid else parent_id end
    where mailbox_id = ${from}`.execute(tx);
}

const WITH_ENTRIES = [
  'drive_words',
  'drive_versions',
  'drive_thumbnails',
  'drive_shares',
  'drive_share_entries',
  'drive_share_people',
  'drive_share_guesses',
] as const;

export async function moveOtherRows(tx: Tx, { from, to }: Heirs): Promise<void> {
  for (const table of WITH_ENTRIES) {
    await sql`update ${sql.table(table)} set mailbox_id = ${to} where mailbox_id = ${from}`.execute(tx);
  }
  // Owners need no share of their own entries.
  await sql`
    delete from drive_share_people where mailbox_id = ${to} and with_mailbox_id = ${to}`.execute(tx);
}

export async function readLinksOf(db: ReadDb, mailboxId: number): Promise<{ id: string; sealed: Buffer }[]> {
  return readRows(
    db,
    sql<{ id: string; sealed: Buffer }>`
    select id, token_sealed as sealed from drive_shares
    where mailbox_id = ${mailboxId} and token_sealed is not null`,
  );
}

/** Both drives have changed so much that clients must reload everything. */
export async function moveUsage(tx: Tx, { from, to }: Heirs, bytes: number): Promise<void> {
  for (const [mailboxId, more] of [
    [from, -bytes],
    [to, bytes],
  ]) {
    await sql`
      update drive_state set seq = seq + 1, forgotten_seq = seq + 1, used_bytes = used_bytes + ${more}
      where mailbox_id = ${mailboxId}`.execute(tx);
  }
}

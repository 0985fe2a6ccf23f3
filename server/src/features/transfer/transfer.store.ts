import { sql } from 'kysely';
import type { Db } from '../../tables.ts';
import type { KeptMarks } from './maildir-names.ts';

/** Which of the delivery keys were filed before. */
export async function readKnownKeys(db: Db, mailboxId: number, keys: string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const { rows } = await sql<{ key: string }>`
    select k.key from unnest(${keys}::text[]) as k(key)
    join messages m on m.mailbox_id = ${mailboxId} and m.delivery_key = decode(k.key, 'hex')`.execute(db);
  return new Set(rows.map((row) => row.key));
}

export async function missingFolders(db: Db, mailboxId: number, ids: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select w.id from unnest(${ids}::uuid[]) as w(id)
    where not exists (select from folders f where f.mailbox_id = ${mailboxId} and f.id = w.id)`.execute(db);
  return rows.map((row) => row.id);
}

export type TransferFolder = { id: string; path: string; path_key: string; role: string | null };

export async function readTransferFolders(db: Db, mailboxId: number): Promise<TransferFolder[]> {
  return db
    .selectFrom('folders')
    .select(['id', 'path', 'path_key', 'role'])
    .where('mailbox_id', '=', mailboxId)
    .execute();
}

export type KeptMessage = KeptMarks & {
  id: string;
  folder: string;
  received_at: number;
  size: number;
  blob: string;
};

/** The next messages by id, of the whole mailbox; a draft that was never sent has no source, so it stays here. */
export async function readMessagesAfter(
  db: Db,
  mailboxId: number,
  after: string,
  limit: number,
): Promise<KeptMessage[]> {
  const { rows } = await sql<KeptMessage>`
    select m.id, f.path as folder, m.received_at, m.size, encode(m.blob, 'hex') as blob, m.unread, m.starred,
      m.answered, m.draft
    from messages m join folders f on f.mailbox_id = m.mailbox_id and f.id = m.folder_id
    where m.mailbox_id = ${mailboxId} and m.blob is not null and m.id > ${after} order by m.id limit ${limit}`.execute(
    db,
  );
  return rows;
}

export async function countMessages(db: Db, mailboxId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from messages where mailbox_id = ${mailboxId} and blob is not null`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

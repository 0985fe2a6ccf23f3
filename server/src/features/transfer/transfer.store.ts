import { sql } from 'kysely';
import { mailboxRows } from '../../kernel/kernels.ts';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb } from '../../tables.ts';
import type { KeptMarks } from './maildir-names.ts';

/** Which of the delivery keys are known already. */
export async function readKnownKeys(db: ReadDb, mailboxId: number, keys: string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const rows = await readRows(
    db,
    sql<{ key: string }>`
    select k.key from unnest(${keys}::text[]) as k(key)
    join messages m on m.mailbox_id = ${mailboxId} and m.delivery_key = decode(k.key, 'hex')`,
  );
  return new Set(rows.map((row) => row.key));
}

/** Which of these messages the mailbox has, in whatever folder. */
export async function readKnownIds(db: ReadDb, mailboxId: number, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await readRows(
    db,
    sql<{ id: string }>`
    select w.id from unnest(${ids}::uuid[]) as w(id)
    join messages m on m.mailbox_id = ${mailboxId} and m.id = w.id`,
  );
  return new Set(rows.map((row) => row.id));
}

export type WantedMessage = { id: string; deliveryKey: string | null; blob: string; pathKey: string };

/** The current state of a backup's messages: null when missing. */
export type Presence = 'there' | 'in_trash' | null;

/** The same message, the same delivery, or the same bytes in its folder. */
export async function readPresence(
  db: ReadDb,
  mailboxId: number,
  wanted: WantedMessage[],
): Promise<Map<string, Presence>> {
  const rows = await readRows(
    db,
    sql<{ id: string; trashed: boolean | null; delivered: boolean; same: boolean }>`
    select w.id,
      (select m.trashed_at is not null from messages m where m.mailbox_id = ${mailboxId} and m.id = w.id) as trashed,
      exists (select from messages m
        where m.mailbox_id = ${mailboxId} and m.delivery_key = decode(w.key, 'hex')) as delivered,
      exists (select from messages m join folders f on f.mailbox_id = m.mailbox_id and f.id = m.folder_id
        where m.mailbox_id = ${mailboxId} and m.blob = decode(w.blob, 'hex') and f.path_key = w.path) as same
    from unnest(${wanted.map(({ id }) => id)}::uuid[], ${wanted.map(({ deliveryKey }) => deliveryKey)}::text[],
      ${wanted.map(({ blob }) => blob)}::text[], ${wanted.map(({ pathKey }) => pathKey)}::text[])
      as w(id, key, blob, path)`,
  );
  return new Map(
    rows.map(({ id, trashed, delivered, same }) => {
      if (trashed) return [id, 'in_trash'];
      return [id, trashed === false || delivered || same ? 'there' : null];
    }),
  );
}

export async function missingFolders(db: ReadDb, mailboxId: number, ids: string[]): Promise<string[]> {
  const rows = await readRows(
    db,
    sql<{ id: string }>`
    select w.id from unnest(${ids}::uuid[]) as w(id)
    where not exists (select from folders f where f.mailbox_id = ${mailboxId} and f.id = w.id)`,
  );
  return rows.map((row) => row.id);
}

export type TransferFolder = { id: string; path: string; path_key: string; role: string | null };

export async function readTransferFolders(db: ReadDb, mailboxId: number): Promise<TransferFolder[]> {
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

/**
 * The next messages of the whole mailbox by id; a draft that was never sent has no source, and is not
 * exported.
 */
export async function readMessagesAfter(
  db: ReadDb,
  mailboxId: number,
  after: string,
  limit: number,
): Promise<KeptMessage[]> {
  const rows = await readRows(
    db,
    sql<KeptMessage>`
    select m.id, f.path as folder, m.received_at, m.size, encode(m.blob, 'hex') as blob, m.unread, m.starred,
      m.answered, m.draft
    from messages m join folders f on f.mailbox_id = m.mailbox_id and f.id = m.folder_id
    where m.mailbox_id = ${mailboxId} and m.blob is not null and m.id > ${after} order by m.id limit ${limit}`,
  );
  return rows;
}

export async function countMessages(db: ReadDb, mailboxId: number): Promise<number> {
  const rows = await readRows(
    db,
    sql<{ count: number }>`
    select count(*)::integer as count from messages where mailbox_id = ${mailboxId} and blob is not null`,
  );
  return rows[0]?.count ?? 0;
}

/** Data that a Maildir cannot contain, with its counts. */
export async function countNotExported(
  db: ReadDb,
  mailboxId: number,
): Promise<{ what: string; count: number }[]> {
  const counts = mailboxRows()
    .filter(({ notExported }) => notExported !== undefined)
    .map(
      ({ table, notExported }) => sql`
      select ${notExported} as what, count(*)::integer as count from ${sql.table(table)} o
      where o.mailbox_id = ${mailboxId}`,
    );
  const rows = await readRows(
    db,
    sql<{ what: string; count: number }>`${sql.join(counts, sql` union all `)}`,
  );
  return rows.filter(({ count }) => count > 0);
}

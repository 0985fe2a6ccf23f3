import { sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb } from '../../tables.ts';
import { FOLDER_READY } from './folder-states.store.ts';

/** All uids of a folder, ascending; 4 bytes each however many messages there are. */
export async function readUidsOfFolder(
  db: ReadDb,
  mailboxId: number,
  folderId: string,
): Promise<Uint32Array> {
  // As bytes: a text of numbers takes three times as long.
  const [row] = await readRows(
    db,
    sql<{ uids: Buffer | null }>`
    select string_agg(int4send(uid), ''::bytea order by uid) as uids from message_state
    where mailbox_id = ${mailboxId} and folder_id = ${folderId}`,
  );
  const bytes = row?.uids ?? Buffer.alloc(0);
  const uids = new Uint32Array(bytes.length / 4);
  for (let index = 0; index < uids.length; index += 1) uids[index] = bytes.readUInt32BE(4 * index);
  return uids;
}

/** Those of the folder that are marked as deleted: of the uids that are given, or of all. */
export async function readDeletedOfFolder(
  db: ReadDb,
  mailboxId: number,
  folderId: string,
  among: number[] | null,
): Promise<{ message_id: string; uid: number }[]> {
  return readRows(
    db,
    sql<{ message_id: string; uid: number }>`
    select message_id, uid from message_state
    where mailbox_id = ${mailboxId} and folder_id = ${folderId} and deleted
      ${among === null ? sql`` : sql`and uid = any(${among}::integer[])`}
    order by uid`,
  );
}

/** `ids` are 16 bytes each, in the order of `sizes`, which is that of uids. */
export type NewestMessages = { ids: Buffer; sizes: number[] };

/** The newest of a folder without those that are marked as deleted, at most so many. */
export async function readNewest(
  db: ReadDb,
  mailboxId: number,
  folderId: string,
  limit: number,
): Promise<(NewestMessages & { ready: boolean }) | undefined> {
  const [row] = await readRows(
    db,
    sql<NewestMessages & { ready: boolean }>`
    select ${FOLDER_READY} as ready, n.ids, n.sizes
    from folders f join mailbox_state b on b.mailbox_id = f.mailbox_id
    cross join lateral (
      select coalesce(string_agg(uuid_send(message_id), ''::bytea order by uid), ''::bytea) as ids,
        coalesce(array_agg(size order by uid), '{}') as sizes
      from (
        select message_id, uid, size from message_state
        where mailbox_id = ${mailboxId} and folder_id = ${folderId} and not deleted
        order by uid desc limit ${limit}
      ) s
    ) n
    where f.mailbox_id = ${mailboxId} and f.id = ${folderId}`,
  );
  return row;
}

export type SourceRow = { id: string; blob: string };

/** Where the bytes of messages lie. */
export async function readSources(db: ReadDb, mailboxId: number, ids: string[]): Promise<SourceRow[]> {
  return readRows(
    db,
    sql<SourceRow>`
    select id, encode(blob, 'hex') as blob from messages
    where mailbox_id = ${mailboxId} and id = any(${ids}::uuid[]) and blob is not null`,
  );
}

/** The same of one, as long as it lies in this folder. */
export async function readSourceIn(
  db: ReadDb,
  mailboxId: number,
  folderId: string,
  id: string,
): Promise<string | undefined> {
  const [row] = await readRows(
    db,
    sql<{ blob: string }>`
    select encode(blob, 'hex') as blob from messages
    where mailbox_id = ${mailboxId} and id = ${id} and folder_id = ${folderId} and blob is not null`,
  );
  return row?.blob;
}

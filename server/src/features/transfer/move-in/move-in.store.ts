import { sql } from 'kysely';
import { readRows } from '../../../platform/db/read-rows.ts';
import type { ReadDb, Tx } from '../../../tables.ts';

/** What is remembered of messages of one folder there. */
export type Remembered = { uidValidity: number; uid: number; hash: string; copy: number | null };
export type RememberedInFolder = Remembered & { folderId: string };

/** The ids by which folders of a source are known, by their paths there. */
export async function readMovedInFolders(
  db: ReadDb,
  mailboxId: number,
  source: string,
): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('moved_in_folders')
    .select(['id', 'folder'])
    .where('mailbox_id', '=', mailboxId)
    .where('source', '=', source)
    .execute();
  return new Map(rows.map(({ id, folder }) => [folder, id]));
}

export async function addMovedInFolders(
  tx: Tx,
  mailboxId: number,
  source: string,
  folders: { id: string; folder: string }[],
): Promise<void> {
  if (folders.length === 0) return;
  await tx
    .insertInto('moved_in_folders')
    .values(folders.map((folder) => ({ mailbox_id: mailboxId, source, ...folder })))
    .onConflict((conflict) => conflict.columns(['mailbox_id', 'source', 'folder']).doNothing())
    .execute();
}

/** The next of those remembered of a folder, by UID. */
export async function readRememberedAfter(
  db: ReadDb,
  mailboxId: number,
  folder: { id: string; uidValidity: number },
  after: number,
  limit: number,
): Promise<{ uid: number; hash: string; copy: number | null }[]> {
  return readRows(
    db,
    sql<{ uid: number; hash: string; copy: number | null }>`
    select uid, encode(content_hash, 'hex') as hash, copy from moved_in_messages
    where mailbox_id = ${mailboxId} and folder_id = ${folder.id} and uid_validity = ${folder.uidValidity}
      and uid > ${after}
    order by uid limit ${limit}`,
  );
}

/** All that are remembered with these bytes, in any folder of any source. */
export async function readSameContent(
  db: ReadDb,
  mailboxId: number,
  hashes: string[],
): Promise<RememberedInFolder[]> {
  return readRows(
    db,
    sql<RememberedInFolder>`
    select m.folder_id as "folderId", m.uid_validity as "uidValidity", m.uid, h.hash, m.copy
    from unnest(${hashes}::text[]) as h(hash)
    join moved_in_messages m on m.mailbox_id = ${mailboxId} and m.content_hash = decode(h.hash, 'hex')`,
  );
}

export async function remember(
  tx: Tx,
  mailboxId: number,
  folderId: string,
  messages: Remembered[],
): Promise<void> {
  if (messages.length === 0) return;
  await sql`
    insert into moved_in_messages (mailbox_id, folder_id, uid_validity, uid, content_hash, copy)
    select ${mailboxId}, ${folderId}, m.validity, m.uid, decode(m.hash, 'hex'), m.copy
    from unnest(${messages.map(({ uidValidity }) => uidValidity)}::bigint[], ${messages.map(({ uid }) => uid)}::bigint[],
      ${messages.map(({ hash }) => hash)}::text[], ${messages.map(({ copy }) => copy)}::integer[])
      as m(validity, uid, hash, copy)
    on conflict (mailbox_id, folder_id, uid_validity, uid) do nothing`.execute(tx);
}

export async function forget(tx: Tx, mailboxId: number, gone: RememberedInFolder[]): Promise<void> {
  if (gone.length === 0) return;
  await sql`
    delete from moved_in_messages m
    using unnest(${gone.map(({ folderId }) => folderId)}::uuid[], ${gone.map(({ uidValidity }) => uidValidity)}::bigint[],
      ${gone.map(({ uid }) => uid)}::bigint[]) as g(folder, validity, uid)
    where m.mailbox_id = ${mailboxId} and m.folder_id = g.folder and m.uid_validity = g.validity and m.uid = g.uid`.execute(
    tx,
  );
}

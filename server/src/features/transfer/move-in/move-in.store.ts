import { sql } from 'kysely';
import { readRows } from '../../../platform/db/read-rows.ts';
import type { ReadDb, Tx } from '../../../tables.ts';
import type { Tags } from './read-tags.ts';

/** The remembered facts about messages of one source folder. */
export type Remembered = { uidValidity: number; uid: number; hash: string; copy: number | null };
export type RememberedInFolder = Remembered & { folderId: string };
/** A message of a source folder: `tagged` once its tags were read. */
export type RememberedRow = Omit<Remembered, 'uidValidity'> & { tagged: boolean };

/** The ids of a source's folders, by their paths there. */
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

/** The next remembered messages of a folder, by UID. */
export async function readRememberedAfter(
  db: ReadDb,
  mailboxId: number,
  folder: { id: string; uidValidity: number },
  after: number,
  limit: number,
): Promise<RememberedRow[]> {
  return readRows(
    db,
    sql<RememberedRow>`
    select uid, encode(content_hash, 'hex') as hash, copy, keywords is not null as tagged from moved_in_messages
    where mailbox_id = ${mailboxId} and folder_id = ${folder.id} and uid_validity = ${folder.uidValidity}
      and uid > ${after}
    order by uid limit ${limit}`,
  );
}

/** All remembered messages with these bytes, in any folder of any source. */
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
  messages: (Remembered & Tags)[],
): Promise<void> {
  if (messages.length === 0) return;
  const rows = messages.map(({ uidValidity, ...message }) => ({ validity: uidValidity, ...message }));
  await sql`
    insert into moved_in_messages (mailbox_id, folder_id, uid_validity, uid, content_hash, copy, keywords, labels)
    select ${mailboxId}, ${folderId}, m.validity, m.uid, decode(m.hash, 'hex'), m.copy, m.keywords, m.labels
    from json_to_recordset(${JSON.stringify(rows)})
      as m(validity bigint, uid bigint, hash text, copy integer, keywords text[], labels text[])
    on conflict (mailbox_id, folder_id, uid_validity, uid) do nothing`.execute(tx);
}

/** Adds the tags of remembered messages. */
export async function addTags(
  tx: Tx,
  mailboxId: number,
  folder: { id: string; uidValidity: number },
  tags: Map<number, Tags>,
): Promise<void> {
  const rows = [...tags].map(([uid, { keywords, labels }]) => ({ uid, keywords, labels }));
  await sql`
    update moved_in_messages m set keywords = t.keywords, labels = t.labels
    from json_to_recordset(${JSON.stringify(rows)}) as t(uid bigint, keywords text[], labels text[])
    where m.mailbox_id = ${mailboxId} and m.folder_id = ${folder.id} and m.uid_validity = ${folder.uidValidity}
      and m.uid = t.uid`.execute(tx);
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

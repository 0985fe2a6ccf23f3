import { sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb, Tx } from '../../tables.ts';

type FileLink = { object_id: string; token_hash: Buffer };

/** From now on the share is open as long as some event links to it. */
export async function writeFileLinks(tx: Tx, mailboxId: number, links: FileLink[]): Promise<void> {
  if (links.length === 0) return;
  await tx
    .insertInto('calendar_files')
    .values(links.map((link) => ({ mailbox_id: mailboxId, ...link })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The same of events to which a link came from another one, or from one of `from` alone, as where a series was split. */
export async function copyFileLinks(
  tx: Tx,
  mailboxId: number,
  links: FileLink[],
  from: string[] | null = null,
): Promise<void> {
  if (links.length === 0) return;
  const given = links.map(({ object_id, token_hash }) => ({ object_id, hash: token_hash.toString('hex') }));
  await sql`
    insert into calendar_files (mailbox_id, object_id, token_hash)
    select distinct f.mailbox_id, g.object_id, f.token_hash
    from json_to_recordset(${JSON.stringify(given)}) as g(object_id uuid, hash text)
    join calendar_files f on f.mailbox_id = ${mailboxId} and f.token_hash = decode(g.hash, 'hex')
      and (${from}::uuid[] is null or f.object_id = any(${from}::uuid[]))
    on conflict do nothing`.execute(tx);
}

/** Which of these objects have, or had, links of their own. */
export async function readLinkedObjects(db: ReadDb, mailboxId: number, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await readRows(
    db,
    sql<{ object_id: string }>`
    select distinct object_id from calendar_files
    where mailbox_id = ${mailboxId} and object_id = any(${ids}::uuid[])`,
  );
  return rows.map(({ object_id }) => object_id);
}

export async function readFileLinks(db: ReadDb, mailboxId: number, objectId: string): Promise<Buffer[]> {
  const rows = await readRows(
    db,
    sql<{ token_hash: Buffer }>`
    select token_hash from calendar_files where mailbox_id = ${mailboxId} and object_id = ${objectId}::uuid`,
  );
  return rows.map(({ token_hash }) => token_hash);
}

export async function readLinkingObjects(
  db: ReadDb,
  mailboxId: number,
  tokenHash: Buffer,
): Promise<string[]> {
  const rows = await readRows(
    db,
    sql<{ object_id: string }>`
    select object_id from calendar_files where mailbox_id = ${mailboxId} and token_hash = ${tokenHash}`,
  );
  return rows.map(({ object_id }) => object_id);
}

/** Which events link to which of these shares. */
export async function readEventsOfLinks(
  db: ReadDb,
  mailboxId: number,
  tokenHashes: Buffer[],
): Promise<FileLink[]> {
  if (tokenHashes.length === 0) return [];
  return readRows(
    db,
    sql<FileLink>`
    select object_id, token_hash from calendar_files
    where mailbox_id = ${mailboxId} and token_hash = any(${tokenHashes}::bytea[])`,
  );
}

export async function isLinkOfEvent(db: ReadDb, mailboxId: number, tokenHash: Buffer): Promise<boolean> {
  const rows = await readRows(
    db,
    sql`select from calendar_files where mailbox_id = ${mailboxId} and token_hash = ${tokenHash} limit 1`,
  );
  return rows.length > 0;
}

/** Of objects that are gone for good. */
export async function deleteFileLinks(tx: Tx, mailboxId: number, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    delete from calendar_files
    where mailbox_id = ${mailboxId} and object_id = any(${ids}::uuid[])`.execute(tx);
}

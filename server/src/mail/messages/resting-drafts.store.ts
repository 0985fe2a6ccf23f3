import { sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { MessageStructure } from '../../platform/mime/body-structure.ts';
import type { ReadDb, Tx } from '../../tables.ts';
import { structureWritten } from './structures.store.ts';

/** Drafts that have no source, the latest first. */
export async function readDraftsWithoutSource(
  db: ReadDb,
  mailboxId: number,
  folderId: string,
  limit: number,
): Promise<string[]> {
  const rows = await readRows(
    db,
    sql<{ id: string }>`
    select m.id from messages m
    where m.mailbox_id = ${mailboxId} and m.folder_id = ${folderId} and m.draft and m.blob is null
    order by m.received_at desc, m.id desc limit ${limit}`,
  );
  return rows.map(({ id }) => id);
}

type Source = { id: string; version: number; blob: string; size: number; structure: MessageStructure };

/**
 * Gives a draft the source that was composed of this version of it. Null where it has been saved since, has a source, or is
 * on its way; its form stays what it is. Answers by how much the message has grown.
 */
export async function writeRestingSource(
  tx: Tx,
  mailboxId: number,
  { id, version, blob, size, structure }: Source,
): Promise<number | null> {
  const { rows } = await sql<{ grown: number }>`
    with rested as (
      update messages m set blob = decode(${blob}, 'hex'), size = ${size}
      from messages b left join drafts d on d.mailbox_id = b.mailbox_id and d.message_id = b.id
      where b.mailbox_id = ${mailboxId} and b.id = ${id} and b.blob is null and b.draft
        and b.send_state is distinct from 'sending' and coalesce(d.version, 0) = ${version}
        and m.mailbox_id = b.mailbox_id and m.id = b.id
      returning m.size - b.size as grown
    )
    select grown from rested`.execute(tx);
  const [rested] = rows;
  if (!rested) return null;
  await structureWritten(mailboxId, id, structure).execute(tx);
  return rested.grown;
}

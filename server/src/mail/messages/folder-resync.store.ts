import { sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb } from '../../tables.ts';

/** Uids of the messages of a folder that have changed behind a modseq, ascending; four bytes each, however many. */
export async function readChangedUids(
  db: ReadDb,
  mailboxId: number,
  folderId: string,
  modseq: number,
): Promise<Uint32Array> {
  const [row] = await readRows(
    db,
    sql<{ uids: number[] | null }>`
    select array_agg(uid order by uid) as uids from message_state
    where mailbox_id = ${mailboxId} and folder_id = ${folderId} and modseq > ${modseq}`,
  );
  return Uint32Array.from(row?.uids ?? []);
}

/** Uids that have left a folder behind a modseq, ascending; null where not all of them are known any more. */
export async function readExpungedUids(
  db: ReadDb,
  mailboxId: number,
  folderId: string,
  modseq: number,
): Promise<Uint32Array | null> {
  const [row] = await readRows(
    db,
    sql<{ forgotten: boolean; uids: number[] | null }>`
    select f.forgotten_modseq > ${modseq} as forgotten,
      (select array_agg(e.uid order by e.uid) from expunged e
        where e.mailbox_id = ${mailboxId} and e.folder_id = ${folderId} and e.modseq > ${modseq}
          and f.forgotten_modseq <= ${modseq}) as uids
    from folders f where f.mailbox_id = ${mailboxId} and f.id = ${folderId}`,
  );
  return row === undefined || row.forgotten ? null : Uint32Array.from(row.uids ?? []);
}

import { sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb } from '../../tables.ts';

/** What happened to the uids of a folder; four bytes each, however many, ascending. */
export type FolderChangesOfUids = {
  changed: Uint32Array;
  /** Null where not all that have left are known any more. */
  expunged: Uint32Array | null;
};

/** What has changed in a folder behind a modseq, and what has left it. */
export async function readUidsSince(
  db: ReadDb,
  mailboxId: number,
  folderId: string,
  modseq: number,
): Promise<FolderChangesOfUids> {
  const [row] = await readRows(
    db,
    sql<{ forgotten: boolean; changed: number[] | null; expunged: number[] | null }>`
    select f.forgotten_modseq > ${modseq} as forgotten,
      (select array_agg(s.uid order by s.uid) from message_state s
        where s.mailbox_id = ${mailboxId} and s.folder_id = ${folderId} and s.modseq > ${modseq}) as changed,
      (select array_agg(e.uid order by e.uid) from expunged e
        where e.mailbox_id = ${mailboxId} and e.folder_id = ${folderId} and e.modseq > ${modseq}
          and f.forgotten_modseq <= ${modseq}) as expunged
    from folders f where f.mailbox_id = ${mailboxId} and f.id = ${folderId}`,
  );
  const isKnown = row !== undefined && !row.forgotten;
  return {
    changed: Uint32Array.from(row?.changed ?? []),
    expunged: isKnown ? Uint32Array.from(row.expunged ?? []) : null,
  };
}

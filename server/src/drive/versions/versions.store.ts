import { type Insertable, sql } from 'kysely';
import type { DriveVersionsTable } from '../../drive-tables.ts';
import { readRows } from '../../platform/db/read-rows.ts';
import { isId } from '../../platform/ids.ts';
import type { ReadDb, Tx } from '../../tables.ts';

/** A version to be served: its mailbox, its file and its content. */
export type VersionRow = {
  mailbox_id: number;
  id: string;
  entry_id: string;
  size: number;
  content_type: string;
  /** Hexadecimal. */
  content_hash: string;
  created_at: number;
  author: string;
  has_virus: boolean;
  scan_message: string | null;
};

export async function readVersion(
  db: ReadDb,
  mailboxId: number,
  versionId: string,
): Promise<VersionRow | undefined> {
  if (!isId(versionId)) return undefined;
  const rows = await readRows(
    db,
    sql<VersionRow>`
    select mailbox_id, id, entry_id, size, content_type, encode(content_hash, 'hex') as content_hash, created_at,
      author, has_virus, scan_message
    from drive_versions where mailbox_id = ${mailboxId} and id = ${versionId}`,
  );
  return rows[0];
}

export async function insertVersion(tx: Tx, version: Insertable<DriveVersionsTable>): Promise<void> {
  await tx.insertInto('drive_versions').values(version).execute();
}

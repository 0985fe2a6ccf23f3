import { sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb, Tx } from '../../tables.ts';

/** Undefined when it was never tried; a null image cannot be rendered. */
export async function readThumbnail(
  db: ReadDb,
  mailboxId: number,
  versionId: string,
): Promise<{ picture: Buffer | null } | undefined> {
  const rows = await readRows<{ picture: Buffer | null }>(
    db,
    sql`
    select picture from drive_thumbnails where mailbox_id = ${mailboxId} and version_id = ${versionId}`,
  );
  return rows[0];
}

/** Does nothing when the version is gone. */
export async function writeThumbnail(
  tx: Tx,
  mailboxId: number,
  versionId: string,
  picture: Buffer | null,
): Promise<void> {
  await sql`
    insert into drive_thumbnails (mailbox_id, version_id, picture)
    select v.mailbox_id, v.id, ${picture} from drive_versions v
    where v.mailbox_id = ${mailboxId} and v.id = ${versionId}
    for key share
    on conflict (mailbox_id, version_id) do nothing`.execute(tx);
}

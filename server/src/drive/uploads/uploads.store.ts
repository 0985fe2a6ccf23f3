import { sql } from 'kysely';
import type { DriveUploadsTable } from '../../drive-tables.ts';
import { readRows } from '../../platform/db/read-rows.ts';
import { isId } from '../../platform/ids.ts';
import type { ReadDb, Tx } from '../../tables.ts';

export type UploadRow = Omit<DriveUploadsTable, 'received' | 'lease' | 'lease_until'> & { received: number };

const COLUMNS = sql`mailbox_id, id, parent_id, name, content_type, on_conflict, size, received, author_mailbox_id,
  author, share_id, created_at, expires_at, entry_id`;

/** An upload by its author, in any drive. */
export async function readOwnUpload(
  db: ReadDb,
  authorMailboxId: number,
  id: string,
): Promise<UploadRow | undefined> {
  if (!isId(id)) return undefined;
  const rows = await readRows(
    db,
    sql<UploadRow>`
    select ${COLUMNS} from drive_uploads where author_mailbox_id = ${authorMailboxId} and id = ${id}`,
  );
  return rows[0];
}

export async function insertUpload(tx: Tx, upload: UploadRow): Promise<void> {
  await tx
    .insertInto('drive_uploads')
    .values({ ...upload, lease: null, lease_until: null })
    .execute();
}

/** Serializes the creation of uploads by this author, in all drives, until the transaction ends. */
export async function lockUploadsOf(tx: Tx, authorMailboxId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`uploads of ${authorMailboxId}`}, 0))`.execute(
    tx,
  );
}

/** Finished ones stay for a day, and there may be many: only this many of the newest are counted. */
const COUNTED_AMONG = 1_000;

export async function countUnfinished(db: ReadDb, authorMailboxId: number): Promise<number> {
  const [row] = await readRows(
    db,
    sql<{ count: number }>`
    select count(*)::integer as count from (
      select entry_id from drive_uploads where author_mailbox_id = ${authorMailboxId}
      order by id desc limit ${COUNTED_AMONG}
    ) newest where entry_id is null`,
  );
  return row?.count ?? 0;
}

/** The number and reservations of unfinished uploads by a link. */
export async function sumUnfinishedOfShare(
  db: ReadDb,
  mailboxId: number,
  shareId: string,
): Promise<{ count: number; bytes: number }> {
  const [row] = await readRows(
    db,
    sql<{ count: number; bytes: number }>`
    select count(*) as count, coalesce(sum(size), 0)::bigint as bytes from drive_uploads
    where mailbox_id = ${mailboxId} and share_id = ${shareId} and entry_id is null`,
  );
  return row ?? { count: 0, bytes: 0 };
}

/** An upload created by a link. */
export async function readUploadOfShare(
  db: ReadDb,
  { mailbox_id, id: shareId }: { mailbox_id: number; id: string },
  id: string,
): Promise<UploadRow | undefined> {
  if (!isId(id)) return undefined;
  const rows = await readRows(
    db,
    sql<UploadRow>`
    select ${COLUMNS} from drive_uploads
    where mailbox_id = ${mailbox_id} and id = ${id} and share_id = ${shareId}`,
  );
  return rows[0];
}

type Key = Pick<UploadRow, 'mailbox_id' | 'id'>;

/** Reads and locks an upload until the transaction ends. */
export async function lockUpload(tx: Tx, { mailbox_id, id }: Key): Promise<UploadRow | undefined> {
  const { rows } = await sql<UploadRow>`
    select ${COLUMNS} from drive_uploads where mailbox_id = ${mailbox_id} and id = ${id} for update`.execute(
    tx,
  );
  return rows[0];
}

/** Undefined when another process holds the lease, or the upload is gone. */
export async function takeLease(
  tx: Tx,
  { mailbox_id, id }: Key,
  { lease, now, until }: { lease: string; now: number; until: number },
): Promise<UploadRow | undefined> {
  const { rows } = await sql<UploadRow>`
    update drive_uploads set lease = ${lease}, lease_until = ${until}
    where mailbox_id = ${mailbox_id} and id = ${id} and (lease is null or lease_until <= ${now})
    returning ${COLUMNS}`.execute(tx);
  return rows[0];
}

/** False when another process holds the lease by now. */
export async function renewLease(
  tx: Tx,
  { mailbox_id, id }: Key,
  { lease, until }: { lease: string; until: number },
): Promise<boolean> {
  const { rows } = await sql`
    update drive_uploads set lease_until = ${until}
    where mailbox_id = ${mailbox_id} and id = ${id} and lease = ${lease} returning id`.execute(tx);
  return rows.length > 0;
}

export async function releaseLease(tx: Tx, { mailbox_id, id }: Key, lease: string): Promise<void> {
  await sql`
    update drive_uploads set lease = null, lease_until = null
    where mailbox_id = ${mailbox_id} and id = ${id} and lease = ${lease}`.execute(tx);
}

/** False when another process holds the lease by now, or the offset has changed (compare-and-set). */
export async function moveReceived(
  tx: Tx,
  { mailbox_id, id }: Key,
  move: { lease: string; from: number; to: number; expiresAt: number },
): Promise<boolean> {
  const { rows } = await sql`
    update drive_uploads set received = ${move.to}, expires_at = ${move.expiresAt}
    where mailbox_id = ${mailbox_id} and id = ${id} and lease = ${move.lease} and received = ${move.from}
      and entry_id is null
    returning id`.execute(tx);
  return rows.length > 0;
}

/** The upload has become a file; the row answers repeated calls until then. */
export async function setFinished(
  tx: Tx,
  { mailbox_id, id }: Key,
  { entryId, expiresAt }: { entryId: string; expiresAt: number },
): Promise<void> {
  await tx
    .updateTable('drive_uploads')
    .set({ entry_id: entryId, expires_at: expiresAt })
    .where('mailbox_id', '=', mailbox_id)
    .where('id', '=', id)
    .execute();
}

export async function deleteUpload(tx: Tx, { mailbox_id, id }: Key): Promise<void> {
  await tx.deleteFrom('drive_uploads').where('mailbox_id', '=', mailbox_id).where('id', '=', id).execute();
}

/** Expired uploads of all drives that have no active lease. */
export async function readExpired(db: ReadDb, now: number, limit: number): Promise<Key[]> {
  return readRows(
    db,
    sql<Key>`
    select mailbox_id, id from drive_uploads
    where expires_at <= ${now} and (lease is null or lease_until <= ${now})
    order by expires_at limit ${limit}`,
  );
}

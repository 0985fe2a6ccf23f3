import { sql } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import { unixSeconds } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { isId } from '../../platform/ids.ts';
import type { Db, Tx } from '../../tables.ts';

export type FileRow = {
  id: string;
  name: string;
  content_type: string;
  content_id: string | null;
  inline: boolean;
  size: number;
  blob: string;
  has_virus: boolean;
  scan_message: string | null;
};

const COLUMNS = sql`a.id, a.name, a.content_type, a.content_id, a.inline, a.size, encode(a.blob, 'hex') as blob,
  a.has_virus, a.scan_message`;

/** Those of the ids that the mailbox has, in no order. */
export async function readFiles(db: Db, mailboxId: number, ids: string[]): Promise<FileRow[]> {
  const { rows } = await sql<FileRow>`
    select ${COLUMNS} from attachments a
    where a.mailbox_id = ${mailboxId} and a.id = any(${ids.filter(isId)}::uuid[])`.execute(db);
  return rows;
}

/** A file that was uploaded for everybody who knows its id; one with a virus is nobody's to spread. */
export async function readPublicFile(db: Db, id: string): Promise<FileRow | undefined> {
  if (!isId(id)) return undefined;
  const { rows } =
    await sql<FileRow>`select ${COLUMNS} from attachments a where a.id = ${id} and a.public and not a.has_virus`.execute(
      db,
    );
  return rows[0];
}

/** What counts against the quota: mail, and files that wait for a draft. */
export async function readUsedBytes(db: Db, mailboxId: number): Promise<{ used: number; quota: number }> {
  const { rows } = await sql<{ used: number; quota: number }>`
    select s.used_bytes + (select coalesce(sum(a.size), 0)::bigint from attachments a
        where a.mailbox_id = s.mailbox_id and a.loose_since is not null) as used,
      m.quota_mb::bigint * 1024 * 1024 as quota
    from mailbox_state s join mailboxes m on m.id = s.mailbox_id
    where s.mailbox_id = ${mailboxId}`.execute(db);
  const [found] = rows;
  if (!found) throw new Error(`mailbox ${mailboxId} does not exist`);
  return found;
}

export async function insertLooseFiles(
  tx: Tx,
  mailboxId: number,
  files: (Omit<FileRow, 'content_id' | 'inline'> & { public: boolean })[],
  now: number,
): Promise<void> {
  await sql`
    insert into attachments (mailbox_id, id, message_id, position, name, content_type, content_id, inline, size, blob,
      loose_since, public, has_virus, scan_message)
    select ${mailboxId}, id, null, 0, name, content_type, null, false, size, decode(blob, 'hex'), ${now}, public,
      has_virus, scan_message
    from json_to_recordset(${JSON.stringify(files)}) as f(id uuid, name text, content_type text, size integer,
      blob text, public boolean, has_virus boolean, scan_message text)`.execute(tx);
}

/** Bytes that were stored and are not named after all are thrown away with those of removed mail. */
export async function leaveBlobs(deps: { db: Db; clock: Clock }, blobs: string[]): Promise<void> {
  if (blobs.length === 0) return;
  const now = unixSeconds(deps.clock);
  await inTransaction(deps.db, (tx) =>
    sql`
      insert into blob_leavings (blob, at)
      select distinct decode(key, 'hex'), ${now}::bigint from unnest(${blobs}::text[]) as b(key)
      on conflict (blob) do update set at = excluded.at`.execute(tx),
  );
}

export type FilesOfMessage = { received_at: number; subject: string; files: FileRow[] };

/** The files that a message lists, in their order; what its body shows by itself is not among them. */
export async function readListedFiles(
  db: Db,
  mailboxId: number,
  messageId: string,
): Promise<FilesOfMessage | undefined> {
  if (!isId(messageId)) return undefined;
  const message = await db
    .selectFrom('messages')
    .select(['received_at', 'subject'])
    .where('mailbox_id', '=', mailboxId)
    .where('id', '=', messageId)
    .executeTakeFirst();
  if (!message) return undefined;
  const { rows } = await sql<FileRow>`
    select ${COLUMNS} from attachments a
    where a.mailbox_id = ${mailboxId} and a.message_id = ${messageId} and not a.inline
    order by a.position`.execute(db);
  return { ...message, files: rows };
}

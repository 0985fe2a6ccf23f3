import { latestLinkEnd } from '@bocau/contract/link-rules.ts';
import { sql } from 'kysely';
import { orphanBlobs } from '../../kernel/orphaned-blobs.store.ts';
import { ATTACHMENT_COLUMNS, type AttachmentRow } from '../../mail/attachments/attachments.store.ts';
import { readRows } from '../../platform/db/read-rows.ts';
import { idTime, isId } from '../../platform/ids.ts';
import type { ReadDb, Tx } from '../../tables.ts';

/**
 * A file that anyone who knows its id may download, while its account exists and the organisation allows
 * outside links of its age; infected files are not served.
 */
export async function readPublicFile(
  db: ReadDb,
  id: string,
  now: number,
): Promise<AttachmentRow | undefined> {
  if (!isId(id)) return undefined;
  const rows = await readRows(
    db,
    sql<AttachmentRow & { link_days: number | null }>`
    select ${ATTACHMENT_COLUMNS}, d.outside_link_days as link_days
    from attachments a join mailboxes m on m.id = a.mailbox_id join domains d on d.id = m.domain_id
    where a.id = ${id} and a.public and not a.has_virus and m.active and d.active and d.outside_links`,
  );
  const [found] = rows;
  if (!found) return undefined;
  const { link_days: days, ...file } = found;
  return days === null || latestLinkEnd(days, idTime(id)) > now ? file : undefined;
}

export type SourceRow = { id: string; subject: string; size: number; blob: string; has_virus: boolean };

/** The sources of those messages that have one. */
export async function readSources(db: ReadDb, mailboxId: number, ids: string[]): Promise<SourceRow[]> {
  return readRows(
    db,
    sql<SourceRow>`
    select m.id, m.subject, m.size, encode(m.blob, 'hex') as blob,
      exists (select from attachments a
        where a.mailbox_id = m.mailbox_id and a.message_id = m.id and a.has_virus) as has_virus
    from messages m
    where m.mailbox_id = ${mailboxId} and m.id = any(${ids.filter(isId)}::uuid[]) and m.blob is not null`,
  );
}

/** Makes unreferenced blobs candidates for garbage collection, like those of deleted messages. */
export async function releaseBlobs(tx: Tx, blobs: string[], now: number): Promise<void> {
  const keys = sql`select decode(key, 'hex') as blob from unnest(${blobs}::text[]) as b(key)`;
  await sql`${orphanBlobs(keys, now)}`.execute(tx);
}

export type FilesOfMessage = { received_at: number; subject: string; files: AttachmentRow[] };

/** The attachments that a message lists, in order, without the images embedded in its body. */
export async function readListedFiles(
  db: ReadDb,
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
  const rows = await readRows(
    db,
    sql<AttachmentRow>`
    select ${ATTACHMENT_COLUMNS} from attachments a
    where a.mailbox_id = ${mailboxId} and a.message_id = ${messageId} and not a.inline
    order by a.position`,
  );
  return { ...message, files: rows };
}

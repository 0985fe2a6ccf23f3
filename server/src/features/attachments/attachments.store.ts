import { sql } from 'kysely';
import { isId } from '../../platform/ids.ts';
import type { Db } from '../../tables.ts';

export type FileRow = {
  id: string;
  name: string;
  content_type: string;
  content_id: string | null;
  inline: boolean;
  size: number;
  blob: string;
};

const COLUMNS = sql`a.id, a.name, a.content_type, a.content_id, a.inline, a.size, encode(a.blob, 'hex') as blob`;

/** Those of the ids that the mailbox has, in no order. */
export async function readFiles(db: Db, mailboxId: number, ids: string[]): Promise<FileRow[]> {
  const { rows } = await sql<FileRow>`
    select ${COLUMNS} from attachments a
    where a.mailbox_id = ${mailboxId} and a.id = any(${ids.filter(isId)}::uuid[])`.execute(db);
  return rows;
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

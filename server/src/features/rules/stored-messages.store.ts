import { type RawBuilder, sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { MessageHeaders, ReadDb } from '../../tables.ts';

/** Which parts of a message are read: those outside its row may be large. */
export type Wanted = { headers: boolean; body: boolean };

/** A walk over messages by id, descending: messages moved meanwhile are not visited again. */
export type StoredWalk = {
  /** The whole mailbox, the threads of a folder, or these messages. */
  within: { notIn: string[] } | { folderId: string; threadIds: string[] } | { messageIds: string[] };
  below: string;
  limit: number;
};

export type StoredRow = {
  id: string;
  folder_id: string;
  sender: string;
  subject: string;
  size: number;
  has_attachments: boolean;
  headers: Pick<MessageHeaders, 'to' | 'cc'> | null;
  body: string | null;
  body_is_html: boolean;
};

/** The next messages; those of skipped folders are included, so that the walk is bounded by what it reads. */
export async function readStored(
  db: ReadDb,
  mailboxId: number,
  { within, below, limit }: StoredWalk,
  wanted: Wanted,
): Promise<StoredRow[]> {
  const scope =
    'threadIds' in within
      ? sql`m.thread_id = any(${within.threadIds}::uuid[]) and m.folder_id = ${within.folderId}`
      : 'messageIds' in within
        ? sql`m.id = any(${within.messageIds}::uuid[])`
        : sql`true`;
  return readRows(
    db,
    sql<StoredRow>`
      select m.id, m.folder_id, m.sender->>'email' as sender, m.subject, m.size, m.has_attachments,
        ${partsOf(wanted)}
      from messages m ${contentsFor(wanted)}
      where m.mailbox_id = ${mailboxId} and m.id < ${below} and ${scope}
      order by m.id desc limit ${limit}`,
  );
}

function partsOf({ headers, body }: Wanted): RawBuilder<unknown> {
  const addresses = headers
    ? sql`jsonb_build_object('to', c.headers->'to', 'cc', c.headers->'cc')`
    : sql`null`;
  const text = body ? sql`c.body, c.body_is_html` : sql`null as body, false as body_is_html`;
  return sql`${addresses} as headers, ${text}`;
}

function contentsFor({ headers, body }: Wanted): RawBuilder<unknown> {
  if (!headers && !body) return sql``;
  return sql`join message_contents c on c.mailbox_id = m.mailbox_id and c.message_id = m.id`;
}

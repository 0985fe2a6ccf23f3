import type { MailAddress } from '@bocau/contract/fields.ts';
import { sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb } from '../../tables.ts';

/** What messages of a folder are sorted by; null where it was not asked for. */
export type SortRow = {
  uid: number;
  subject: string | null;
  from: MailAddress | null;
  to: MailAddress | null;
  cc: MailAddress | null;
  sent_at: number | null;
};

/** What messages of a folder are threaded by. */
export type ThreadingRow = {
  uid: number;
  message_id: string | null;
  in_reply_to: string | null;
  refs: string[];
  subject: string;
  sent_at: number;
};

const SUBJECT_LENGTH = 400;
/** Of the message that is answered, and of those before it. */
const REFERENCES_READ = 30;

const MESSAGE = sql`join messages m on m.mailbox_id = s.mailbox_id and m.id = s.message_id`;
const CONTENT = sql`join message_contents c on c.mailbox_id = s.mailbox_id and c.message_id = s.message_id`;
const NONE = sql`null`;

/** In no order; `of` says which of their rows are read. */
export function readSortRows(
  db: ReadDb,
  { mailboxId, folderId, uids }: { mailboxId: number; folderId: string; uids: number[] },
  of: { message: boolean; content: boolean },
): Promise<SortRow[]> {
  return readRows(
    db,
    sql<SortRow>`
    select s.uid, ${of.message ? sql`left(m.subject, ${SUBJECT_LENGTH})` : NONE} as subject,
      ${of.message ? sql`m.sender` : NONE} as from, ${of.content ? sql`c.headers->'to'->0` : NONE} as to,
      ${of.content ? sql`c.headers->'cc'->0` : NONE} as cc, ${of.content ? sql`c.sent_at` : NONE} as sent_at
    from message_state s ${of.message ? MESSAGE : sql``} ${of.content ? CONTENT : sql``}
    where s.mailbox_id = ${mailboxId} and s.folder_id = ${folderId} and s.uid = any(${uids}::integer[])`,
  );
}

/** In no order. */
export function readThreadingRows(
  db: ReadDb,
  { mailboxId, folderId, uids }: { mailboxId: number; folderId: string; uids: number[] },
): Promise<ThreadingRow[]> {
  return readRows(
    db,
    sql<ThreadingRow>`
    select s.uid, m.message_id_header as message_id, c.in_reply_to, c.sent_at,
      c.refs[greatest(1, cardinality(c.refs) - ${sql.lit(REFERENCES_READ - 1)}):] as refs,
      left(m.subject, ${SUBJECT_LENGTH}) as subject
    from message_state s ${MESSAGE} ${CONTENT}
    where s.mailbox_id = ${mailboxId} and s.folder_id = ${folderId} and s.uid = any(${uids}::integer[])`,
  );
}

import type { DraftAction } from '@bocau/contract/drafts.ts';
import type { MailAddress } from '@bocau/contract/fields.ts';
import type { FollowUpWish } from '@bocau/contract/follow-ups.ts';
import { sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import { isId } from '../../platform/ids.ts';
import type { MessageHeaders, ReadDb } from '../../tables.ts';
import type { AttachmentBytes } from '../attachments/attachment-bytes.ts';
import { HELD } from '../attachments/attachments.store.ts';

export type OutgoingFile = AttachmentBytes & {
  id: string;
  name: string;
  contentType: string;
  contentId: string | null;
};

/** What a draft says, as it is to be sent. */
export type OutgoingMessage = {
  id: string;
  threadId: string;
  folderId: string;
  draft: boolean;
  /** 0 where it was never saved here. */
  version: number;
  messageId: string | null;
  size: number;
  sender: MailAddress;
  to: MailAddress[];
  cc: MailAddress[];
  bcc: MailAddress[];
  subject: string;
  inReplyTo: string | null;
  references: string[];
  /** The own words, and below them the original. */
  body: string;
  /** Without the original. */
  ownWords: string;
  bodyIsHtml: boolean;
  files: OutgoingFile[];
  answers: string | null;
  action: DraftAction;
  tracking: boolean;
  important: boolean;
  receipt: boolean;
  followUp: FollowUpWish | null;
};

export type OutgoingRow = Omit<OutgoingMessage, 'to' | 'cc' | 'bcc' | 'files'> & {
  headers: MessageHeaders;
  files: OutgoingFile[] | null;
};

export async function readOutgoingRow(
  db: ReadDb,
  mailboxId: number,
  messageId: string,
): Promise<OutgoingRow | undefined> {
  if (!isId(messageId)) return undefined;
  const rows = await readRows(
    db,
    sql<OutgoingRow>`
    select m.id, m.thread_id as "threadId", m.folder_id as "folderId", m.draft, coalesce(d.version, 0) as version, m.message_id_header as "messageId", m.size,
      jsonb_build_object('email', m.sender->>'email', 'name', coalesce(nullif(m.sender->>'name', ''), b.name)) as sender,
      c.headers, m.subject, c.in_reply_to as "inReplyTo", c.refs as references,
      case when d.message_id is null then coalesce(c.body, '') else d.body || coalesce(d.quote, '') end as body,
      coalesce(d.body, c.body, '') as "ownWords",
      d.message_id is not null or c.body_is_html as "bodyIsHtml",
      (select json_agg(json_build_object('id', a.id, 'name', a.name, 'contentType', a.content_type,
          'contentId', a.content_id, 'size', a.size, 'blob', encode(a.blob, 'hex'),
          'held', ${HELD}) order by a.position)
        from attachments a where a.mailbox_id = m.mailbox_id and a.message_id = m.id) as files,
      d.answers, coalesce(d.action, 'new') as action, coalesce(d.tracking, false) as tracking,
      m.important, m.receipt is not null as receipt, d.follow_up as "followUp"
    from messages m
    join mailboxes b on b.id = m.mailbox_id
    join message_contents c on c.mailbox_id = m.mailbox_id and c.message_id = m.id
    left join drafts d on d.mailbox_id = m.mailbox_id and d.message_id = m.id
    where m.mailbox_id = ${mailboxId} and m.id = ${messageId}`,
  );
  return rows[0];
}

/**
 * What the mailbox may do, and whether an address is one of its own. `isSuspended`: sending is taken away for a while,
 * and what is due waits.
 */
export type SenderState = {
  sendingEnabled: boolean;
  isSuspended: boolean;
  /** Somebody else was signed in, and the password is not changed yet. */
  isExposed: boolean;
  ownsAddress: boolean;
};

export async function readSender(db: ReadDb, mailboxId: number, email: string): Promise<SenderState> {
  const rows = await readRows(
    db,
    sql<SenderState>`
    select (m.enable_smtp and m.sending_suspended_at is null and m.deleted_at is null and d.active and d.verified) as "sendingEnabled",
      (m.sending_suspended_at is not null or m.deleted_at is not null or not d.active) as "isSuspended",
      m.password_exposed_at is not null as "isExposed",
      exists (select from addresses a where a.mailbox_id = m.id and a.address = ${email.toLowerCase()}) as "ownsAddress"
    from mailboxes m join domains d on d.id = m.domain_id where m.id = ${mailboxId}`,
  );
  return rows[0] ?? { sendingEnabled: false, isSuspended: false, isExposed: false, ownsAddress: false };
}

import type { DraftAction } from '@bocau/contract/drafts.ts';
import type { MailAddress } from '@bocau/contract/fields.ts';
import type { SenderChecks, Tracking } from '@bocau/contract/messages.ts';
import { sql } from 'kysely';
import { isId } from '../../platform/ids.ts';
import type { Db, MessageHeaders, SendState } from '../../tables.ts';
import { PERIODIC, type PeriodicRow } from './periodic.view.ts';
import { SENDING, type SendingRow } from './sending.view.ts';

export type AttachmentRow = {
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

export type MessageRow = {
  id: string;
  thread_id: string;
  folder_id: string;
  folder_path: string;
  folder_role: string | null;
  /** The user wrote it, wherever it lies by now. */
  own: boolean;
  old_folder_path: string | null;
  received_at: number;
  sent_at: number;
  unread: boolean;
  starred: boolean;
  answered: boolean;
  draft: boolean;
  spoofed: boolean;
  size: number;
  /** A draft has no source until it is sent. */
  blob: string | null;
  send_state: SendState | null;
  tracking: Tracking | null;
  message_id_header: string | null;
  in_reply_to: string | null;
  refs: string[];
  subject: string;
  snippet: string;
  sender: MailAddress;
  headers: MessageHeaders;
  body: string | null;
  body_is_html: boolean;
  body_clipped: boolean;
  sender_checks: SenderChecks | null;
  attachments: AttachmentRow[] | null;
  /** Null on what was never written here, as a draft that was imported. */
  draft_state: {
    version: number;
    action: DraftAction;
    answers: string | null;
    quote: string | null;
    tracking: boolean;
    client_key: string | null;
  } | null;
  sending: SendingRow | null;
  periodic: PeriodicRow | null;
};

const COLUMNS = sql`
  m.id, m.thread_id, m.folder_id, f.path as folder_path, f.role as folder_role, o.path as old_folder_path,
  (not m.spoofed and exists (select from addresses w
    where w.mailbox_id = m.mailbox_id and w.address = lower(m.sender->>'email'))) as own,
  m.received_at, c.sent_at, m.unread, m.starred, m.answered, m.draft, m.spoofed, m.size,
  encode(m.blob, 'hex') as blob, m.send_state, m.tracking, m.message_id_header, c.in_reply_to, c.refs, m.subject, m.snippet, m.sender,
  c.headers,
  -- While it is written the own words are the body; until it is composed, so is what will be sent.
  case when m.draft then coalesce(d.body, c.body) else coalesce(c.body, d.body || coalesce(d.quote, '')) end as body,
  c.body_is_html, c.body_clipped, c.sender_checks,
  (select json_agg(json_build_object('id', a.id, 'name', a.name, 'content_type', a.content_type,
      'content_id', a.content_id, 'inline', a.inline, 'size', a.size, 'blob', encode(a.blob, 'hex'),
      'has_virus', a.has_virus, 'scan_message', a.scan_message)
      order by a.position)
    from attachments a where a.mailbox_id = m.mailbox_id and a.message_id = m.id) as attachments,
  case when d.message_id is not null then json_build_object('version', d.version, 'action', d.action,
    'answers', d.answers, 'quote', d.quote, 'tracking', d.tracking, 'client_key', d.client_key) end as draft_state,
  ${SENDING} as sending, ${PERIODIC} as periodic`;

const TABLES = sql`
  messages m
  join message_contents c on c.mailbox_id = m.mailbox_id and c.message_id = m.id
  join folders f on f.mailbox_id = m.mailbox_id and f.id = m.folder_id
  left join drafts d on d.mailbox_id = m.mailbox_id and d.message_id = m.id
  left join folders o on o.mailbox_id = m.mailbox_id and o.id = m.old_folder_id`;

export async function readMessage(db: Db, mailboxId: number, id: string): Promise<MessageRow | undefined> {
  if (!isId(id)) return undefined;
  const { rows } = await sql<MessageRow>`
    select ${COLUMNS} from ${TABLES} where m.mailbox_id = ${mailboxId} and m.id = ${id}`.execute(db);
  return rows[0];
}

/** All messages of a thread, oldest first. */
export async function readThreadMessages(db: Db, mailboxId: number, threadId: string): Promise<MessageRow[]> {
  const { rows } = await sql<MessageRow>`
    select ${COLUMNS} from ${TABLES}
    where m.mailbox_id = ${mailboxId} and m.thread_id = ${threadId}
    order by m.received_at, m.id`.execute(db);
  return rows;
}

import type { DraftAction } from '@bocau/contract/drafts.ts';
import type { Sender } from '@bocau/contract/fields.ts';
import type { FollowUpWish } from '@bocau/contract/follow-ups.ts';
import type {
  PeriodicRule,
  PeriodicState,
  ReceiptState,
  RecipientDelivery,
  SenderChecks,
  Sending,
  SpamVerdict,
  Tracking,
} from '@bocau/contract/messages.ts';
import { sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import { isId } from '../../platform/ids.ts';
import type { MessageHeaders, OutboxState, ReadDb, RecipientState, SendState } from '../../tables.ts';
import { ATTACHMENT_JSON, type AttachmentRow } from '../attachments/attachments.store.ts';
import { isShown } from '../mailbox/shown-messages.store.ts';

/** The last time that a message was to be sent. */
export type SendingRow = Omit<Sending, 'state' | 'recipients'> & {
  state: OutboxState;
  error: string | null;
  /** Somebody of the own domain got it, and it was not taken back yet. */
  recallable: boolean;
  recipients: (Omit<RecipientDelivery, 'state'> & { state: RecipientState })[];
};

export type PeriodicRow = {
  rule: PeriodicRule;
  time_zone: string;
  state: PeriodicState['state'];
  next_at: number | null;
  sent_count: number;
};

/** A message without its body. */
export type MessageHead = {
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
  label_ids: string[] | null;
  draft: boolean;
  important: boolean;
  receipt: ReceiptState | null;
  /** By the compared form of the recipient's address. */
  receipts: { address: string; at: number }[] | null;
  spoofed: boolean;
  size: number;
  /** A draft has no source until it is sent. */
  blob: string | null;
  send_state: SendState | null;
  follow_up_at: number | null;
  back_at: number | null;
  tracking: Tracking | null;
  message_id_header: string | null;
  in_reply_to: string | null;
  refs: string[];
  subject: string;
  snippet: string;
  sender: Sender;
  headers: MessageHeaders;
  /** What its body and quote take at most; PostgreSQL knows it without reading them. */
  body_bytes: number;
  body_is_html: boolean;
  body_clipped: boolean;
  sender_checks: SenderChecks | null;
  spam: SpamVerdict | null;
  attachments: AttachmentRow[] | null;
  /** Null on what was never written here, as a draft that was imported. */
  draft_state: {
    version: number;
    action: DraftAction;
    answers: string | null;
    quoted: boolean;
    tracking: boolean;
    client_key: string | null;
    follow_up: FollowUpWish | null;
  } | null;
  sending: SendingRow | null;
  periodic: PeriodicRow | null;
};

export type MessageBodyRow = {
  body: string | null;
  /** Of a draft: the original as it will be sent below its body. */
  quote: string | null;
};

export type MessageRow = MessageHead & MessageBodyRow;

/** Its body and quote are those of the message only where they came along. */
export type ThreadMessageRow = MessageRow & { has_body: boolean };

/** Of the recipient `r`: why it does not leave, or will not once it is due. */
const HELD_BY = sql`case when r.queued_at is null or r.state not in ('waiting', 'held') then null
  when r.kept then 'administrator'
  else coalesce((
    select case when b.sending_suspended_at is not null then 'suspension' when h.brake is not null then 'brake'
      when h.mailbox_id is not null then 'administrator' end
    from mailboxes b left join held_senders h on h.mailbox_id = b.id where b.id = r.mailbox_id
  ), case when r.state = 'held' or exists (select from held_destinations d where d.destination = r.destination)
    then 'administrator' end) end`;

/** Of the message `m` of the query around it. */
const SENDING = sql`(
  select json_build_object('kind', s.kind, 'state', s.state, 'due_at', s.due_at, 'undo_until', s.undo_until,
    'error', s.error, 'recallable', s.recalled_at is null and exists (
      select from outbox_recipients r
      join mailboxes own on own.id = s.mailbox_id and own.enable_recall
      join mailboxes there on there.id = r.local_mailbox_id and there.domain_id = own.domain_id
      where r.mailbox_id = s.mailbox_id and r.outbox_id = s.id and r.local_message_id is not null),
    'recipients', coalesce((
      select json_agg(json_build_object('email', r.email, 'name', r.name, 'state', r.state, 'reply', r.reply,
        'at', r.at, 'next_at', r.next_at, 'held_by', ${HELD_BY}) order by r.address)
      from outbox_recipients r where r.mailbox_id = s.mailbox_id and r.outbox_id = s.id), '[]'))
  from outbox s where s.mailbox_id = m.mailbox_id and s.message_id = m.id
  order by s.created_at desc, s.id desc limit 1)`;

/** While it is written the own words are the body; until it is composed, so is what will be sent. */
const BODY = sql`case when m.draft then coalesce(d.body, c.body) else coalesce(c.body, d.body || coalesce(d.quote, '')) end`;

const BODY_BYTES = sql`(octet_length(coalesce(c.body, '')) + octet_length(coalesce(d.body, ''))
  + octet_length(coalesce(d.quote, '')))`;
/** What is no more than this costs less to read at once than another query. */
const SHORT_BODY = 64 * 1024;
/** The newest message of a thread opens expanded. */
const HAS_BODY = sql`(lead(m.id) over (order by m.received_at, m.id) is null and ${BODY_BYTES} <= ${SHORT_BODY})`;

/** Of the message `m` of the query around it. */
const PERIODIC = sql`(
  select json_build_object('rule', p.rule, 'time_zone', p.time_zone, 'state', p.state, 'next_at', p.next_at,
    'sent_count', p.sent_count)
  from periodic_sends p where p.mailbox_id = m.mailbox_id and p.message_id = m.id)`;

const COLUMNS = sql`
  m.id, m.thread_id, m.folder_id, f.path as folder_path, f.role as folder_role, o.path as old_folder_path,
  (not m.spoofed and exists (select from addresses w
    where w.mailbox_id = m.mailbox_id and w.address = lower(m.sender->>'email'))) as own,
  m.received_at, c.sent_at, m.unread, m.starred, m.answered, m.label_ids, m.draft, m.important, m.receipt, m.spoofed, m.size,
  encode(m.blob, 'hex') as blob, m.send_state, m.follow_up_at, m.back_at, m.tracking, m.message_id_header, c.in_reply_to, c.refs, m.subject, m.snippet, m.sender,
  c.headers,
  c.body_is_html, c.body_clipped, c.sender_checks, c.spam,
  (select json_agg(${ATTACHMENT_JSON} order by a.position)
    from attachments a where a.mailbox_id = m.mailbox_id and a.message_id = m.id) as attachments,
  case when d.message_id is not null then json_build_object('version', d.version, 'action', d.action,
    'answers', d.answers, 'quoted', d.quote is not null, 'tracking', d.tracking, 'client_key', d.client_key,
    'follow_up', d.follow_up) end as draft_state,
  ${BODY_BYTES} as body_bytes,
  case when m.receipt is not null then (
    select json_agg(json_build_object('address', r.address, 'at', r.at) order by r.at, r.address)
    from receipts r where r.mailbox_id = m.mailbox_id and r.message_id = m.id) end as receipts,
  ${SENDING} as sending, ${PERIODIC} as periodic`;

const TABLES = sql`
  messages m
  join message_contents c on c.mailbox_id = m.mailbox_id and c.message_id = m.id
  join folders f on f.mailbox_id = m.mailbox_id and f.id = m.folder_id
  left join drafts d on d.mailbox_id = m.mailbox_id and d.message_id = m.id
  left join folders o on o.mailbox_id = m.mailbox_id and o.id = m.old_folder_id`;

export async function readMessage(
  db: ReadDb,
  mailboxId: number,
  id: string,
): Promise<MessageRow | undefined> {
  if (!isId(id)) return undefined;
  const rows = await readRows(
    db,
    sql<MessageRow>`
    select ${COLUMNS}, ${BODY} as body, d.quote from ${TABLES} where m.mailbox_id = ${mailboxId} and m.id = ${id}`,
  );
  return rows[0];
}

export async function readMessageHead(
  db: ReadDb,
  mailboxId: number,
  id: string,
): Promise<MessageHead | undefined> {
  if (!isId(id)) return undefined;
  const rows = await readRows(
    db,
    sql<MessageHead>`select ${COLUMNS} from ${TABLES} where m.mailbox_id = ${mailboxId} and m.id = ${id}`,
  );
  return rows[0];
}

/** The shown messages of a thread, oldest first; the newest with its body, unless that is long. */
export async function readThreadMessages(
  db: ReadDb,
  mailboxId: number,
  threadId: string,
): Promise<ThreadMessageRow[]> {
  const rows = await readRows(
    db,
    sql<ThreadMessageRow>`
    select ${COLUMNS}, ${HAS_BODY} as has_body, case when ${HAS_BODY} then ${BODY} end as body,
      case when ${HAS_BODY} then d.quote end as quote
    from ${TABLES}
    where m.mailbox_id = ${mailboxId} and m.thread_id = ${threadId} and ${isShown('m')}
    order by m.received_at, m.id`,
  );
  return rows;
}

/** Of those that are named, by their ids. */
export async function readBodies(
  db: ReadDb,
  mailboxId: number,
  ids: string[],
): Promise<Map<string, MessageBodyRow>> {
  if (ids.length === 0) return new Map();
  const rows = await readRows(
    db,
    sql<MessageBodyRow & { id: string }>`
    select m.id, ${BODY} as body, d.quote
    from messages m
    join message_contents c on c.mailbox_id = m.mailbox_id and c.message_id = m.id
    left join drafts d on d.mailbox_id = m.mailbox_id and d.message_id = m.id
    where m.mailbox_id = ${mailboxId} and m.id = any(${ids}::uuid[])`,
  );
  return new Map(rows.map(({ id, body, quote }) => [id, { body, quote }]));
}

/** Up to `limit` messages of the given folders, found by the folders' list rows. */
export async function readSomeMessageIds(
  db: ReadDb,
  mailboxId: number,
  folderIds: string[],
  limit: number,
): Promise<string[]> {
  const rows = await readRows(
    db,
    sql<{ id: string }>`
    select m.id
    from (
      select thread_id, folder_id from list_rows
      where mailbox_id = ${mailboxId} and folder_id = any(${folderIds}::uuid[]) limit ${limit}
    ) r
    join messages m on m.mailbox_id = ${mailboxId} and m.thread_id = r.thread_id and m.folder_id = r.folder_id
    limit ${limit}`,
  );
  return rows.map((row) => row.id);
}

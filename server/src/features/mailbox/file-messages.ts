import type { MailAddress } from '@bocau/contract/fields.ts';
import type { SenderChecks } from '@bocau/contract/messages.ts';
import { sql } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
import type { MessageHeaders, Tx } from '../../tables.ts';
import { countCorrespondents } from '../recipients/count-correspondents.ts';
import { searchVector } from '../search/search-vector.ts';
import type { MailboxChange } from './change-mailbox.ts';
import { type Joining, type KnownKey, knownKeys, planThreads, writeThreads } from './join-threads.ts';

export type NewAttachment = {
  name: string;
  contentType: string;
  contentId: string | null;
  inline: boolean;
  size: number;
  blob: string;
};

export type NewMessage = {
  folderId: string;
  /** Unix seconds. */
  receivedAt: number;
  sentAt: number;
  unread: boolean;
  starred: boolean;
  answered: boolean;
  draft: boolean;
  spoofed: boolean;
  size: number;
  /** Null on a draft, which has no source until it is sent. */
  blob: string | null;
  /** The same key is filed once in a mailbox. */
  deliveryKey: string | null;
  messageId: string | null;
  inReplyTo: string | null;
  references: string[];
  subject: string;
  snippet: string;
  sender: MailAddress;
  headers: MessageHeaders;
  body: string | null;
  bodyIsHtml: boolean;
  bodyClipped: boolean;
  searchText: string;
  senderChecks: SenderChecks | null;
  attachments: NewAttachment[];
  /** The thread that a draft was begun in: it lies there, whatever its subject is. */
  threadId?: string | null;
};

/** `filed` is false where the same delivery had been filed before; then the ids are those of then. */
export type FiledMessage = { id: string; filed: boolean };

const RECIPIENTS_LISTED = 20;
/** What only later changes set. */
const UNCHANGED = { old_folder_id: null, send_state: null, tracking: null };

/** What the mailbox knows of messages that are to be filed. */
export type KnownMail = { deliveries: Map<string, string>; threadKeys: KnownKey[] };
type Identified = Joining & { deliveryKey: string | null };

export async function readKnownMail(tx: Tx, mailboxId: number, messages: Identified[]): Promise<KnownMail> {
  const deliveryKeys = messages.flatMap((message) => message.deliveryKey ?? []);
  const { rows } = await sql<{ deliveries: { key: string; id: string }[] | null; keys: KnownKey[] | null }>`
    select
      (select json_agg(json_build_object('key', encode(m.delivery_key, 'hex'), 'id', m.id))
        from unnest(${deliveryKeys}::text[]) as k(key)
        join messages m on m.mailbox_id = ${mailboxId} and m.delivery_key = decode(k.key, 'hex')) as deliveries,
      (select json_agg(k) from (${knownKeys(mailboxId, messages)}) k) as keys`.execute(tx);
  const [known] = rows;
  return {
    deliveries: new Map(known?.deliveries?.map(({ key, id }) => [key, id])),
    threadKeys: known?.keys ?? [],
  };
}

type FilingOptions = {
  announced?: boolean;
  known?: KnownMail;
  /** The same change does nothing more to these messages: a thread of them alone is listed without being read back. */
  final?: boolean;
};

/**
 * Puts new messages into the mailbox: threads, index, correspondents and quota included. One answer a message, in
 * order. Who has read what is known of them, in the same change, says so.
 */
export async function fileMessages(
  clock: Clock,
  change: MailboxChange,
  messages: NewMessage[],
  options: FilingOptions = {},
): Promise<FiledMessage[]> {
  const { announced = true, final = false } = options;
  const known = options.known ?? (await readKnownMail(change.tx, change.mailboxId, messages));
  const idOfKey = new Map(known.deliveries);
  const fresh: (NewMessage & { id: string })[] = [];
  const answers = messages.map((message) => {
    const before = message.deliveryKey === null ? undefined : idOfKey.get(message.deliveryKey);
    if (before !== undefined) return { id: before, filed: false };
    const id = newId(clock);
    if (message.deliveryKey !== null) idOfKey.set(message.deliveryKey, id);
    fresh.push({ ...message, id });
    return { id, filed: true };
  });
  if (fresh.length === 0) return answers;

  const plan = planThreads(clock, fresh, known.threadKeys);
  writeThreads(change, plan);
  const rows = fresh.map((message, index) => messageRow(change, message, plan.threads[index] as string));
  change.send(insertMessages(clock, change, fresh, rows));
  change.send(countCorrespondents(change, fresh));
  const created = new Set(final ? plan.created : []);
  change.touchThreads(plan.threads.filter((thread) => !created.has(thread)));
  change.addThreads(
    rows.filter((row) => created.has(row.thread_id)).map((row) => ({ ...row, ...UNCHANGED })),
  );
  change.addBytes(fresh.reduce((sum, message) => sum + message.size, 0));
  // Mail that is moved in from elsewhere is no news.
  const news = announced
    ? fresh.filter((message) => message.folderId === change.folders.INBOX && message.unread)
    : [];
  for (const { id } of news) change.note('new_mail', id);
  return answers;
}

async function insertMessages(
  clock: Clock,
  change: MailboxChange,
  messages: (NewMessage & { id: string })[],
  rows: MessageRow[],
): Promise<void> {
  const { tx, mailboxId } = change;
  const attachments = messages.flatMap((message) =>
    message.attachments.map((attachment, position) => ({
      ...attachment,
      id: newId(clock),
      message_id: message.id,
      position,
    })),
  );
  await sql`
    with given as materialized (
      select * from json_to_recordset(${JSON.stringify(rows)}) as r(
        id uuid, thread_id uuid, folder_id uuid, received_at bigint, sent_at bigint, unread boolean, starred boolean,
        answered boolean, draft boolean, spoofed boolean, has_attachments boolean, size integer, trashed_at bigint,
        delivery_key text, blob text, message_id_header text, in_reply_to text, refs text[], subject text,
        snippet text, sender jsonb, recipients jsonb, headers jsonb, body text, body_is_html boolean,
        body_clipped boolean, sender_checks jsonb, words text)
    ), filed as (
      insert into messages (mailbox_id, id, thread_id, folder_id, first_folder_id, received_at, unread, starred, answered, draft,
        spoofed, has_attachments, size, trashed_at, delivery_key, blob, message_id_header, subject, snippet, sender,
        recipients)
      select ${mailboxId}, id, thread_id, folder_id, folder_id, received_at, unread, starred, answered, draft, spoofed,
        has_attachments, size, trashed_at, decode(delivery_key, 'hex'), decode(blob, 'hex'), message_id_header,
        subject, snippet, sender, recipients
      from given
    ), contents as (
      insert into message_contents (mailbox_id, message_id, sent_at, in_reply_to, refs, headers, body, body_is_html,
        body_clipped, sender_checks)
      select ${mailboxId}, id, sent_at, in_reply_to, refs, headers, body, body_is_html, body_clipped, sender_checks
      from given
    ), attached as (
      insert into attachments (mailbox_id, id, message_id, position, name, content_type, content_id, inline, size,
        blob)
      select ${mailboxId}, id, message_id, position, name, "contentType", "contentId", inline, size,
        decode(blob, 'hex')
      from json_to_recordset(${JSON.stringify(attachments)}) as a(
        id uuid, message_id uuid, position integer, name text, "contentType" text, "contentId" text,
        inline boolean, size integer, blob text)
    )
    insert into message_search (mailbox_id, message_id, received_at, words)
    select ${mailboxId}, id, received_at, words::tsvector from given`.execute(tx);
}

type MessageRow = ReturnType<typeof messageRow>;

function messageRow(change: MailboxChange, message: NewMessage & { id: string }, threadId: string) {
  const { headers } = message;
  const recipients = [...headers.to, ...headers.cc, ...headers.bcc];
  const listed = message.attachments.filter((attachment) => !attachment.inline);
  return {
    id: message.id,
    thread_id: threadId,
    folder_id: message.folderId,
    received_at: message.receivedAt,
    sent_at: message.sentAt,
    unread: message.unread,
    starred: message.starred,
    answered: message.answered,
    draft: message.draft,
    spoofed: message.spoofed,
    has_attachments: listed.length > 0,
    size: message.size,
    trashed_at: message.folderId === change.folders.Trash ? change.now : null,
    delivery_key: message.deliveryKey,
    blob: message.blob,
    message_id_header: message.messageId,
    in_reply_to: message.inReplyTo,
    refs: message.references,
    subject: message.subject,
    snippet: message.snippet,
    sender: message.sender,
    recipients: recipients.slice(0, RECIPIENTS_LISTED),
    headers,
    body: message.body,
    body_is_html: message.bodyIsHtml,
    body_clipped: message.bodyClipped,
    sender_checks: message.senderChecks,
    words: searchVector({
      mailboxId: change.mailboxId,
      receivedAt: message.receivedAt,
      subject: message.subject,
      from: message.sender,
      recipients,
      attachmentNames: listed.map((attachment) => attachment.name),
      text: message.searchText,
    }),
  };
}

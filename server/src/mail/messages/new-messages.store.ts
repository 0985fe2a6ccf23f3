import type { MailAddress, Sender } from '@bocau/contract/fields.ts';
import type { ReceiptState, SenderChecks, SpamVerdict } from '@bocau/contract/messages.ts';
import { type RawBuilder, sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { MessageHeaders, ReadDb, Tx } from '../../tables.ts';
import { type CorrespondentCount, countsStep } from '../people/people.store.ts';
import { type KnownKey, knownKeysQuery, newThreadSteps, type ThreadKey } from '../threads/threads.store.ts';
import type { NewAttachment } from './new-message.ts';

/** What the mailbox knows of messages that are to be stored. */
export type KnownMail = { deliveries: Map<string, string>; threadKeys: KnownKey[] };

/** Which of the deliveries were stored before, and the threads that the keys lead to. */
export async function readKnown(
  db: ReadDb,
  mailboxId: number,
  /** `since`: only what was filed from then on. */
  deliveries: { key: string; since: number }[],
  threadKeys: string[],
): Promise<KnownMail> {
  const [known] = await readRows(
    db,
    sql<{ deliveries: { key: string; id: string }[] | null; keys: KnownKey[] | null }>`
    select
      (select json_agg(json_build_object('key', encode(m.delivery_key, 'hex'), 'id', m.id))
        from unnest(${deliveries.map(({ key }) => key)}::text[], ${deliveries.map(({ since }) => since)}::bigint[]) as k(key, since)
        join messages m on m.mailbox_id = ${mailboxId} and m.delivery_key = decode(k.key, 'hex')
          and m.received_at >= k.since) as deliveries,
      (select json_agg(k) from (${knownKeysQuery(mailboxId, threadKeys)}) k) as keys`,
  );
  return {
    deliveries: new Map(known?.deliveries?.map(({ key, id }) => [key, id])),
    threadKeys: known?.keys ?? [],
  };
}

export type NewMessageRow = {
  id: string;
  thread_id: string;
  folder_id: string;
  received_at: number;
  sent_at: number;
  unread: boolean;
  starred: boolean;
  answered: boolean;
  draft: boolean;
  spoofed: boolean;
  has_attachments: boolean;
  important: boolean;
  receipt: ReceiptState | null;
  size: number;
  trashed_at: number | null;
  delivery_key: string | null;
  blob: string | null;
  message_id_header: string | null;
  in_reply_to: string | null;
  refs: string[];
  subject: string;
  snippet: string;
  sender: Sender;
  recipients: MailAddress[];
  label_ids: string[] | null;
  muted: true | null;
  newsletter: string | null;
  headers: MessageHeaders;
  body: string | null;
  body_is_html: boolean;
  body_clipped: boolean;
  sender_checks: SenderChecks | null;
  spam: SpamVerdict | null;
  /** A tsvector as text. */
  words: string;
  /** As `structureColumns` gives them. */
  fields: string | null;
  structure: string | null;
};

export type NewAttachmentRow = NewAttachment & { id: string; message_id: string; position: number };

/** What is new with messages besides themselves. */
export type NewAround = {
  attachments: NewAttachmentRow[];
  threads: string[];
  threadKeys: ThreadKey[];
  correspondents: CorrespondentCount[];
};

/** Inserts messages with their contents and search words, and what is new around them, in one statement. */
export async function insertMessages(
  tx: Tx,
  mailboxId: number,
  rows: NewMessageRow[],
  { attachments, threads, threadKeys, correspondents }: NewAround,
): Promise<void> {
  const around = [
    ...newThreadSteps(mailboxId, threads, threadKeys),
    ...(attachments.length > 0 ? [attachmentsStep(mailboxId, attachments)] : []),
    ...(correspondents.length > 0 ? [countsStep(mailboxId, correspondents)] : []),
  ];
  await sql`
    with given as materialized (
      select * from json_to_recordset(${JSON.stringify(rows)}) as r(
        id uuid, thread_id uuid, folder_id uuid, received_at bigint, sent_at bigint, unread boolean, starred boolean,
        answered boolean, draft boolean, spoofed boolean, has_attachments boolean, size integer, trashed_at bigint,
        delivery_key text, blob text, message_id_header text, in_reply_to text, refs text[], subject text,
        snippet text, sender jsonb, recipients jsonb, label_ids uuid[], muted boolean, newsletter text, important boolean,
        receipt text, headers jsonb, body text, body_is_html boolean,
        body_clipped boolean, sender_checks jsonb, spam jsonb, words text,
        fields text, structure text)
    ), filed as (
      insert into messages (mailbox_id, id, thread_id, folder_id, first_folder_id, received_at, unread, starred, answered, draft,
        spoofed, has_attachments, size, trashed_at, delivery_key, blob, message_id_header, subject, snippet, sender,
        recipients, important, receipt, label_ids, muted, newsletter)
      select ${mailboxId}, id, thread_id, folder_id, folder_id, received_at, unread, starred, answered, draft, spoofed,
        has_attachments, size, trashed_at, decode(delivery_key, 'hex'), decode(blob, 'hex'), message_id_header,
        subject, snippet, sender, recipients, important, receipt, label_ids, muted, newsletter
      from given
    ), contents as (
      insert into message_contents (mailbox_id, message_id, sent_at, in_reply_to, refs, headers, body, body_is_html,
        body_clipped, sender_checks, spam)
      select ${mailboxId}, id, sent_at, in_reply_to, refs, headers, body, body_is_html, body_clipped, sender_checks,
        spam
      from given
    ), structures as (
      insert into message_structures (mailbox_id, message_id, fields, structure)
      select ${mailboxId}, id, decode(fields, 'base64'), structure::json from given where structure is not null
    )${around.length > 0 ? sql`, ${sql.join(around)}` : sql``}
    insert into message_search (mailbox_id, message_id, received_at, words)
    select ${mailboxId}, id, received_at, words::tsvector from given`.execute(tx);
}

function attachmentsStep(mailboxId: number, attachments: NewAttachmentRow[]): RawBuilder<unknown> {
  return sql`attached as (
    insert into attachments (mailbox_id, id, message_id, position, name, content_type, content_id, inline, size,
      blob, held_by, held_at, held_line, calendar)
    select ${mailboxId}, id, message_id, position, name, "contentType", "contentId", inline, size,
      decode(blob, 'hex'), decode(held->>'source', 'hex'), (held->>'start')::integer, (held->>'line')::integer,
      calendar
    from json_to_recordset(${JSON.stringify(attachments)}) as a(
      id uuid, message_id uuid, position integer, name text, "contentType" text, "contentId" text,
      inline boolean, size integer, blob text, held json, calendar jsonb))`;
}

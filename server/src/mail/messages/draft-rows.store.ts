import type { DraftAction } from '@bocau/contract/drafts.ts';
import type { MailAddress } from '@bocau/contract/fields.ts';
import type { FollowUpWish } from '@bocau/contract/follow-ups.ts';
import { sql } from 'kysely';
import { orphanBlobs } from '../../kernel/orphaned-blobs.store.ts';
import type { MessageHeaders, Tx } from '../../tables.ts';
import type { AttachmentRow } from '../attachments/attachments.store.ts';
import { structuresRemoved } from './structures.store.ts';

/** With no message where no draft names the file. */
export type DraftFile = AttachmentRow & { message_id: string | null };

/** All that a save has to know of the original. */
export type QuoteFacts = { bytes: number; words: string; images: string[] };

export type DraftToWrite = {
  id: string;
  now: number;
  subject: string;
  snippet: string;
  sender: MailAddress;
  recipients: MailAddress[];
  headers: MessageHeaders;
  hasAttachments: boolean;
  size: number;
  messageId: string;
  words: string;
  version: number;
  clientKey: string | null;
  action: DraftAction;
  answers: string | null;
  body: string;
  quote: QuoteFacts | null;
  /** The original itself; undefined where it stays what it is. */
  quoteHtml: string | null | undefined;
  tracking: boolean;
  important: boolean;
  receipt: boolean;
  follow_up: FollowUpWish | null;
};

/** What a draft says from now on. A source that it had is that of an older text, so it goes. */
export async function writeDraft(tx: Tx, mailboxId: number, draft: DraftToWrite): Promise<void> {
  const { id, now } = draft;
  await sql`
    with source as (
      select blob from messages where mailbox_id = ${mailboxId} and id = ${id} and blob is not null
    ), orphaned as (
      ${orphanBlobs(sql`select blob from source`, now)}
    ), message as (
      update messages set subject = ${draft.subject}, snippet = ${draft.snippet},
        sender = ${JSON.stringify(draft.sender)}, recipients = ${JSON.stringify(draft.recipients)},
        has_attachments = ${draft.hasAttachments}, size = ${draft.size}, received_at = ${now}, blob = null,
        message_id_header = ${draft.messageId}, important = ${draft.important},
        receipt = ${draft.receipt ? 'wanted' : null}
      where mailbox_id = ${mailboxId} and id = ${id}
    ), content as (
      update message_contents set sent_at = ${now}, headers = ${JSON.stringify(draft.headers)}, body = null,
        body_is_html = true, body_clipped = false
      where mailbox_id = ${mailboxId} and message_id = ${id}
    ), words as (
      update message_search set received_at = ${now}, words = ${draft.words}::tsvector
      where mailbox_id = ${mailboxId} and message_id = ${id}
    ), unstructured as (
      ${structuresRemoved(mailboxId, sql`${id}::uuid`)}
    )
    insert into drafts as d (mailbox_id, message_id, version, client_key, action, answers, body, quote, quote_words,
      quote_images, tracking, follow_up)
    values (${mailboxId}, ${id}, ${draft.version}, ${draft.clientKey}, ${draft.action}, ${draft.answers},
      ${draft.body}, ${draft.quoteHtml ?? null}, ${draft.quote?.words ?? ''}, ${draft.quote?.images ?? []},
      ${draft.tracking}, ${draft.follow_up && JSON.stringify(draft.follow_up)})
    on conflict (mailbox_id, message_id) do update set version = excluded.version, body = excluded.body,
      quote = ${draft.quoteHtml === undefined ? sql`d.quote` : sql`excluded.quote`},
      quote_words = excluded.quote_words, quote_images = excluded.quote_images, tracking = excluded.tracking,
      follow_up = excluded.follow_up`.execute(tx);
}

/** Makes these the files of a message, in this order, and lets go those that it had besides. */
export async function writeFiles(
  tx: Tx,
  mailboxId: number,
  messageId: string,
  files: DraftFile[],
  now: number,
): Promise<void> {
  const rows = files.map((file, position) => ({ ...file, position }));
  await sql`
    with let_go as (
      update attachments set message_id = null, loose_since = ${now}, inline = false, content_id = null
      where mailbox_id = ${mailboxId} and message_id = ${messageId} and id <> all(${files.map(({ id }) => id)}::uuid[])
    )
    insert into attachments as a (mailbox_id, id, message_id, position, name, content_type, content_id, inline, size,
      blob, held_by, held_at, held_line, has_virus, scan_message)
    select ${mailboxId}, id, ${messageId}, position, name, content_type, content_id, inline, size, decode(blob, 'hex'),
      decode(held->>'source', 'hex'), (held->>'start')::integer, (held->>'line')::integer, has_virus, scan_message
    from json_to_recordset(${JSON.stringify(rows)}) as f(id uuid, position integer, name text, content_type text,
      content_id text, inline boolean, size integer, blob text, held json, has_virus boolean, scan_message text)
    on conflict (mailbox_id, id) do update set message_id = excluded.message_id, loose_since = null,
      position = excluded.position, content_id = excluded.content_id, inline = excluded.inline`.execute(tx);
}

export async function deleteDraft(tx: Tx, mailboxId: number, messageId: string): Promise<void> {
  await tx
    .deleteFrom('drafts')
    .where('mailbox_id', '=', mailboxId)
    .where('message_id', '=', messageId)
    .execute();
}

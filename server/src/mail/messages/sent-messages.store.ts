import type { MailAddress } from '@bocau/contract/fields.ts';
import { sql } from 'kysely';
import { orphanBlobs } from '../../kernel/orphaned-blobs.store.ts';
import type { MessageStructure } from '../../platform/mime/body-structure.ts';
import type { ReadDb, Tx } from '../../tables.ts';
import { structuresRemoved, structureWritten } from './structures.store.ts';

/** The places of a message of one's own; undefined once it was removed. */
export async function readOwnMessage(
  db: ReadDb,
  mailboxId: number,
  messageId: string,
): Promise<{ thread_id: string; folder_id: string; subject: string; size: number } | undefined> {
  return db
    .selectFrom('messages')
    .select(['thread_id', 'folder_id', 'subject', 'size'])
    .where('mailbox_id', '=', mailboxId)
    .where('id', '=', messageId)
    .executeTakeFirst();
}

/** What the message in Sent becomes; `contentId` names a file that its body shows. */
export type SentFields = {
  id: string;
  messageIdHeader: string;
  date: number;
  sender: MailAddress;
  headers: { to: MailAddress[]; cc: MailAddress[]; bcc: MailAddress[] };
  /** Those that lists show. */
  recipients: MailAddress[];
  body: string;
  bodyIsHtml: boolean;
  snippet: string;
  /** A tsvector as text. */
  words: string;
  files: { id: string; content_id: string | null }[];
  hasAttachments: boolean;
  blob: string;
  size: number;
  structure: MessageStructure;
};

/** Writes the text, files and source of a message as they were sent, in one statement; that of the draft goes. */
export async function updateSent(tx: Tx, mailboxId: number, sent: SentFields, now: number): Promise<void> {
  await sql`
    with orphaned as (
      ${orphanBlobs(sql`select blob from messages where mailbox_id = ${mailboxId} and id = ${sent.id}`, now)}
    ), content as (
      update message_contents set sent_at = ${sent.date}, body = ${sent.body},
        body_is_html = ${sent.bodyIsHtml}, body_clipped = false,
        headers = headers || ${JSON.stringify(sent.headers)}::jsonb
      where mailbox_id = ${mailboxId} and message_id = ${sent.id}
    ), indexed as (
      update message_search set words = ${sent.words}::tsvector
      where mailbox_id = ${mailboxId} and message_id = ${sent.id}
    ), files as (
      update attachments a set inline = f.content_id is not null, content_id = coalesce(f.content_id, a.content_id)
      from json_to_recordset(${JSON.stringify(sent.files)}) as f(id uuid, content_id text)
      where a.mailbox_id = ${mailboxId} and a.id = f.id
    ), structured as (
      ${structureWritten(mailboxId, sent.id, sent.structure)}
    )
    update messages set blob = decode(${sent.blob}, 'hex'), size = ${sent.size}, unread = false, snippet = ${sent.snippet},
      message_id_header = ${sent.messageIdHeader}, has_attachments = ${sent.hasAttachments},
      sender = ${JSON.stringify(sent.sender)}::jsonb,
      recipients = ${JSON.stringify(sent.recipients)}::jsonb
    where mailbox_id = ${mailboxId} and id = ${sent.id}`.execute(tx);
}

/** Removes what was made for sending, so that the message is a draft as before; answers by how much its size grew. */
export async function deleteSource(
  tx: Tx,
  mailboxId: number,
  messageId: string,
  now: number,
): Promise<number> {
  const { rows } = await sql<{ grown: number }>`
    with before as (
      select blob, size from messages where mailbox_id = ${mailboxId} and id = ${messageId}
    ), orphaned as (
      ${orphanBlobs(sql`select blob from before`, now)}
    ), unstructured as (
      ${structuresRemoved(mailboxId, sql`${messageId}::uuid`)}
    ), own_words as (
      update message_contents c set body = null, body_is_html = true from drafts d
      where c.mailbox_id = ${mailboxId} and c.message_id = ${messageId}
        and d.mailbox_id = c.mailbox_id and d.message_id = c.message_id
    ), weight as (
      select (octet_length(coalesce(d.body || coalesce(d.quote, ''), c.body, ''))
        + coalesce((select sum(a.size) from attachments a
          where a.mailbox_id = c.mailbox_id and a.message_id = c.message_id), 0))::integer as bytes
      from message_contents c
      left join drafts d on d.mailbox_id = c.mailbox_id and d.message_id = c.message_id
      where c.mailbox_id = ${mailboxId} and c.message_id = ${messageId}
    )
    update messages m set blob = null, tracking = null, size = weight.bytes from weight, before
    where m.mailbox_id = ${mailboxId} and m.id = ${messageId}
    returning m.size - before.size as grown`.execute(tx);
  return rows[0]?.grown ?? 0;
}

const NOT_SEEN = JSON.stringify({ view_count: 0, first_seen: null, last_seen: null });

/** Ties a tracking mark to the message that carries it, in place of older ones; views are counted anew. */
export async function insertMark(
  tx: Tx,
  mailboxId: number,
  messageId: string,
  tokenHash: Buffer,
): Promise<void> {
  await sql`
    with marked as (
      insert into tracking_marks (token_hash, mailbox_id, message_id)
      values (${tokenHash}, ${mailboxId}, ${messageId})
    ), older as (
      delete from tracking_marks where mailbox_id = ${mailboxId} and message_id = ${messageId}
    )
    update messages set tracking = ${NOT_SEEN}::jsonb
    where mailbox_id = ${mailboxId} and id = ${messageId}`.execute(tx);
}

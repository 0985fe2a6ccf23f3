import type { DraftAction } from '@bocau/contract/drafts.ts';
import type { MailAddress } from '@bocau/contract/fields.ts';
import { sql } from 'kysely';
import { orphanBlobs } from '../../kernel/orphaned-blobs.store.ts';
import { ATTACHMENT_COLUMNS, type AttachmentRow } from '../../mail/attachments/attachments.store.ts';
import { readRows } from '../../platform/db/read-rows.ts';
import { isId } from '../../platform/ids.ts';
import type { MessageHeaders, ReadDb, Tx } from '../../tables.ts';

/** With no message where no draft names the file. */
export type DraftFile = AttachmentRow & { message_id: string | null };
/** Of another message, of a signature, or of nothing yet. */
export type OtherFile = DraftFile & { in_signature: boolean };

/** All that a save has to know of the original. */
export type QuoteFacts = { bytes: number; words: string; images: string[] };

/** What its writer may change. */
export type DraftContent = {
  sender: MailAddress;
  headers: MessageHeaders;
  subject: string;
  /** HTML. */
  body: string;
  quote: QuoteFacts | null;
  tracking: boolean;
  important: boolean;
  receipt: boolean;
};

export type DraftRow = DraftContent & {
  id: string;
  thread_id: string;
  draft: boolean;
  /** It waits or is on its way, so nobody edits it. */
  leaving: boolean;
  size: number;
  message_id_header: string | null;
  body_is_html: boolean;
  /** 0 on one that came from elsewhere and was not edited yet. */
  version: number;
  action: DraftAction;
  answers: string | null;
  files: DraftFile[];
};

const FILE = sql`${ATTACHMENT_COLUMNS}, a.message_id`;

export async function readDraft(db: ReadDb, mailboxId: number, id: string): Promise<DraftRow | undefined> {
  if (!isId(id)) return undefined;
  const rows = await readRows(
    db,
    sql<DraftRow>`
    select m.id, m.thread_id, m.draft, m.size, m.message_id_header, m.sender, m.subject, m.important, m.receipt is not null as receipt, c.headers,
      coalesce(d.body, c.body, '') as body, (d.body is not null or c.body_is_html) as body_is_html,
      case when d.quote is not null then json_build_object('bytes', octet_length(d.quote), 'words', d.quote_words,
        'images', d.quote_images) end as quote,
      coalesce(d.tracking, false) as tracking, coalesce(d.version, 0) as version, coalesce(d.action, 'new') as action,
      d.answers,
      (exists (select from outbox o where o.mailbox_id = m.mailbox_id and o.message_id = m.id
          and o.state in ('held', 'sending'))
        or exists (select from periodic_sends p where p.mailbox_id = m.mailbox_id and p.message_id = m.id
          and p.state <> 'ended')) as leaving,
      coalesce((select json_agg(f order by f.position) from (
        select ${FILE}, a.position from attachments a where a.mailbox_id = m.mailbox_id and a.message_id = m.id
      ) f), '[]') as files
    from messages m
    join message_contents c on c.mailbox_id = m.mailbox_id and c.message_id = m.id
    left join drafts d on d.mailbox_id = m.mailbox_id and d.message_id = m.id
    where m.mailbox_id = ${mailboxId} and m.id = ${id}`,
  );
  return rows[0];
}

export async function findByClientKey(
  db: ReadDb,
  mailboxId: number,
  key: string,
): Promise<string | undefined> {
  const found = await db
    .selectFrom('drafts')
    .select('message_id')
    .where('mailbox_id', '=', mailboxId)
    .where('client_key', '=', key)
    .executeTakeFirst();
  return found?.message_id;
}

export async function readThreadOf(
  tx: Tx,
  mailboxId: number,
  messageId: string,
): Promise<{ id: string; message_count: number } | undefined> {
  const rows = await readRows(
    tx,
    sql<{ id: string; message_count: number }>`
    select t.id, t.message_count
    from messages m join threads t on t.mailbox_id = m.mailbox_id and t.id = m.thread_id
    where m.mailbox_id = ${mailboxId} and m.id = ${messageId}`,
  );
  return rows[0];
}

/** Files of the mailbox, wherever they are. */
export async function readFilesById(tx: Tx, mailboxId: number, ids: string[]): Promise<OtherFile[]> {
  const wanted = ids.filter(isId);
  if (wanted.length === 0) return [];
  const rows = await readRows(
    tx,
    sql<OtherFile>`
    select ${FILE}, a.in_signature from attachments a
    where a.mailbox_id = ${mailboxId} and a.id = any(${wanted}::uuid[])`,
  );
  return rows;
}

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
    )
    insert into drafts as d (mailbox_id, message_id, version, client_key, action, answers, body, quote, quote_words,
      quote_images, tracking)
    values (${mailboxId}, ${id}, ${draft.version}, ${draft.clientKey}, ${draft.action}, ${draft.answers},
      ${draft.body}, ${draft.quoteHtml ?? null}, ${draft.quote?.words ?? ''}, ${draft.quote?.images ?? []},
      ${draft.tracking})
    on conflict (mailbox_id, message_id) do update set version = excluded.version, body = excluded.body,
      quote = ${draft.quoteHtml === undefined ? sql`d.quote` : sql`excluded.quote`},
      quote_words = excluded.quote_words, quote_images = excluded.quote_images, tracking = excluded.tracking`.execute(
    tx,
  );
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

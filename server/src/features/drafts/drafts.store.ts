import type { DraftAction } from '@bocau/contract/drafts.ts';
import type { MailAddress } from '@bocau/contract/fields.ts';
import type { FollowUpWish } from '@bocau/contract/follow-ups.ts';
import { sql } from 'kysely';
import { ATTACHMENT_COLUMNS } from '../../mail/attachments/attachments.store.ts';
import type { DraftFile, QuoteFacts } from '../../mail/messages/draft-rows.store.ts';
import { readRows } from '../../platform/db/read-rows.ts';
import { isId } from '../../platform/ids.ts';
import type { MessageHeaders, ReadDb, Tx } from '../../tables.ts';

/** Of another message, of a signature, or of nothing yet. */
export type OtherFile = DraftFile & { in_signature: boolean };

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
  follow_up: FollowUpWish | null;
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
      d.answers, d.follow_up,
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

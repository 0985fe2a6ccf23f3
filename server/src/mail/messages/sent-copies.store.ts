import { sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb } from '../../tables.ts';

export type SentCopyRow = {
  id: string;
  starred: boolean;
  answered: boolean;
  subject: string;
  sender: string;
  sent_at: number;
  body: string | null;
  files: { name: string; size: number }[];
};

type Wanted = {
  messageId: string;
  /** Of its threads, by its Message-ID and subject: there is no index by the Message-ID alone. */
  threadKeys: string[];
  folderId: string;
  since: number;
  /** `submitted`: filed with an outbox row and a delivery key; `appended`: with neither. */
  origin: 'submitted' | 'appended';
};

const MOST_COPIES = 10;

/** Messages of a folder with a Message-ID, the newest first, with all that a copy has in common with them. */
export async function readSentCopies(
  db: ReadDb,
  mailboxId: number,
  { messageId, threadKeys, folderId, since, origin }: Wanted,
): Promise<SentCopyRow[]> {
  const sent = sql`exists (select from outbox o where o.mailbox_id = ${mailboxId} and o.message_id = m.id)`;
  return readRows(
    db,
    sql<SentCopyRow>`
    select m.id, m.starred, m.answered, m.subject, m.sender->>'email' as sender, c.sent_at, c.body,
      coalesce((select json_agg(json_build_object('name', a.name, 'size', a.size))
        from attachments a where a.mailbox_id = ${mailboxId} and a.message_id = m.id), '[]') as files
    from messages m
    join message_contents c on c.mailbox_id = m.mailbox_id and c.message_id = m.id
    where m.mailbox_id = ${mailboxId} and m.thread_id in (
        select k.thread_id from unnest(${threadKeys}::text[]) as wanted(key)
        join thread_keys k on k.mailbox_id = ${mailboxId} and k.key = decode(wanted.key, 'hex'))
      and m.message_id_header = ${messageId} and m.folder_id = ${folderId} and m.received_at >= ${since}
      and not m.draft and not c.body_clipped
      and ${origin === 'submitted' ? sql`m.delivery_key is not null and ${sent}` : sql`m.delivery_key is null and not ${sent}`}
    order by m.received_at desc, m.id limit ${MOST_COPIES}`,
  );
}

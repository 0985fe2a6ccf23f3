import type { Sender } from '@bocau/contract/fields.ts';
import type { LargeMessage, LargeSender } from '@bocau/contract/storage.ts';
import { sql } from 'kysely';
import { isKept, LARGE, SENDER_OF_MESSAGE } from '../../mail/messages/messages-of-sender.store.ts';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb } from '../../tables.ts';

type LargeRow = Omit<LargeMessage, 'from'> & { sender: Sender };
export type LargeAfter = { size: number; id: string };

/** The next in the order of their sizes, a range of the index of large messages; with their listed files. */
export async function readLargeMessages(
  db: ReadDb,
  mailboxId: number,
  { after, limit }: { after: LargeAfter | null; limit: number },
): Promise<LargeRow[]> {
  return readRows(
    db,
    sql<LargeRow>`
    with page as materialized (
      select m.id, m.thread_id, m.folder_id, m.subject, m.sender, m.received_at, m.size from messages m
      where m.mailbox_id = ${mailboxId} and ${LARGE} and ${isKept(mailboxId)}
        ${after === null ? sql`` : sql`and (m.size, m.id) < (${after.size}, ${after.id})`}
      order by m.size desc, m.id desc limit ${limit}
    )
    select p.*, coalesce((
      select json_agg(json_build_object('id', a.id, 'name', a.name, 'size', a.size) order by a.position)
      from attachments a where a.mailbox_id = ${mailboxId} and a.message_id = p.id and not a.inline), '[]') as files
    from page p order by p.size desc, p.id desc`,
  );
}

/** Adds up large messages alone, which are few of all. */
export async function readLargeSenders(db: ReadDb, mailboxId: number, limit: number): Promise<LargeSender[]> {
  return readRows(
    db,
    sql<LargeSender>`
    select ${SENDER_OF_MESSAGE} as email, (array_agg(m.sender->>'name' order by m.received_at desc))[1] as name,
      count(*)::integer as messages, sum(m.size)::bigint as bytes
    from messages m where m.mailbox_id = ${mailboxId} and ${LARGE} and ${isKept(mailboxId)} and m.sender->>'email' <> ''
    group by ${SENDER_OF_MESSAGE} order by bytes desc, email limit ${limit}`,
  );
}

export type RepeatedRow = Omit<LargeRow, 'files'> & {
  blob: string;
  file_id: string;
  file_name: string;
  file_size: number;
};

/** Attachments of which several messages have the same bytes: those whose copies need most, each with all its messages. */
export async function readRepeatedFiles(
  db: ReadDb,
  mailboxId: number,
  limit: number,
): Promise<RepeatedRow[]> {
  return readRows(
    db,
    sql<RepeatedRow>`
    with several as materialized (
      select a.size, a.blob from attachments a
      where a.mailbox_id = ${mailboxId} and a.size > 1048576 and a.message_id is not null
      group by a.size, a.blob having count(distinct a.message_id) > 1
      order by (count(distinct a.message_id) - 1) * a.size::bigint desc limit ${limit}
    )
    select distinct on (s.size, s.blob, m.id) encode(s.blob, 'hex') as blob, a.id as file_id, a.name as file_name,
      a.size as file_size, m.id, m.thread_id, m.folder_id, m.subject, m.sender, m.received_at, m.size
    from several s
    join attachments a on a.mailbox_id = ${mailboxId} and a.size > 1048576 and a.message_id is not null
      and a.size = s.size and a.blob = s.blob
    join messages m on m.mailbox_id = ${mailboxId} and m.id = a.message_id and ${isKept(mailboxId)}`,
  );
}

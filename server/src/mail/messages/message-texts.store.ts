import type { MailAddress } from '@bocau/contract/fields.ts';
import { sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { MessageHeaders, ReadDb } from '../../tables.ts';
import type { UidRange } from './folder-states.store.ts';

/** When messages say that they were sent. */
export function readSentDates(
  db: ReadDb,
  mailboxId: number,
  ids: string[],
): Promise<{ id: string; sent_at: number }[]> {
  return readRows(
    db,
    sql<{ id: string; sent_at: number }>`
    select message_id as id, sent_at from message_contents
    where mailbox_id = ${mailboxId} and message_id = any(${ids}::uuid[])`,
  );
}

/** Their Message-IDs, without the angle brackets; null where they have none. */
export function readMessageIds(
  db: ReadDb,
  mailboxId: number,
  ids: string[],
): Promise<{ id: string; message_id: string | null }[]> {
  return readRows(
    db,
    sql<{ id: string; message_id: string | null }>`
    select id, message_id_header as message_id from messages
    where mailbox_id = ${mailboxId} and id = any(${ids}::uuid[])`,
  );
}

/** Decoded, as all of these. A list for each column, which costs less to parse than a row for each message. */
export async function readSubjects(
  db: ReadDb,
  mailboxId: number,
  folderId: string,
  ranges: UidRange[],
): Promise<{ uids: number[]; subjects: string[] }> {
  const [columns] = await readRows(
    db,
    sql<{ uids: number[] | null; subjects: string[] | null }>`
    select json_agg(uid) as uids, json_agg(subject) as subjects
    from (
      -- Looked up for each message: as a join, a generic plan would read the whole mailbox for every step.
      select s.uid, (
        select subject from messages where mailbox_id = ${mailboxId} and id = s.message_id
      ) as subject
      from unnest(${ranges.map(({ from }) => from)}::bigint[], ${ranges.map(({ to }) => to)}::bigint[])
        as r(first, last)
      cross join lateral (
        select uid, message_id from message_state
        where mailbox_id = ${mailboxId} and folder_id = ${folderId} and uid >= r.first and uid <= r.last
      ) s
    ) s`,
  );
  return { uids: columns?.uids ?? [], subjects: columns?.subjects ?? [] };
}

export type HeaderTexts = {
  uid: number;
  subject: string;
  sender: MailAddress;
  headers: Pick<MessageHeaders, 'to' | 'cc' | 'bcc'>;
};

/** Whom and what messages name in their headers. */
export function readHeaderTexts(
  db: ReadDb,
  mailboxId: number,
  folderId: string,
  uids: number[],
): Promise<HeaderTexts[]> {
  return readRows(
    db,
    sql<HeaderTexts>`
    select s.uid, m.subject, m.sender,
      jsonb_build_object('to', c.headers->'to', 'cc', c.headers->'cc', 'bcc', c.headers->'bcc') as headers
    from message_state s join messages m on m.mailbox_id = s.mailbox_id and m.id = s.message_id
      join message_contents c on c.mailbox_id = s.mailbox_id and c.message_id = s.message_id
    where s.mailbox_id = ${mailboxId} and s.folder_id = ${folderId} and s.uid = any(${uids}::integer[])`,
  );
}

export type BodyText = { id: string; body: string | null; body_is_html: boolean };

export function readBodyTexts(db: ReadDb, mailboxId: number, ids: string[]): Promise<BodyText[]> {
  return readRows(
    db,
    sql<BodyText>`
    select message_id as id, body, body_is_html from message_contents
    where mailbox_id = ${mailboxId} and message_id = any(${ids}::uuid[])`,
  );
}

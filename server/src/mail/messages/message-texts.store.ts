import type { MailAddress } from '@bocau/contract/fields.ts';
import { sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { MessageHeaders, ReadDb } from '../../tables.ts';

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

/** Decoded, as all of these. */
export function readSubjects(
  db: ReadDb,
  mailboxId: number,
  ids: string[],
): Promise<{ id: string; subject: string }[]> {
  return readRows(
    db,
    sql<{ id: string; subject: string }>`
    select id, subject from messages where mailbox_id = ${mailboxId} and id = any(${ids}::uuid[])`,
  );
}

export type HeaderTexts = {
  id: string;
  subject: string;
  sender: MailAddress;
  headers: Pick<MessageHeaders, 'to' | 'cc' | 'bcc'>;
};

/** Whom and what messages name in their headers. */
export function readHeaderTexts(db: ReadDb, mailboxId: number, ids: string[]): Promise<HeaderTexts[]> {
  return readRows(
    db,
    sql<HeaderTexts>`
    select m.id, m.subject, m.sender,
      jsonb_build_object('to', c.headers->'to', 'cc', c.headers->'cc', 'bcc', c.headers->'bcc') as headers
    from messages m join message_contents c on c.mailbox_id = m.mailbox_id and c.message_id = m.id
    where m.mailbox_id = ${mailboxId} and m.id = any(${ids}::uuid[])`,
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

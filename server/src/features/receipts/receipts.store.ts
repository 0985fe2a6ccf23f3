import { sql } from 'kysely';
import type { AttachmentBytes } from '../../mail/attachments/attachment-bytes.ts';
import { HELD } from '../../mail/attachments/attachments.store.ts';
import type { Origin } from '../../mail/people/proven-author.ts';
import { readRows } from '../../platform/db/read-rows.ts';
import { RECEIPT_TYPES } from '../../platform/mime/read-disposition.ts';
import type { ReadDb, Tx } from '../../tables.ts';

export type ReceiptPart = AttachmentBytes & Origin & { received_at: number };

/** A message parsed as a read receipt, with its sender. */
export async function readReceiptPart(
  db: ReadDb,
  mailboxId: number,
  messageId: string,
): Promise<ReceiptPart | undefined> {
  const rows = await readRows(
    db,
    sql<ReceiptPart>`
    select a.size, encode(a.blob, 'hex') as blob, ${HELD} as held, m.sender, m.spoofed, c.sender_checks as checks,
      m.received_at
    from attachments a
    join messages m on m.mailbox_id = a.mailbox_id and m.id = a.message_id
    join message_contents c on c.mailbox_id = m.mailbox_id and c.message_id = m.id
    where a.mailbox_id = ${mailboxId} and a.message_id = ${messageId}
      and a.content_type = any(${RECEIPT_TYPES}::text[])
    order by a.position limit 1`,
  );
  return rows[0];
}

export type Asking = { id: string; thread_id: string; recipients: string[] };

/** Copies of one message share its id: this many are considered. */
const COPIES = 10;

/** The message sent from here under this Message-ID that requested a receipt, with its recipients. */
export async function findAsking(db: ReadDb, mailboxId: number, messageId: string): Promise<Asking[]> {
  return readRows(
    db,
    sql<Asking>`
    select m.id, m.thread_id, (select coalesce(json_agg(person->>'email'), '[]')
      from jsonb_array_elements(c.headers->'to' || (c.headers->'cc') || (c.headers->'bcc')) as person) as recipients
    from messages m
    join message_contents c on c.mailbox_id = m.mailbox_id and c.message_id = m.id
    where m.mailbox_id = ${mailboxId} and m.message_id_header = ${messageId} and m.receipt = 'wanted' and not m.draft
      and not m.spoofed and exists (select from addresses w
        where w.mailbox_id = m.mailbox_id and w.address = lower(m.sender->>'email'))
    limit ${COPIES}`,
  );
}

/** False when it was recorded before. The first receipt counts. */
export async function writeDisplayed(
  tx: Tx,
  mailboxId: number,
  { messageId, address, at }: { messageId: string; address: string; at: number },
): Promise<boolean> {
  const { rows } = await sql`
    insert into receipts (mailbox_id, message_id, address, at) values (${mailboxId}, ${messageId}, ${address}, ${at})
    on conflict do nothing returning at`.execute(tx);
  return rows.length > 0;
}

import { sql } from 'kysely';
import type { AttachmentBytes } from '../../mail/attachments/attachment-bytes.ts';
import { HELD } from '../../mail/attachments/attachments.store.ts';
import type { Origin } from '../../mail/people/proven-author.ts';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb, Tx } from '../../tables.ts';

export type ReportPart = AttachmentBytes & { content_type: string };

export async function readParts(db: ReadDb, mailboxId: number, messageId: string): Promise<ReportPart[]> {
  const rows = await readRows(
    db,
    sql<ReportPart>`
    select a.content_type, a.size, encode(a.blob, 'hex') as blob, ${HELD} as held from attachments a
    where a.mailbox_id = ${mailboxId} and a.message_id = ${messageId} order by a.position`,
  );
  return rows;
}

export async function readOrigin(
  db: ReadDb,
  mailboxId: number,
  messageId: string,
): Promise<Origin | undefined> {
  const rows = await readRows(
    db,
    sql<Origin>`
    select m.sender, m.spoofed, c.sender_checks as checks from messages m
    join message_contents c on c.mailbox_id = m.mailbox_id and c.message_id = m.id
    where m.mailbox_id = ${mailboxId} and m.id = ${messageId}`,
  );
  return rows[0];
}

/** Where a recipient's message was delivered; `alone`: it went to no other recipient there. */
export type HandOver = { address: string; destination: string; alone: boolean };

export async function readHandOvers(
  db: ReadDb,
  { mailboxId, outboxId }: { mailboxId: number; outboxId: string },
): Promise<HandOver[]> {
  return readRows(
    db,
    sql<HandOver>`
    select address, destination, count(*) over (partition by destination) = 1 as alone from outbox_recipients
    where mailbox_id = ${mailboxId} and outbox_id = ${outboxId} and local_mailbox_id is null`,
  );
}

/** The message with this Message-ID, if it was sent from here since then. */
export async function findMessage(
  db: ReadDb,
  mailboxId: number,
  messageId: string,
  since: number,
): Promise<string | null> {
  const rows = await readRows(
    db,
    sql<{ id: string }>`
    select o.id from outbox o
    join messages m on m.mailbox_id = o.mailbox_id and m.id = o.message_id and m.message_id_header = ${messageId}
    where o.mailbox_id = ${mailboxId} and o.counted_at > ${since} and o.state in ('sending', 'sent', 'failed', 'unclear')
    order by o.counted_at desc limit 1`,
  );
  return rows[0]?.id ?? null;
}

/**
 * Another server reports that it did not deliver after all. Only recipients it had accepted can fail this
 * way.
 */
export async function markRecipientFailed(
  tx: Tx,
  { mailboxId, outboxId }: { mailboxId: number; outboxId: string },
  addresses: string[],
  said: { code: number | null; reply: string; at: number },
): Promise<boolean> {
  const { rows } = await sql`
    update outbox_recipients set state = 'failed', code = ${said.code}, reply = ${said.reply}, at = ${said.at}
    where mailbox_id = ${mailboxId} and outbox_id = ${outboxId} and address = any(${addresses}::text[])
      and local_mailbox_id is null and state in ('delivered', 'unclear')
    returning address`.execute(tx);
  return rows.length > 0;
}

/** The delivery is delayed, but still being attempted. */
export async function recordDelay(
  tx: Tx,
  { mailboxId, outboxId }: { mailboxId: number; outboxId: string },
  addresses: string[],
  reply: string,
): Promise<void> {
  await sql`
    update outbox_recipients set reply = ${reply}
    where mailbox_id = ${mailboxId} and outbox_id = ${outboxId} and address = any(${addresses}::text[])
      and local_mailbox_id is null and state in ('delivered', 'unclear')`.execute(tx);
}

export type Missed = {
  email: string;
  state: 'failed' | 'unclear';
  code: number | null;
  reply: string | null;
};

/** Recipients a message did not reach, or may not have reached. */
export async function readMissed(
  db: ReadDb,
  { mailboxId, outboxId }: { mailboxId: number; outboxId: string },
): Promise<Missed[]> {
  return readRows(
    db,
    sql<Missed>`
    select email, state, code, reply from outbox_recipients
    where mailbox_id = ${mailboxId} and outbox_id = ${outboxId} and state in ('failed', 'unclear')
    order by address`,
  );
}

type Failed = {
  state: string;
  /** Why nothing of it could leave. */
  error: string | null;
  subject: string;
  draft: boolean;
  email: string;
  name: string;
  domain: string;
  room_bytes: number;
};

/** A finished message and its sender, with the free quota for a message about it. */
export async function readFailed(
  db: ReadDb,
  { mailboxId, outboxId }: { mailboxId: number; outboxId: string },
): Promise<Failed | undefined> {
  const rows = await readRows(
    db,
    sql<Failed>`
    select o.state, o.error, m.subject, m.draft, b.email, b.name, d.name as domain,
      b.quota_mb::bigint * 1024 * 1024 - s.used_bytes as room_bytes
    from outbox o
    join messages m on m.mailbox_id = o.mailbox_id and m.id = o.message_id
    join mailboxes b on b.id = o.mailbox_id
    join domains d on d.id = b.domain_id
    join mailbox_state s on s.mailbox_id = o.mailbox_id
    where o.mailbox_id = ${mailboxId} and o.id = ${outboxId} and o.state in ('failed', 'unclear')`,
  );
  return rows[0];
}

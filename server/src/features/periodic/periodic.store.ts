import type { PeriodicRule } from '@bocau/contract/messages.ts';
import { sql } from 'kysely';
import { PARKED_SECONDS } from '../../platform/backups/parked-seconds.ts';
import { readRows } from '../../platform/db/read-rows.ts';
import { isId } from '../../platform/ids.ts';
import type { ReadDb, Tx } from '../../tables.ts';

export type PeriodicRow = {
  message_id: string;
  rule: PeriodicRule;
  time_zone: string;
  state: 'active' | 'paused' | 'ended';
  /** The latest date that was sent or skipped. */
  last_date: number | null;
  next_at: number | null;
  sent_count: number;
};

export async function readPeriodic(
  db: ReadDb,
  mailboxId: number,
  messageId: string,
): Promise<PeriodicRow | undefined> {
  if (!isId(messageId)) return undefined;
  return db
    .selectFrom('periodic_sends')
    .select(['message_id', 'rule', 'time_zone', 'state', 'last_date', 'next_at', 'sent_count'])
    .where('mailbox_id', '=', mailboxId)
    .where('message_id', '=', messageId)
    .executeTakeFirst();
}

export async function writePeriodic(tx: Tx, mailboxId: number, row: PeriodicRow): Promise<void> {
  const { message_id, rule, time_zone, state, last_date, next_at, sent_count } = row;
  await sql`
    insert into periodic_sends (mailbox_id, message_id, rule, time_zone, state, last_date, next_at, sent_count)
    values (${mailboxId}, ${message_id}, ${JSON.stringify(rule)}::jsonb, ${time_zone}, ${state}, ${last_date},
      ${next_at}, ${sent_count})
    on conflict (mailbox_id, message_id) do update set rule = excluded.rule, time_zone = excluded.time_zone,
      state = excluded.state, last_date = excluded.last_date, next_at = excluded.next_at,
      sent_count = excluded.sent_count`.execute(tx);
}

export async function deletePeriodic(tx: Tx, mailboxId: number, messageId: string): Promise<void> {
  await tx
    .deleteFrom('periodic_sends')
    .where('mailbox_id', '=', mailboxId)
    .where('message_id', '=', messageId)
    .execute();
}

export type TemplateKey = { mailboxId: number; messageId: string };

/** The active templates of all mailboxes whose date passed before then. */
export async function readOverdue(db: ReadDb, before: number): Promise<TemplateKey[]> {
  return readRows(
    db,
    sql<TemplateKey>`
      select mailbox_id as "mailboxId", message_id as "messageId" from periodic_sends
      where state = 'active' and next_at < ${before}`,
  );
}

/** Dates that passed between a backup and its restore. */
export async function readParkedPeriods(
  db: ReadDb,
  limit: number,
): Promise<(TemplateKey & { nextAt: number })[]> {
  return readRows(
    db,
    sql<TemplateKey & { nextAt: number }>`
      select mailbox_id as "mailboxId", message_id as "messageId", next_at - ${PARKED_SECONDS}::bigint as "nextAt"
      from periodic_sends where state = 'active' and next_at >= ${PARKED_SECONDS} limit ${limit}`,
  );
}

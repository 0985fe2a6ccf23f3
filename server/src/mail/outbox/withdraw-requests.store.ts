import { sql } from 'kysely';
import type { Tx } from '../../tables.ts';
import { traceOutgoing } from '../trace/trace.store.ts';
import { insertDeliveryJobs } from './enqueue-deliveries.ts';

/** What the sender reads of whom it does not reach any more. */
const HANDED_OVER = 'The meeting was handed over, and its new organiser tells of it';

/**
 * Takes back what asks to a meeting and has not left, as mail that is held; the jobs then end the messages. What is being
 * transmitted goes on.
 */
export async function withdrawRequests(tx: Tx, mailboxId: number, uid: string, now: number): Promise<void> {
  const { rows } = await sql<{ outbox_id: string; address: string; destination: string }>`
    update outbox_recipients r set state = 'failed', next_at = null, code = null, reply = ${HANDED_OVER}, at = ${now}
    from (
      select distinct o.id from attachments a
      join outbox o on o.mailbox_id = a.mailbox_id and o.message_id = a.message_id and o.state = 'sending'
      where a.mailbox_id = ${mailboxId} and a.calendar is not null and a.calendar->>'uid' = ${uid}
        and a.calendar->>'method' = 'REQUEST'
    ) asking
    where r.mailbox_id = ${mailboxId} and r.outbox_id = asking.id and r.state in ('waiting', 'held')
    returning r.outbox_id, r.address, r.destination`.execute(tx);
  for (const [outboxId, recipients] of Map.groupBy(rows, ({ outbox_id }) => outbox_id)) {
    const outgoing = { mailboxId, outboxId };
    await insertDeliveryJobs(tx, outgoing, recipients);
    const events = recipients.map(({ address }) => ({ event: 'removed' as const, recipient: address }));
    await traceOutgoing(tx, outgoing, events, now);
  }
}

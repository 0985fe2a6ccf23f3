import type { ReadDb } from '../../tables.ts';
import { lastDate } from '../messages/periodic-dates.ts';
import { readLatest } from './outbox.store.ts';

/** When a message that waits leaves for the last time: a scheduled one, or one by a rule; null where none waits. */
export async function readLastSend(
  db: ReadDb,
  mailboxId: number,
  messageId: string,
  now: number,
): Promise<number | null> {
  const periodic = await db
    .selectFrom('periodic_sends')
    .select(['rule', 'time_zone', 'sent_count'])
    .where('mailbox_id', '=', mailboxId)
    .where('message_id', '=', messageId)
    .where('state', '<>', 'ended')
    .executeTakeFirst();
  if (periodic) {
    const { rule, time_zone, sent_count: sentCount } = periodic;
    return lastDate(rule, time_zone, { after: now, sentCount });
  }
  const latest = await readLatest(db, mailboxId, messageId);
  return latest?.state === 'held' || latest?.state === 'sending' ? latest.due_at : null;
}

import { sql } from 'kysely';
import type { MailboxChange } from './change-mailbox.ts';

/** Sets or takes away one mark of single messages. */
export async function markMessages(
  change: MailboxChange,
  messageIds: string[],
  mark: 'unread' | 'starred',
  value: boolean,
): Promise<void> {
  const { rows } = await sql<{ thread_id: string }>`
    update messages set ${sql.ref(mark)} = ${value}
    where mailbox_id = ${change.mailboxId} and id = any(${messageIds}::uuid[])
    returning thread_id`.execute(change.tx);
  change.touchThreads(rows.map((row) => row.thread_id));
}

import type { ReceiptState } from '@bocau/contract/messages.ts';
import { sql } from 'kysely';
import type { Tx } from '../../tables.ts';

/** The thread of the message; undefined where the request was answered before. */
export async function settleReceipt(
  tx: Tx,
  mailboxId: number,
  messageId: string,
  answer: Exclude<ReceiptState, 'wanted'>,
): Promise<string | undefined> {
  const { rows } = await sql<{ thread_id: string }>`
    update messages set receipt = ${answer}
    where mailbox_id = ${mailboxId} and id = ${messageId} and receipt = 'wanted'
    returning thread_id`.execute(tx);
  return rows[0]?.thread_id;
}

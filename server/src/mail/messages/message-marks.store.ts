import type { ReceiptState, Tracking } from '@bocau/contract/messages.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../tables.ts';
import { isShown } from '../mailbox/shown-messages.store.ts';

/** What a mailbox notes on a message that it has; its place is in message-state.store.ts. Each act answers the threads. */
async function mark(
  tx: Tx,
  mailboxId: number,
  marks: RawBuilder<unknown>,
  chosen: RawBuilder<unknown>,
): Promise<string[]> {
  const { rows } = await sql<{ thread_id: string }>`
    update messages set ${marks} where mailbox_id = ${mailboxId} and ${chosen} returning thread_id`.execute(
    tx,
  );
  return rows.map((row) => row.thread_id);
}

/** Sets or clears one mark of single messages. */
export function updateMark(
  tx: Tx,
  mailboxId: number,
  messageIds: string[],
  name: 'unread' | 'starred',
  value: boolean,
): Promise<string[]> {
  return mark(tx, mailboxId, sql`${sql.ref(name)} = ${value}`, sql`id = any(${messageIds}::uuid[])`);
}

/** Read reaches every message; unread only the latest one of each thread, which makes the thread unread. */
export function updateUnread(
  tx: Tx,
  mailboxId: number,
  threadIds: string[],
  { folderId, unread }: { folderId: string | null; unread: boolean },
): Promise<string[]> {
  const chosen = sql`unread <> ${unread} and id in (
    select ${unread ? sql`distinct on (thread_id)` : sql``} id from messages m
    where mailbox_id = ${mailboxId} and thread_id = any(${threadIds}::uuid[]) and ${isShown('m')}
      ${folderId === null ? sql`` : sql`and folder_id = ${folderId}`}
    ${unread ? sql`order by thread_id, received_at desc, id desc` : sql``})`;
  return mark(tx, mailboxId, sql`unread = ${unread}`, chosen);
}

/** Stars the latest message of each thread, if possible one outside of the discarded folders. */
export function starLatest(
  tx: Tx,
  mailboxId: number,
  threadIds: string[],
  discardedFolderIds: string[],
): Promise<string[]> {
  const chosen = sql`id in (
    select distinct on (thread_id) id from messages m
    where mailbox_id = ${mailboxId} and thread_id = any(${threadIds}::uuid[]) and ${isShown('m')}
    order by thread_id, (folder_id = any(${discardedFolderIds}::uuid[])), received_at desc, id desc)`;
  return mark(tx, mailboxId, sql`starred = true`, chosen);
}

/** Answers the threads that had a star. */
export function removeStars(tx: Tx, mailboxId: number, threadIds: string[]): Promise<string[]> {
  const chosen = sql`thread_id = any(${threadIds}::uuid[]) and starred`;
  return mark(tx, mailboxId, sql`starred = false`, chosen);
}

/** Of a message that was marked before, no thread is answered; so below, too. */
export function updateAnswered(tx: Tx, mailboxId: number, messageId: string): Promise<string[]> {
  return mark(tx, mailboxId, sql`answered = true`, sql`id = ${messageId} and not answered`);
}

/** Removes the warning that the sender of a message is forged. */
export function unmarkSpoofed(tx: Tx, mailboxId: number, messageId: string): Promise<string[]> {
  return mark(tx, mailboxId, sql`spoofed = false`, sql`id = ${messageId} and spoofed`);
}

/** Notes how the request for a read receipt was answered. */
export function settleReceipt(
  tx: Tx,
  mailboxId: number,
  messageId: string,
  answer: Exclude<ReceiptState, 'wanted'>,
): Promise<string[]> {
  return mark(tx, mailboxId, sql`receipt = ${answer}`, sql`id = ${messageId} and receipt = 'wanted'`);
}

export function updateTracking(
  tx: Tx,
  mailboxId: number,
  messageId: string,
  tracking: Tracking,
): Promise<string[]> {
  return mark(tx, mailboxId, sql`tracking = ${JSON.stringify(tracking)}::jsonb`, sql`id = ${messageId}`);
}

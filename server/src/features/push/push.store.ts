import type { Sender } from '@bocau/contract/fields.ts';
import { sql } from 'kysely';
import { isShown } from '../../mail/mailbox/shown-messages.store.ts';
import { readRows } from '../../platform/db/read-rows.ts';
import type { PushSubscriptionsTable, ReadDb, Tx } from '../../tables.ts';

export type Subscription = Omit<PushSubscriptionsTable, 'created_at' | 'confirmed_at'>;

export async function hasSubscription(db: ReadDb, mailboxId: number, sessionId: string): Promise<boolean> {
  const found = await db
    .selectFrom('push_subscriptions')
    .select('id')
    .where('mailbox_id', '=', mailboxId)
    .where('session_id', '=', sessionId)
    .executeTakeFirst();
  return found !== undefined;
}

export async function readSubscription(
  db: ReadDb,
  mailboxId: number,
  id: string,
): Promise<Subscription | undefined> {
  return db
    .selectFrom('push_subscriptions')
    .select(['mailbox_id', 'id', 'session_id', 'endpoint', 'p256dh', 'auth'])
    .select(['content', 'folders', 'quiet_from', 'quiet_to'])
    .where('mailbox_id', '=', mailboxId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** A browser pushes to whoever signed in last: what another session had of it goes, of whichever person. */
export async function releaseEndpoint(tx: Tx, endpoint: string, sessionId: string): Promise<void> {
  await tx
    .deleteFrom('push_subscriptions')
    .where('endpoint', '=', endpoint)
    .where('session_id', '!=', sessionId)
    .execute();
}

type Keys = Pick<Subscription, 'endpoint' | 'p256dh' | 'auth'>;
type Choice = Pick<Subscription, 'content' | 'folders' | 'quiet_from' | 'quiet_to'>;

/** False where the session has none. Without a choice, that of before stays. */
export async function updateSubscription(
  tx: Tx,
  { mailboxId, sessionId, now }: { mailboxId: number; sessionId: string; now: number },
  values: Keys & Partial<Choice>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('push_subscriptions')
    .set({ ...values, confirmed_at: now })
    .where('mailbox_id', '=', mailboxId)
    .where('session_id', '=', sessionId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function insertSubscription(tx: Tx, row: PushSubscriptionsTable): Promise<void> {
  await tx.insertInto('push_subscriptions').values(row).execute();
}

/** Keeps the ones that were confirmed last. */
export async function deleteSurplus(tx: Tx, mailboxId: number, kept: number): Promise<void> {
  await sql`
    delete from push_subscriptions where mailbox_id = ${mailboxId} and id in (
      select id from push_subscriptions where mailbox_id = ${mailboxId}
      order by confirmed_at desc, id desc offset ${kept})`.execute(tx);
}

export async function deleteOfSession(tx: Tx, mailboxId: number, sessionId: string): Promise<void> {
  await tx
    .deleteFrom('push_subscriptions')
    .where('mailbox_id', '=', mailboxId)
    .where('session_id', '=', sessionId)
    .execute();
}

/** One that was renewed meanwhile has another endpoint, and stays. */
export async function deleteEnded(
  tx: Tx,
  { mailbox_id, id, endpoint }: Pick<Subscription, 'mailbox_id' | 'id' | 'endpoint'>,
): Promise<void> {
  await tx
    .deleteFrom('push_subscriptions')
    .where('mailbox_id', '=', mailbox_id)
    .where('id', '=', id)
    .where('endpoint', '=', endpoint)
    .execute();
}

export type ToldMessage = {
  thread_id: string;
  sender: Sender;
  subject: string;
  spoofed: boolean;
  role: string | null;
  folder_id: string;
  path: string;
};

/** A message that is still new: unread, and shown. */
export async function readNewMessage(
  db: ReadDb,
  mailboxId: number,
  messageId: string,
): Promise<ToldMessage | undefined> {
  const [row] = await readRows(
    db,
    sql<ToldMessage>`
    select m.thread_id, m.sender, m.subject, m.spoofed, f.role, f.id as folder_id, f.path
    from messages m join folders f on f.mailbox_id = m.mailbox_id and f.id = m.folder_id
    where m.mailbox_id = ${mailboxId} and m.id = ${messageId} and m.unread and ${isShown('m')}`,
  );
  return row;
}

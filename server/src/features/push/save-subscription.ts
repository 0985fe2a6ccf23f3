import type { PushChoice, PushSubscriptionKeys } from '@bocau/contract/push.ts';
import type { SessionCaller } from '../../platform/caller.ts';
import { type Clock, unixSeconds } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { Failure } from '../../platform/failure.ts';
import { newId } from '../../platform/ids.ts';
import type { Db } from '../../tables.ts';
import * as store from './push.store.ts';

/** As many devices as a person has at hand, and some that were forgotten. */
const SUBSCRIPTIONS_OF_A_PERSON = 10;

type Wanted = { subscription: PushSubscriptionKeys; choice: PushChoice | null };

/** One subscription a session; of a person's, those that were confirmed last stay. */
export async function saveSubscription(
  { db, clock }: { db: Db; clock: Clock },
  { person: mailboxId, session: { id: sessionId } }: SessionCaller,
  { subscription: { endpoint, p256dh, auth }, choice }: Wanted,
): Promise<void> {
  const now = unixSeconds(clock);
  const keys = { endpoint, p256dh, auth };
  await inTransaction(db, async (tx) => {
    await store.releaseEndpoint(tx, endpoint, sessionId);
    const own = { mailboxId, sessionId, now };
    if (await store.updateSubscription(tx, own, { ...keys, ...(choice ? columnsOf(choice) : {}) })) return;
    if (!choice) throw new Failure('not_found', 'This session has no subscription to renew');
    const times = { created_at: now, confirmed_at: now };
    const owner = { mailbox_id: mailboxId, session_id: sessionId, id: newId(clock) };
    await store.insertSubscription(tx, { ...owner, ...keys, ...columnsOf(choice), ...times });
    await store.deleteSurplus(tx, mailboxId, SUBSCRIPTIONS_OF_A_PERSON);
  });
}

function columnsOf({ content, folders, quiet }: PushChoice) {
  return { content, folders, quiet_from: quiet?.from ?? null, quiet_to: quiet?.to ?? null };
}

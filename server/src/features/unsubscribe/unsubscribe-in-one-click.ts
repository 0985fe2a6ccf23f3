import { oneClickAddress } from '../../mail/messages/one-click-address.ts';
import { type Clock, unixSeconds } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { Failure } from '../../platform/failure.ts';
import type { Logger } from '../../platform/logger.ts';
import type { GuardedFetch } from '../../platform/outbound/guarded-fetch.ts';
import { OutboundError } from '../../platform/outbound/outbound-error.ts';
import type { Db } from '../../tables.ts';
import { readOffer, rememberUnsubscribed } from './unsubscribe.store.ts';

export type UnsubscribeDeps = { db: Db; clock: Clock; log: Logger; guardedFetch: GuardedFetch };

const TIME_MS = 10_000;
/** The response body is ignored. */
const ANSWER_BYTES = 100_000;

/** Sends the one request of RFC 8058: to the URL in the signed header, without any data about the reader. */
export async function unsubscribeInOneClick(
  deps: UnsubscribeDeps,
  mailboxId: number,
  messageId: string,
): Promise<'done' | 'failed'> {
  const offer = await readOffer(deps.db, mailboxId, messageId);
  if (!offer) throw new Failure('message_not_found', 'Message not found');
  const url = oneClickAddress(offer);
  if (url === null) {
    throw new Failure('unsubscribe_not_offered', 'This message does not offer to unsubscribe in one click');
  }
  try {
    const answer = await deps.guardedFetch({
      url,
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': 'Mozilla/5.0' },
      body: 'List-Unsubscribe=One-Click',
      redirects: 0,
      maxBytes: ANSWER_BYTES,
      timeMs: TIME_MS,
    });
    answer.body.destroy();
    if (answer.status < 200 || answer.status >= 300) return 'failed';
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    deps.log.info({ reason: error.message }, 'one-click unsubscribe failed');
    return 'failed';
  }
  const { newsletter } = offer;
  if (newsletter !== null)
    await inTransaction(deps.db, (tx) =>
      rememberUnsubscribed(tx, mailboxId, { newsletter, at: unixSeconds(deps.clock) }),
    );
  return 'done';
}

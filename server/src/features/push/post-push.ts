import type { PushMessage } from '@bocau/contract/push.ts';
import webPush from 'web-push';
import type { GuardedFetch } from '../../platform/outbound/guarded-fetch.ts';
import { OutboundError } from '../../platform/outbound/outbound-error.ts';
import type { Subscription } from './push.store.ts';
import type { VapidKeys } from './vapid-keys.ts';

/** What a push service answered, as far as it matters here. */
export type PushAnswer =
  | { kind: 'taken' }
  /** The browser has ended the subscription. */
  | { kind: 'gone' }
  | { kind: 'later'; seconds: number | null }
  /** It will not take this one, whenever it is sent. */
  | { kind: 'refused'; status: number }
  | { kind: 'silent'; reason: string }
  /** It is nowhere that this program may go to. */
  | { kind: 'forbidden'; reason: string };

/** For how long a service keeps it for a browser that is away: what is older is no news. */
export const TTL_SECONDS = 24 * 3600;
const TIME_MS = 10_000;
/** Answers are short, and not read. */
const ANSWER_BYTES = 100_000;

/** Encrypts a message for the browser (RFC 8291) and hands it to its push service (RFC 8030). */
export async function postPush(
  { pushFetch, keys, contact }: { pushFetch: GuardedFetch; keys: VapidKeys; contact: string },
  { endpoint, p256dh, auth }: Subscription,
  message: PushMessage,
): Promise<PushAnswer> {
  const { headers, body } = webPush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    JSON.stringify(message),
    {
      vapidDetails: { subject: contact, ...keys },
      contentEncoding: 'aes128gcm',
      TTL: TTL_SECONDS,
      urgency: 'high',
      // One that still waits gives way to the next about the same message: 32 characters of base64url.
      topic: message.id.replaceAll('-', ''),
    },
  );
  try {
    const {
      status,
      headers: answered,
      body: answer,
    } = await pushFetch({
      url: endpoint,
      method: 'POST',
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
      body,
      redirects: 0,
      maxBytes: ANSWER_BYTES,
      timeMs: TIME_MS,
    });
    answer.destroy();
    return answerOf(status, answered['retry-after']);
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    const kind = error.reason === 'refused' || error.reason === 'too_many_redirects' ? 'forbidden' : 'silent';
    return { kind, reason: error.message };
  }
}

function answerOf(status: number, retryAfter: string | undefined): PushAnswer {
  if (status >= 200 && status < 300) return { kind: 'taken' };
  if (status === 404 || status === 410) return { kind: 'gone' };
  if (status === 429 || status === 408 || status >= 500) {
    return { kind: 'later', seconds: /^\d{1,6}$/.test(retryAfter ?? '') ? Number(retryAfter) : null };
  }
  return { kind: 'refused', status };
}

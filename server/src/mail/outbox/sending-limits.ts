import { Failure } from '../../platform/failure.ts';
import type { ReadDb } from '../../tables.ts';
import { type Counted, readCounted } from './outbox.store.ts';
import type { SendingLimits } from './sending-deps.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;

/** Rate limit of a mailbox: a stolen account must not send to the whole world. */
export async function checkSendingLimits(
  db: ReadDb,
  mailboxId: number,
  limits: SendingLimits,
  count: number,
  now: number,
): Promise<void> {
  const wait = await secondsUntilRoom(db, mailboxId, limits, count, now);
  if (wait === 0) return;
  throw new Failure('sending_limit_reached', 'Too many messages sent in a short time. Try again later.', {
    details: { per_hour: limits.perHour, per_day: limits.perDay },
    retryAfterSeconds: wait,
  });
}

/** Half of what a mailbox may send is left to its owner. */
export function half({ perHour, perDay }: SendingLimits): SendingLimits {
  return { perHour: Math.floor(perHour / 2), perDay: Math.floor(perDay / 2) };
}

/** How long a mailbox has to wait before it may send to so many more; 0 where it may now. */
export async function secondsUntilRoom(
  db: ReadDb,
  mailboxId: number,
  limits: SendingLimits,
  count: number,
  now: number,
): Promise<number> {
  const counted = await readCounted(db, mailboxId, now - DAY);
  return Math.max(
    secondsToWait(counted, { seconds: HOUR, most: limits.perHour }, count, now),
    secondsToWait(counted, { seconds: DAY, most: limits.perDay }, count, now),
  );
}

/** How long until so much of the window has passed that there is room; what can never fit waits for all of it. */
export function secondsToWait(
  counted: Counted[],
  window: { seconds: number; most: number },
  count: number,
  now: number,
): number {
  const within = counted.filter(({ at }) => at > now - window.seconds);
  let used = within.reduce((sum, each) => sum + each.count, 0);
  if (used + count <= window.most) return 0;
  for (const { at, count: passed } of within) {
    used -= passed;
    if (used + count <= window.most) return at + window.seconds - now;
  }
  return window.seconds;
}

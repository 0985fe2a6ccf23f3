import { Failure } from '../../platform/http/failure.ts';
import type { Db } from '../../tables.ts';
import { type Counted, readCounted } from './outbox.store.ts';
import type { SendingLimits } from './sending-deps.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;

/** Refuses what goes beyond the limits of a mailbox: a stolen account must not send to the whole world. */
export async function checkSendingLimits(
  db: Db,
  mailboxId: number,
  limits: SendingLimits,
  count: number,
  now: number,
): Promise<void> {
  const wait = await secondsUntilRoom(db, mailboxId, limits, count, now);
  if (wait === 0) return;
  throw new Failure('sending_limit_reached', 'Too many recipients in a short time, send it later', {
    details: { per_hour: limits.perHour, per_day: limits.perDay },
    retryAfterSeconds: wait,
  });
}

/** How long a mailbox has to wait before it may send to so many more; 0 where it may now. */
export async function secondsUntilRoom(
  db: Db,
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
function secondsToWait(
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

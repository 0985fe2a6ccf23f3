import type { Failures } from './session.store.ts';

/** Wrong passwords count for this long. */
export const FAILURE_WINDOW_SECONDS = 15 * 60;
/** An address that signed in to an account within this time is known to it. */
export const FAMILIAR_SECONDS = 30 * 24 * 3600;

const FREE_TRIES = 5;
const FIRST_WAIT_SECONDS = 15;
const LONGEST_WAIT_SECONDS = FAILURE_WINDOW_SECONDS;
const TRIES_FOR_ONE_ACCOUNT = 50;
const TRIES_FROM_ONE_ADDRESS = 100;

/**
 * How many seconds to wait before the next try; 0 is none.
 *
 * An account under attack from everywhere is closed to unknown addresses only, and for no longer than the window:
 * its owner still signs in from where they always do, so nobody can lock a stranger out for good.
 */
export function secondsToWait(failures: Failures, now: number): number {
  if (failures.address >= TRIES_FROM_ONE_ADDRESS) return LONGEST_WAIT_SECONDS;
  if (failures.email >= TRIES_FOR_ONE_ACCOUNT && !failures.familiar) return LONGEST_WAIT_SECONDS;
  if (failures.together < FREE_TRIES || failures.latest_together === null) return 0;
  const wait = Math.min(FIRST_WAIT_SECONDS * 2 ** (failures.together - FREE_TRIES), LONGEST_WAIT_SECONDS);
  return Math.max(0, failures.latest_together + wait - now);
}

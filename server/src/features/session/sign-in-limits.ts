import type { Limit } from '@bocau/contract/endpoint.ts';
import { login } from '@bocau/contract/session.ts';
import { NETWORKS_OF_A_SITE } from '../../platform/network-of.ts';
import type { Failures } from './sign-in-tries.store.ts';

/** The window in which wrong passwords count. */
export const FAILURE_WINDOW_SECONDS = login.limit.perSeconds;
/** A device or network that signed in to an account within this time is familiar to it. */
export const FAMILIAR_SECONDS = 30 * 24 * 3600;

/** Codes for challenges per network, correct ones included: a whole office may sign in at nine o'clock. */
export const CODE_LIMIT: Limit = { name: 'sign-in-code', count: 600, perSeconds: 60, by: 'address' };

const FREE_TRIES = 5;
const FIRST_WAIT_SECONDS = 15;
const LONGEST_WAIT_SECONDS = FAILURE_WINDOW_SECONDS;
const TRIES_FOR_ONE_ACCOUNT = 50;
const TRIES_FROM_ONE_NETWORK = login.limit.count;
/** How much more may fail in a network before it is closed to an account that signs in from there. */
const TIMES_FOR_FAMILIAR = 10;
const TRIES_FROM_ONE_SITE = TRIES_FROM_ONE_NETWORK * NETWORKS_OF_A_SITE;

/**
 * How many seconds to wait before the next attempt; 0 for none. An account under a distributed attack is
 * closed only to unfamiliar networks, and for no longer than the window: its owner can still sign in from
 * where they usually do. A known device has a limit of its own, in which only its own failures count: no one
 * else, even in the same office, can lock it out. Mail programs have no device: they go on from a network where they are
 * familiar, as long as not very much fails there.
 */
export function secondsToWait(failures: Failures, now: number): number {
  const { knownDevice, familiar } = failures;
  const times = familiar ? TIMES_FOR_FAMILIAR : 1;
  const isFull =
    failures.network >= TRIES_FROM_ONE_NETWORK * times || failures.site >= TRIES_FROM_ONE_SITE * times;
  if (isFull && !knownDevice) return LONGEST_WAIT_SECONDS;
  if (failures.email >= TRIES_FOR_ONE_ACCOUNT && !familiar) return LONGEST_WAIT_SECONDS;
  if (failures.together < FREE_TRIES || failures.latest_together === null) return 0;
  const wait = Math.min(FIRST_WAIT_SECONDS * 2 ** (failures.together - FREE_TRIES), LONGEST_WAIT_SECONDS);
  return Math.max(0, failures.latest_together + wait - now);
}

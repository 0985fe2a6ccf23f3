import type { Limit } from '@bocau/contract/endpoint.ts';
import type { Clock } from '../clock.ts';
import { Failure } from '../failure.ts';
import { NETWORKS_OF_A_SITE, networkOf, siteOf } from '../network-of.ts';

const REMEMBERED_AT_MOST = 100_000;

export type RateLimits = {
  /** Counts one call; 0 when it is allowed, else the seconds to wait. */
  secondsToWait(limit: Limit, caller: string): number;
};

/** Rate limit by fixed windows, counted by each process: it protects the machine from load, not secrets. */
export function createRateLimits(clock: Clock): RateLimits {
  const windows = new Map<string, { endsAt: number; calls: number }>();
  return {
    secondsToWait(limit, caller) {
      const now = clock.now();
      const key = `${limit.name} ${caller}`;
      const known = windows.get(key);
      const window =
        known && known.endsAt > now ? known : { endsAt: now + limit.perSeconds * 1000, calls: 0 };
      if (!known && windows.size >= REMEMBERED_AT_MOST) dropEnded(windows, now);
      windows.set(key, window);
      window.calls += 1;
      return window.calls <= limit.count ? 0 : Math.ceil((window.endsAt - now) / 1000);
    },
  };
}

/** Counts one call of an address: of its network and, for IPv6, of the site around that; 0, or the seconds to wait. */
export function secondsToWaitFor(limits: RateLimits, limit: Limit, address: string): number {
  const wait = limit.inDatabase ? 0 : limits.secondsToWait(limit, networkOf(address));
  const site = siteOf(address);
  if (site === null) return wait;
  return Math.max(wait, limits.secondsToWait({ ...limit, count: limit.count * NETWORKS_OF_A_SITE }, site));
}

/** Throws where it is one too many of an address. */
export function countAddress(limits: RateLimits, limit: Limit, address: string): void {
  refuseFor(secondsToWaitFor(limits, limit, address));
}

/** Throws where it is one too many. */
export function countCall(limits: RateLimits, limit: Limit, caller: string): void {
  refuseFor(limits.secondsToWait(limit, caller));
}

function refuseFor(wait: number): void {
  if (wait === 0) return;
  throw new Failure('too_many_requests', 'Too many requests in a short time', { retryAfterSeconds: wait });
}

/** Beyond this many open windows all are dropped, so that the limiter itself cannot exhaust memory. */
function dropEnded(windows: Map<string, { endsAt: number }>, now: number): void {
  for (const [key, { endsAt }] of windows) if (endsAt <= now) windows.delete(key);
  if (windows.size >= REMEMBERED_AT_MOST) windows.clear();
}

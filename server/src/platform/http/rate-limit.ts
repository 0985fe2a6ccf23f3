import type { Limit } from '@bocau/contract/endpoint.ts';
import type { Clock } from '../clock.ts';
import { Failure } from '../failure.ts';

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

/** Throws where it is one too many. */
export function countCall(limits: RateLimits, limit: Limit, caller: string): void {
  const wait = limits.secondsToWait(limit, caller);
  if (wait === 0) return;
  throw new Failure('too_many_requests', 'Too many requests in a short time', { retryAfterSeconds: wait });
}

/** Beyond this many open windows all are dropped, so that the limiter itself cannot exhaust memory. */
function dropEnded(windows: Map<string, { endsAt: number }>, now: number): void {
  for (const [key, { endsAt }] of windows) if (endsAt <= now) windows.delete(key);
  if (windows.size >= REMEMBERED_AT_MOST) windows.clear();
}

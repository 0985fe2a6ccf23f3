import { after } from './timers.ts';

/** Used where the browser does not report when it is idle. */
const IDLE_AFTER_MS = 500;

/** Runs when the browser is idle, or after `latest`; returns a function that cancels it. */
export function whenIdle(run: () => void, latest?: number): () => void {
  if (!('requestIdleCallback' in window)) return after(IDLE_AFTER_MS, run);
  const asked = window.requestIdleCallback(() => run(), latest === undefined ? {} : { timeout: latest });
  return () => window.cancelIdleCallback(asked);
}

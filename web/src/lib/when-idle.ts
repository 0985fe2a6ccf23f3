import { after } from './timers.ts';

/** Where the browser does not say when it is idle. */
const IDLE_AFTER_MS = 500;

/** When the browser has nothing else to do, or `latest` has passed; gives the way to take it back. */
export function whenIdle(run: () => void, latest?: number): () => void {
  if (!('requestIdleCallback' in window)) return after(IDLE_AFTER_MS, run);
  const asked = window.requestIdleCallback(() => run(), latest === undefined ? {} : { timeout: latest });
  return () => window.cancelIdleCallback(asked);
}

import { after, now } from '../../../lib/timers.ts';

/** CW-17: what is typed is handed on this long after the last key. */
const QUIET_MS = 500;
/** Somebody who types without a pause is not to lose more than this. */
const LONGEST_MS = 650;

/** Hands on what was typed: after a pause, or at once when asked. */
export function createWriteOut(write: () => void): { touch(): void; flush(): void } {
  let stop: (() => void) | null = null;
  let since = 0;

  function flush(): void {
    if (!stop) return;
    stop();
    stop = null;
    write();
  }

  return {
    touch() {
      if (stop) stop();
      else since = now();
      stop = after(Math.max(0, Math.min(QUIET_MS, since + LONGEST_MS - now())), flush);
    },
    flush,
  };
}

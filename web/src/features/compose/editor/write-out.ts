import { after, now } from '../../../lib/timers.ts';

/** CW-17: the pause after the last key before typed text is passed on. */
const QUIET_MS = 500;
/** The most that is lost of somebody's typing without a pause. */
const LONGEST_MS = 650;

/** Debounces the writer: passes typed text on after a pause, or at once when asked. */
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

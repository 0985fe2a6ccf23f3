import { after } from '../../lib/timers.ts';

/** After the first key of two, the second is waited for this long. */
const SEQUENCE_MS = 1500;

let stop: (() => void) | null = null;

/** `g` was pressed: the next key says where to go, and means nothing else to any screen. */
export function beginSequence(): void {
  endSequence();
  stop = after(SEQUENCE_MS, endSequence);
}

export function endSequence(): void {
  stop?.();
  stop = null;
}

export function isInSequence(): boolean {
  return stop !== null;
}

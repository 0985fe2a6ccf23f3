import { after } from '../../lib/timers.ts';

/** How long to wait for the second key of a sequence. */
const SEQUENCE_MS = 1500;

let stop: (() => void) | null = null;

/** `g` was pressed: the next key selects a folder, and is ignored by all screens. */
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

import { SPOOF_MARK } from '@bocau/contract/spoof-mark.ts';

const WRITTEN_MARK = /^(?:\s*\*\*SPOOF\*\*)+\s*/i;

/** The mark comes from our own check alone: set where it failed, taken off where the sender wrote it. */
export function shownSubject(subject: string, spoofed: boolean): string {
  const plain = subject.replace(WRITTEN_MARK, '');
  return spoofed ? `${SPOOF_MARK} ${plain}` : plain;
}

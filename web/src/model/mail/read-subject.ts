import { SPOOF_MARK } from '@bocau/contract/spoof-mark.ts';

/** DM-4: a subject as it came from the server: what was written, and whether its sender is not confirmed. */
export function readSubject(subject: string): { words: string; spoofed: boolean } {
  const spoofed = subject.startsWith(SPOOF_MARK);
  return { words: spoofed ? subject.slice(SPOOF_MARK.length).trim() : subject, spoofed };
}

import { SPOOF_MARK } from '@bocau/contract/spoof-mark.ts';

/** DM-4: splits a subject from the server into its words and whether its sender is unconfirmed. */
export function readSubject(subject: string): { words: string; spoofed: boolean } {
  const spoofed = subject.startsWith(SPOOF_MARK);
  return { words: spoofed ? subject.slice(SPOOF_MARK.length).trim() : subject, spoofed };
}

import type { SpamSymbol } from '@bocau/contract/sending.ts';

/**
 * The total score at which a writer is asked: typical filters delay mail from 4 and mark it from 6, and also
 * know the sender's reputation. Nothing in the demo world's sent mail reaches it.
 */
const WORTH_ASKING = 2;
/** Dangerous even for a colleague who trusts the sender. */
const DANGEROUS = /PHISH|URL_IN_SUBJECT|BODY_URL_ONLY/;
/** The first has a dialog of its own; the others come from our own encoding of subjects. */
const NOT_COUNTED = ['EMPTY_SUBJECT', 'SUBJ_EXCESS_BASE64', 'SUBJ_EXCESS_QP'];

/** Whether to ask the writer before a message with these findings is sent. */
export function isWorthAsking(symbols: readonly SpamSymbol[], goesOutside: boolean): boolean {
  const counted = symbols.filter(
    ({ name, score }) => score > 0 && !NOT_COUNTED.includes(name) && (goesOutside || DANGEROUS.test(name)),
  );
  return counted.reduce((sum, { score }) => sum + score, 0) >= WORTH_ASKING;
}

import type { SpamSymbol } from '@bocau/contract/sending.ts';

/**
 * What findings must add up to before a writer is stopped: filters around us delay mail from 4 and mark it from 6, and
 * know the sender's reputation besides. In the demo world's sent mail nothing reaches it.
 */
const WORTH_ASKING = 2;
/** What harms even a colleague who trusts the sender. */
const DANGEROUS = /PHISH|URL_IN_SUBJECT|BODY_URL_ONLY/;
/** The first is asked about by itself; the others are how our own program encodes a subject. */
const NOT_COUNTED = ['EMPTY_SUBJECT', 'SUBJ_EXCESS_BASE64', 'SUBJ_EXCESS_QP'];

/** Whether a writer should be asked before a message with these findings goes out. */
export function isWorthAsking(symbols: readonly SpamSymbol[], goesOutside: boolean): boolean {
  const counted = symbols.filter(
    ({ name, score }) => score > 0 && !NOT_COUNTED.includes(name) && (goesOutside || DANGEROUS.test(name)),
  );
  return counted.reduce((sum, { score }) => sum + score, 0) >= WORTH_ASKING;
}

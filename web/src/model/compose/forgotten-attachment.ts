import { fold } from '@bocau/contract/fold.ts';
import { textOf, withoutSignature } from './own-words.ts';

/** Words that announce an attachment, folded: diacritics and case do not count. */
const SPEAKS_OF_FILES =
  /\b(?:(?:dinh|gui) kem|kem (?:theo|file|tep|day)|(?:file|tep|tap tin) kem|attach(?:ed|ing|ments?)|enclos(?:ed|ing|ures?))\b/;

const BLOCK_QUOTE = /<blockquote\b[\s\S]*?<\/blockquote>/gi;

/** Whether the own words, quotes excluded, announce an attachment. */
export function promisesFile(body: string): boolean {
  return SPEAKS_OF_FILES.test(fold(textOf(withoutSignature(body).replace(BLOCK_QUOTE, ' '))));
}

import { fold } from '@bocau/contract/fold.ts';

/** Ranks, lower is better: exact, prefix, from a word on, every word as a prefix, somewhere inside. */
export const EXACT = 0;
const START = 1;
const WORD_START = 2;
export const WORDS = 3;
const INSIDE = 4;

/** The rank of a name for the typed text, with or without diacritics; null where it does not match. */
export function matchRank(name: string, typed: string): number | null {
  const [text, wanted] = [wordsOf(name).join(' '), wordsOf(typed)];
  const phrase = wanted.join(' ');
  if (text === phrase) return EXACT;
  if (text.startsWith(phrase)) return START;
  if (` ${text}`.includes(` ${phrase}`)) return WORD_START;
  if (wanted.every((word) => ` ${text}`.includes(` ${word}`))) return WORDS;
  return text.includes(phrase) ? INSIDE : null;
}

/** The words of a text, normalised for comparison. */
export function wordsOf(text: string): string[] {
  return fold(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

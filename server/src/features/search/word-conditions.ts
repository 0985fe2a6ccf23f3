import type { Criteria, TextPlace } from './read-query.ts';
import { type Place, segmentPrefix } from './search-vector.ts';
import { addressWord, foldedWords } from './words.ts';

/** Where `~` stands, the prefix of mailbox and segment comes; no word has that sign in it. */
const PREFIX_SIGN = '~';
/** More words than these tell messages apart no better. */
const WORDS_LOOKED_FOR = 20;

const PLACES: Record<TextPlace, Place[]> = {
  any: ['w', 'f', 't', 'a'],
  headline: ['s', 'f', 't'],
  term: ['w'],
  subject: ['s'],
  from: ['f'],
  to: ['t'],
};

/**
 * The words of a search as a tsquery for one segment, with `~` for the segment's prefix. Null: there are no words to
 * look for. A text without a letter or digit stands nowhere, which is told by `nowhere`.
 */
export function wordConditions(criteria: Criteria): { pattern: string | null; nowhere: boolean } {
  const conditions = new Set<string>();
  let nowhere = false;
  for (const place of Object.keys(PLACES) as TextPlace[]) {
    for (const text of criteria.texts[place]) {
      const found = textConditions(text, place);
      if (found.length === 0) nowhere = true;
      for (const condition of found) conditions.add(condition);
    }
  }
  const kept = [...conditions].slice(0, WORDS_LOOKED_FOR);
  return { pattern: kept.length === 0 ? null : kept.join(' & '), nowhere };
}

/** The words of a text, each anywhere in the place, the last one as the beginning of a word. */
function textConditions(text: string, place: TextPlace): string[] {
  const chunks = text.split(/\s+/).filter((chunk) => foldedWords(chunk).length > 0);
  return chunks.flatMap((chunk, index) => chunkConditions(chunk, place, index === chunks.length - 1));
}

function chunkConditions(chunk: string, place: TextPlace, isLast: boolean): string[] {
  const address = place === 'any' || place === 'from' || place === 'to' ? addressWord(chunk) : null;
  if (address === null) return wordsOf(chunk, PLACES[place], isLast);
  if (place !== 'any') return [atom(address, PLACES[place], isLast)];
  const words = wordsOf(chunk, ['w', 'a'], isLast);
  return [`(${atom(address, ['f', 't'], isLast)} | (${words.join(' & ')}))`];
}

function wordsOf(chunk: string, places: Place[], isLast: boolean): string[] {
  const words = foldedWords(chunk);
  return words.map((word, index) => atom(word, places, isLast && index === words.length - 1));
}

function atom(word: string, places: Place[], isPrefix: boolean): string {
  const lexemes = places.map((place) => `'${PREFIX_SIGN}${place}${word}'${isPrefix ? ':*' : ''}`);
  return `(${lexemes.join(' | ')})`;
}

/** The pattern for several segments at once. */
export function queryOfSegments(pattern: string, mailboxId: number, segments: number[]): string {
  return segments
    .map((segment) => `(${pattern.replaceAll(PREFIX_SIGN, segmentPrefix(mailboxId, segment))})`)
    .join(' | ');
}

/** How many words the index is asked for in one segment. */
export function countWords(pattern: string): number {
  return pattern.split(PREFIX_SIGN).length - 1;
}

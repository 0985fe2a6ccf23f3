import { LONG_FILES, LONG_MESSAGE, type Place, segmentPrefix } from './search-vector.ts';
import { lexemeOf, type Word } from './words.ts';

/** Where `~` stands, the prefix of mailbox and segment comes; no word has that sign in it. */
export const PREFIX_SIGN = '~';

const LONG_PLACES: [Place, string][] = [
  ['w', LONG_MESSAGE],
  ['a', LONG_FILES],
];

/**
 * The words one after the other in one of the places. Of messages and files that are too long for the index to know
 * where all their words stand, those that have the words.
 */
export function runCondition(words: Word[], places: Place[], isBeginning: boolean): string {
  const together = places.map((place) => {
    const run = words.map((word, index) => lexeme(word, place, isBeginning && index === words.length - 1));
    return run.length === 1 ? run.join('') : `(${run.join(' <-> ')})`;
  });
  for (const [place, mark] of words.length > 1 ? LONG_PLACES : []) {
    if (!places.includes(place)) continue;
    const apart = words.map((word, index) => lexeme(word, place, isBeginning && index === words.length - 1));
    together.push(`('${PREFIX_SIGN}${mark}' & ${apart.join(' & ')})`);
  }
  return `(${together.join(' | ')})`;
}

/** A word without marks is the beginning of its entries with any. */
export function lexeme(word: Word, place: Place, isBeginning: boolean): string {
  if (isBeginning) return `'${PREFIX_SIGN}${place}${word.folded}':*`;
  const isMarked = word.written !== word.folded;
  return `'${PREFIX_SIGN}${place}${isMarked ? lexemeOf(word) : `${word.folded}/`}'${isMarked ? '' : ':*'}`;
}

/** The pattern for several segments at once. */
export function queryOfSegments(pattern: string, mailboxId: number, segments: number[]): string {
  return segments
    .map((segment) => `(${pattern.replaceAll(PREFIX_SIGN, segmentPrefix(mailboxId, segment))})`)
    .join(' | ');
}

/** What is added for messages and files that are too long. */
const LONG_CONDITION = / \| \('[^']*[lm]\/' & [^()]*\)/g;

/** The query for the same words wherever they stand. */
export function withoutPlaces(query: string): string {
  return query.replaceAll(LONG_CONDITION, '').replaceAll('<->', '&');
}

/** Whether some of its words must stand together. */
export function hasRun(pattern: string): boolean {
  return pattern.includes('<->');
}

/** How many words the index is asked for in one segment. */
export function countWords(pattern: string): number {
  return pattern.split(PREFIX_SIGN).length - 1;
}

/** The pattern for what has no prefix: the text of a file by itself. */
export function queryOfFile(pattern: string): string {
  return pattern.replaceAll(PREFIX_SIGN, '');
}

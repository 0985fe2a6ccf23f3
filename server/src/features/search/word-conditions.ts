import {
  LONG_FILES,
  LONG_MESSAGE,
  type Place,
  segmentPrefix,
} from '../../mail/search-index/search-vector.ts';
import { lexemeOf, type Word } from '../../mail/search-index/words.ts';
import type { TextPlace } from './group-typed.ts';
import type { Meaning } from './meaning.ts';
import type { Criteria } from './read-query.ts';
import { isLoose, type Piece, piecesOf, piecesOfCriteria } from './word-pieces.ts';

/** Where `~` stands, the prefix of mailbox and segment comes; no word has that sign in it. */
const PREFIX_SIGN = '~';
/** More words than these tell messages apart no better. */
const WORDS_LOOKED_FOR = 20;
/** One letter begins too many words. */
const SHORTEST_BEGINNING = 2;

const PLACES: Record<TextPlace, Place[]> = {
  any: ['w', 's', 'f', 't', 'a'],
  headline: ['s', 'f', 't'],
  term: ['w', 's'],
  subject: ['s'],
  from: ['f'],
  to: ['t'],
};

const LONG_PLACES: [Place, string][] = [
  ['w', LONG_MESSAGE],
  ['a', LONG_FILES],
];

export type WordOptions = {
  meaning: Meaning;
  /** The last word is still being typed, so it is the beginning of one. */
  isTyping: boolean;
  /** The index is still that of before words had places and marks: each word is found anywhere, with any marks. */
  isOldIndex: boolean;
  /** Only in these places; a text that is looked for elsewhere is passed over. */
  within?: Place[];
};

/**
 * The words of a search as a tsquery for one segment, with `~` for the segment's prefix. Null: there are no words to
 * look for. A text without a letter or digit stands nowhere, which is told by `nowhere`.
 */
export function wordConditions(
  criteria: Criteria,
  options: WordOptions,
): { pattern: string | null; nowhere: boolean } {
  const { all, choices } = piecesOfCriteria(criteria);
  const ofText = readerOfTexts(options);
  const conditions = new Set<string>(all.flatMap(ofText));
  let nowhere = all.some((pieces) => pieces.length === 0);
  for (const texts of choices) {
    const found = texts.map(ofText).filter((words) => words.length > 0);
    if (found.length === 0) nowhere = true;
    else conditions.add(`(${found.map((words) => `(${words.join(' & ')})`).join(' | ')})`);
  }
  const kept = [...conditions].slice(0, WORDS_LOOKED_FOR);
  return { pattern: kept.length === 0 ? null : kept.join(' & '), nowhere };
}

/** A tsquery for which any of the words is enough. Null: there are none to look for. */
export function anyCondition(criteria: Criteria, options: WordOptions): string | null {
  const { all, choices } = piecesOfCriteria(criteria);
  const conditions = new Set([...all, ...choices.flat()].flatMap(readerOfTexts(options)));
  return conditions.size === 0 ? null : [...conditions].slice(0, WORDS_LOOKED_FOR).join(' | ');
}

/** To be given all texts in their order, as the meaning is that of one text after the other. */
function readerOfTexts(options: WordOptions): (pieces: Piece[]) => string[] {
  const runs = options.meaning === 'apart' ? [] : [...options.meaning];
  return (pieces) =>
    pieces.flatMap((piece, index) => {
      const own = isLoose(piece) ? runs.shift() : undefined;
      return conditionsOf(piece, own, options, index === pieces.length - 1);
    });
}

/** Each of the texts that may not be found, as a pattern; those without a letter or digit exclude nothing. */
export function excludedPatterns(criteria: Criteria, isOldIndex: boolean): string[] {
  const options: WordOptions = { meaning: [], isTyping: false, isOldIndex };
  return criteria.excluded
    .map(({ place, text }) =>
      piecesOf(text, place).flatMap((piece) => conditionsOf(piece, [piece.words.length], options, false)),
    )
    .filter((conditions) => conditions.length > 0)
    .map((conditions) => conditions.join(' & '))
    .slice(0, WORDS_LOOKED_FOR);
}

/** Words that stand together, as a pattern. */
export function runPattern(words: Word[], place: TextPlace): string {
  return runCondition(words, PLACES[place], false);
}

function conditionsOf(
  { place, words, isQuoted, address }: Piece,
  runs: number[] | undefined,
  { isTyping, isOldIndex, within }: WordOptions,
  isLast: boolean,
): string[] {
  const placesOf = (places: Place[]) => (within ? places.filter((one) => within.includes(one)) : places);
  const places = placesOf(PLACES[place]);
  if (places.length === 0) return [];
  const typed = isTyping && isLast ? writeBeginning(words) : { words, isBeginning: false };
  if (address !== null) {
    const people = place === 'any' ? placesOf(['f', 't']) : places;
    const whole = people.map((one) => `'${PREFIX_SIGN}${one}${address}'${typed.isBeginning ? ':*' : ''}`);
    if (place !== 'any') return [`(${whole.join(' | ')})`];
    const elsewhere = isOldIndex
      ? words.map((word) => atom(word, placesOf(['w', 'a']), false, true)).join(' & ')
      : runCondition(words, placesOf(['w', 's', 'a']), false);
    return [`(${[...whole, `(${elsewhere})`].join(' | ')})`];
  }
  const lengths = isQuoted ? [words.length] : (runs ?? words.map(() => 1));
  const conditions: string[] = [];
  let from = 0;
  for (const length of isOldIndex ? words.map(() => 1) : lengths) {
    const run = typed.words.slice(from, from + length);
    from += length;
    if (run.length === 0) continue;
    const isBeginning = typed.isBeginning && from >= typed.words.length;
    const [only] = run;
    conditions.push(
      run.length === 1 && only
        ? atom(only, places, isBeginning, isOldIndex)
        : runCondition(run, places, isBeginning),
    );
  }
  return conditions;
}

/** What is being typed is a beginning where it has two letters; a single one behind other words is left out. */
function writeBeginning(words: Word[]): { words: Word[]; isBeginning: boolean } {
  const last = words.at(-1);
  if (last && last.folded.length >= SHORTEST_BEGINNING) return { words, isBeginning: true };
  return { words: words.length > 1 ? words.slice(0, -1) : words, isBeginning: false };
}

/**
 * The words one after the other in one of the places. Of messages and files that are too long for the index to know
 * where all their words stand, those that have the words.
 */
function runCondition(words: Word[], places: Place[], isBeginning: boolean): string {
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

function atom(word: Word, places: Place[], isBeginning: boolean, isOldIndex: boolean): string {
  const lexemes = places.map((place) => lexeme(word, place, isBeginning));
  const old = places.map((place) => `'${PREFIX_SIGN}${place}${word.folded}'`);
  // Rows of both kinds stand beside each other until all of them are made anew.
  const either = isOldIndex
    ? places.map((place) => lexeme({ ...word, written: word.folded }, place, isBeginning))
    : lexemes;
  return `(${(isOldIndex ? [...old, ...either] : either).join(' | ')})`;
}

/** A word without marks is the beginning of its entries with any. */
function lexeme(word: Word, place: Place, isBeginning: boolean): string {
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

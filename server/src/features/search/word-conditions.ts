import type { Place } from '../../mail/search-index/search-vector.ts';
import { lexeme, PREFIX_SIGN, runCondition } from '../../mail/search-index/word-patterns.ts';
import type { Word } from '../../mail/search-index/words.ts';
import type { TextPlace } from './group-typed.ts';
import type { Meaning } from './meaning.ts';
import type { Criteria } from './read-query.ts';
import { isLoose, type Piece, piecesOf, piecesOfCriteria } from './word-pieces.ts';

/** More words than these tell messages apart no better. */
const WORDS_LOOKED_FOR = 20;
/** A single letter is a prefix of too many words. */
const SHORTEST_BEGINNING = 2;

const PLACES: Record<TextPlace, Place[]> = {
  any: ['w', 's', 'f', 't', 'a'],
  headline: ['s', 'f', 't'],
  term: ['w', 's'],
  subject: ['s'],
  from: ['f'],
  to: ['t'],
  with: ['f', 't'],
};

export type WordOptions = {
  meaning: Meaning;
  /** The last word is still being typed, so it is a prefix. */
  isTyping: boolean;
  /**
   * The index is from before words had positions and diacritics: each word matches anywhere, with any
   * diacritics.
   */
  isOldIndex: boolean;
  /** Limits the fields; texts for other fields are ignored. */
  within?: Place[];
};

/**
 * The words of a search as a tsquery for one segment, with `~` for the segment's prefix. Null: there are no
 * words to search. A text without a letter or digit matches nothing, which `nowhere` reports.
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

/** A tsquery that matches any of the words. Null: there are none. */
export function anyCondition(criteria: Criteria, options: WordOptions): string | null {
  const { all, choices } = piecesOfCriteria(criteria);
  const conditions = new Set([...all, ...choices.flat()].flatMap(readerOfTexts(options)));
  return conditions.size === 0 ? null : [...conditions].slice(0, WORDS_LOOKED_FOR).join(' | ');
}

/** Must be given all texts in order, because the interpretation lists them one after another. */
function readerOfTexts(options: WordOptions): (pieces: Piece[]) => string[] {
  const runs = options.meaning === 'apart' ? [] : [...options.meaning];
  return (pieces) =>
    pieces.flatMap((piece, index) => {
      const own = isLoose(piece) ? runs.shift() : undefined;
      return conditionsOf(piece, own, options, index === pieces.length - 1);
    });
}

/** Each excluded text as a pattern; those without a letter or digit exclude nothing. */
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

/** Adjacent words, as a pattern. */
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

/** The word being typed is a prefix if it has two letters; a single letter after other words is ignored. */
function writeBeginning(words: Word[]): { words: Word[]; isBeginning: boolean } {
  const last = words.at(-1);
  if (last && last.folded.length >= SHORTEST_BEGINNING) return { words, isBeginning: true };
  return { words: words.length > 1 ? words.slice(0, -1) : words, isBeginning: false };
}

function atom(word: Word, places: Place[], isBeginning: boolean, isOldIndex: boolean): string {
  const lexemes = places.map((place) => lexeme(word, place, isBeginning));
  const old = places.map((place) => `'${PREFIX_SIGN}${place}${word.folded}'`);
  // Rows of both versions coexist until all of them are rebuilt.
  const either = isOldIndex
    ? places.map((place) => lexeme({ ...word, written: word.folded }, place, isBeginning))
    : lexemes;
  return `(${(isOldIndex ? [...old, ...either] : either).join(' | ')})`;
}

import { type PlacedWord, placedWords, type Word } from '../../mail/search-index/words.ts';
import { clip } from '../../platform/mime/clip-text.ts';
import { htmlToText } from '../../platform/mime/html-to-text.ts';
import { plainWords } from '../../platform/mime/plain-words.ts';
import type { ReadDb } from '../../tables.ts';
import type { TextPlace } from './group-typed.ts';
import { readTexts } from './hits.store.ts';
import type { Meaning } from './meaning.ts';
import type { SearchPlan } from './plan-search.ts';
import type { Criteria } from './read-query.ts';
import { isLoose, piecesOfCriteria } from './word-pieces.ts';

/** Per message; matches further back are found, but not shown. */
const TEXT_CHARACTERS = 8_000;
/** For HTML, which is less dense. */
const SOURCE_CHARACTERS = 32_000;
const SHOWN_CHARACTERS = 200;
const SHOWN_BEFORE = 50;
/** The limit for a word that occurs everywhere. */
const MOST_PLACES = 200;
/** Runs within this many characters are shown together. */
const REACH = SHOWN_CHARACTERS - SHOWN_BEFORE - 20;

const PLACES_OF_TEXT: TextPlace[] = ['any', 'term'];

/** A hit, with the text that its row shows anyway. */
export type ShownHit = { messageId: string; shown: string };

/** The context of the match, by message, when the row does not show it anyway. */
export async function foundTexts(
  db: ReadDb,
  { mailboxId, words }: SearchPlan,
  criteria: Criteria,
  hits: ShownHit[],
): Promise<Map<string, string>> {
  const runs = runsInText(criteria, words.meaning);
  const unshown = hits.filter(({ shown }) => !hasAll(shown, runs));
  if (runs.length === 0 || unshown.length === 0) return new Map();
  const ids = unshown.map(({ messageId }) => messageId);
  const texts = await readTexts(db, mailboxId, ids, SOURCE_CHARACTERS);
  const found = new Map<string, string>();
  const known = new Map<string, Word>();
  for (const { id, body, is_html: isHtml } of texts) {
    const text = isHtml ? htmlToText(body, TEXT_CHARACTERS) : clip(body, TEXT_CHARACTERS);
    const extract = wordsAround(text, runs, known);
    if (extract !== null) found.set(id, extract);
  }
  return found;
}

/** The runs of words that are searched in the message text, among other fields. */
function runsInText(criteria: Criteria, meaning: Meaning): Word[][] {
  const { all, choices } = piecesOfCriteria(criteria);
  const given = meaning === 'apart' ? [] : [...meaning];
  return [...all.flat(), ...choices.flat(2)].flatMap((piece) => {
    const { words, place } = piece;
    const lengths = isLoose(piece) ? (given.shift() ?? words.map(() => 1)) : [words.length];
    if (!PLACES_OF_TEXT.includes(place)) return [];
    let from = 0;
    return lengths.map((length) => {
      from += length;
      return words.slice(from - length, from);
    });
  });
}

/** The part of a text with the most runs of words; null when it has none. */
export function wordsAround(text: string, runs: Word[][], known?: Map<string, Word>): string | null {
  const places: FoundRun[] = [];
  for (const place of findRuns(text, runs, known)) {
    places.push(place);
    if (runs.length === 1 || places.length >= MOST_PLACES) break;
  }
  let best = { from: -1, count: 0 };
  places.forEach(({ from }, index) => {
    const near = places.slice(index).filter(({ end }) => end <= from + REACH);
    const { size } = new Set(near.map(({ run }) => run));
    if (size > best.count) best = { from, count: size };
  });
  return best.from < 0 ? null : cutAround(text.normalize('NFC'), best.from);
}

function hasAll(text: string, runs: Word[][]): boolean {
  return new Set(Array.from(findRuns(text, runs), ({ run }) => run)).size === runs.length;
}

type FoundRun = { run: number; from: number; end: number };

/** The positions of the runs, ordered by their ends. */
function* findRuns(text: string, runs: Word[][], known?: Map<string, Word>): Generator<FoundRun> {
  const words: PlacedWord[] = [];
  for (const word of placedWords(text, known)) {
    words.push(word);
    for (const [index, run] of runs.entries()) {
      const first = words.length - run.length;
      const from = words[first]?.from;
      if (from !== undefined && run.every((wanted, at) => isSame(words[first + at], wanted)))
        yield { run: index, from, end: word.end };
    }
  }
}

/** The comparison of the search itself: a word typed without diacritics matches any. */
function isSame(word: PlacedWord | undefined, wanted: Word): boolean {
  if (word?.folded !== wanted.folded) return false;
  return wanted.folded === wanted.written || word.written === wanted.written;
}

/** Begins and ends at word boundaries, with an ellipsis where something is omitted. */
function cutAround(text: string, from: number): string {
  const earliest = Math.max(0, from - SHOWN_BEFORE);
  const before = text.slice(earliest, from);
  const begin = earliest === 0 ? 0 : earliest + Math.max(0, before.search(/\s/) + 1);
  const latest = begin + SHOWN_CHARACTERS;
  const after = text.slice(begin, latest);
  const end =
    latest >= text.length ? text.length : begin + Math.max(after.search(/\s\S*$/), from - begin + 1);
  const shown = plainWords(text.slice(begin, end), SHOWN_CHARACTERS);
  return `${begin > 0 ? '… ' : ''}${shown}${end < text.length ? ' …' : ''}`;
}

import { type PlacedWord, placedWords, type Word } from '../../mail/search-index/words.ts';
import { clip } from '../../platform/mime/clip-text.ts';
import { htmlToText } from '../../platform/mime/html-to-text.ts';
import { plainWords } from '../../platform/mime/plain-words.ts';
import type { ReadDb } from '../../tables.ts';
import { readTexts } from './hits.store.ts';
import type { SearchPlan } from './plan-search.ts';
import type { Criteria } from './read-query.ts';
import { runsInText } from './word-pieces.ts';

/** Of one message; what stands further behind is found, but not shown. */
const TEXT_CHARACTERS = 8_000;
/** Of HTML, which says less. */
const SOURCE_CHARACTERS = 32_000;
const SHOWN_CHARACTERS = 200;
const SHOWN_BEFORE = 50;
/** Runs within this many characters are shown together. */
const REACH = SHOWN_CHARACTERS - SHOWN_BEFORE - 20;

/** A hit, with what its row shows of its text anyway. */
export type ShownHit = { messageId: string; shown: string };

/** The words around what was found, by message, where the row does not show them anyway. */
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
  for (const { id, body, is_html: isHtml } of texts) {
    const text = isHtml ? htmlToText(body, TEXT_CHARACTERS) : clip(body, TEXT_CHARACTERS);
    const extract = wordsAround(text, runs);
    if (extract !== null) found.set(id, extract);
  }
  return found;
}

/** The part of a text that has most of the runs of words; null where it has none. */
export function wordsAround(text: string, runs: Word[][]): string | null {
  const places = findRuns(text, runs);
  let best: { from: number; count: number } | null = null;
  places.forEach(({ from }, index) => {
    const near = new Set<number>();
    for (let at = index; at < places.length && (places[at]?.end ?? 0) <= from + REACH; at += 1)
      near.add(places[at]?.run ?? 0);
    if (best === null || near.size > best.count) best = { from, count: near.size };
  });
  const chosen = best as { from: number; count: number } | null;
  return chosen && cutAround(text.normalize('NFC'), chosen.from);
}

function hasAll(text: string, runs: Word[][]): boolean {
  return new Set(findRuns(text, runs).map(({ run }) => run)).size === runs.length;
}

type FoundRun = { run: number; from: number; end: number };

/** Where the runs stand, in their order. */
function findRuns(text: string, runs: Word[][]): FoundRun[] {
  const words = placedWords(text);
  const found: FoundRun[] = [];
  words.forEach((first, at) => {
    runs.forEach((run, index) => {
      const last = words[at + run.length - 1];
      if (last && run.every((word, step) => isSame(words[at + step], word)))
        found.push({ run: index, from: first.from, end: last.end });
    });
  });
  return found;
}

/** As the search itself compares: typed without marks, any. */
function isSame(word: PlacedWord | undefined, wanted: Word): boolean {
  if (word?.folded !== wanted.folded) return false;
  return wanted.folded === wanted.written || word.written === wanted.written;
}

/** Begins and ends between words, with a sign where something is left out. */
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

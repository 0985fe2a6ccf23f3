import { fold } from '@bocau/contract/fold.ts';

export type Part = { text: string; marked: boolean };

/** Keeps diacritics as typed. */
export function writtenForm(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

/** Splits a text at the searched words; diacritics and case stay as in the text. */
export function markedParts(text: string, words: readonly string[]): Part[] {
  const wanted = words.map((word) => word.split(' '));
  const found = [...text.matchAll(MARKED_WORD)];
  const parts: Part[] = [];
  let done = 0;
  for (const [at, { index }] of found.entries()) {
    if (index < done) continue;
    const end = Math.max(0, ...wanted.map((run) => hitEnd(found, at, run)));
    if (end === 0) continue;
    if (index > done) parts.push({ text: text.slice(done, index), marked: false });
    parts.push({ text: text.slice(index, end), marked: true });
    done = end;
  }
  if (done < text.length || text === '') parts.push({ text: text.slice(done), marked: false });
  return parts;
}

/** A line is truncated at its end, so only the last words before the first hit are kept. */
export function fromFirstHit(parts: Part[]): Part[] {
  const [first, ...rest] = parts;
  if (!first || first.marked || rest.length === 0 || first.text.length <= MOST_BEFORE_HIT) return parts;
  const before = first.text.slice(-MOST_BEFORE_HIT);
  return [{ text: `… ${before.slice(before.search(/\s/) + 1)}`, marked: false }, ...rest];
}

const MOST_BEFORE_HIT = 24;
export const MARKED_WORD = /[\p{L}\p{N}\p{M}]+/gu;

/** Where a sequence of words that starts here ends, or 0; a prefix of the last word is enough. */
function hitEnd(found: readonly RegExpExecArray[], at: number, run: readonly string[]): number {
  let end = 0;
  for (const [step, searched] of run.entries()) {
    const word = found[at + step];
    const length = word ? hitLength(word[0], searched) : 0;
    if (!word || length === 0 || (step < run.length - 1 && length < word[0].length)) return 0;
    end = word.index + length;
  }
  return end;
}

/** The matched length of a word: all of it or a prefix; diacritics count only if some were typed. */
function hitLength(word: string, searched: string): number {
  const foldedSearch = fold(searched);
  const compared = foldedSearch === searched ? fold(word) : writtenForm(word);
  if (!compared.startsWith(searched)) return 0;
  let length = 0;
  for (const { segment } of new Intl.Segmenter('vi', { granularity: 'grapheme' }).segment(word)) {
    if (fold(word.slice(0, length)).length >= foldedSearch.length) break;
    length += segment.length;
  }
  return length;
}

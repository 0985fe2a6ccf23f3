import { fold } from '../../lib/fold.ts';
import type { SearchTerms } from '../../model/mail-model.ts';

export type Part = { text: string; marked: boolean };

/** The words that a search looks for in names, subjects and snippets, folded. */
export function searchedWords(terms: SearchTerms): string[] {
  const texts = [terms['q'], terms['term'], terms['subject'], terms['from_addr'], terms['to_addr']];
  const words = texts.flatMap((text) => (text ?? '').split(/\s+/)).filter((word) => !OPERATOR.test(word));
  return [...new Set(words.flatMap((word) => fold(word).match(WORD) ?? []))];
}

/** `from:anh` says where to look; excluded words (`-thư`) are not there to be found. */
const OPERATOR = /^-|^["(]*\p{L}+:/u;
const WORD = /[\p{L}\p{N}]+/gu;

/** Text cut where searched words begin and end; marks and case are as they stand in the text. */
export function markedParts(text: string, words: readonly string[]): Part[] {
  if (words.length === 0 || text === '') return [{ text, marked: false }];
  const parts: Part[] = [];
  let plain = '';
  let end = 0;
  for (const { 0: word, index } of text.matchAll(MARKED_WORD)) {
    plain += text.slice(end, index);
    end = index + word.length;
    const length = hitLength(word, words);
    if (length === 0) {
      plain += word;
      continue;
    }
    if (plain) parts.push({ text: plain, marked: false });
    parts.push({ text: word.slice(0, length), marked: true });
    plain = word.slice(length);
  }
  plain += text.slice(end);
  if (plain) parts.push({ text: plain, marked: false });
  return parts;
}

const MARKED_WORD = /[\p{L}\p{N}\p{M}]+/gu;

/** How much of a word was searched: all of it, or its beginning as far as it was typed. */
function hitLength(word: string, words: readonly string[]): number {
  const folded = fold(word);
  const hit = words.filter((searched) => folded.startsWith(searched)).sort((a, b) => b.length - a.length)[0];
  if (hit === undefined) return 0;
  let length = 0;
  for (const { segment } of new Intl.Segmenter('vi', { granularity: 'grapheme' }).segment(word)) {
    if (fold(word.slice(0, length)).length >= hit.length) break;
    length += segment.length;
  }
  return length;
}

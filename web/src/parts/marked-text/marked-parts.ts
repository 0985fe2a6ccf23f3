import { fold } from '@bocau/contract/fold.ts';
import { readTyped } from '@bocau/contract/typed-search.ts';
import type { SearchTerms } from '../../model/mail/mail-model.ts';

export type Part = { text: string; marked: boolean };

/** The words that a search looks for in names, subjects and snippets, with the marks that were typed. */
export function searchedWords(terms: SearchTerms): string[] {
  const typed = readTyped(terms['q'] ?? '').map(({ text, excluded, meaning }) => {
    if (excluded) return '';
    if (meaning === 'words') return text;
    return typeof meaning === 'object' && meaning.kind === 'text' ? meaning.text : '';
  });
  const texts = [...typed, terms['term'], terms['subject'], terms['from_addr'], terms['to_addr']];
  return [...new Set(texts.flatMap((text) => writtenForm(text ?? '').match(MARKED_WORD) ?? []))];
}

function writtenForm(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

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

/** How much of a word was searched, with its marks where it was typed with some: all of it, or its beginning as far as it was typed. */
function hitLength(word: string, words: readonly string[]): number {
  const [folded, written] = [fold(word), writtenForm(word)];
  const hit = words
    .filter((searched) => (fold(searched) === searched ? folded : written).startsWith(searched))
    .sort((a, b) => b.length - a.length)[0];
  if (hit === undefined) return 0;
  const hitLength = fold(hit).length;
  let length = 0;
  for (const { segment } of new Intl.Segmenter('vi', { granularity: 'grapheme' }).segment(word)) {
    if (fold(word.slice(0, length)).length >= hitLength) break;
    length += segment.length;
  }
  return length;
}

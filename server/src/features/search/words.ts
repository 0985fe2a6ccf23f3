import { fold } from './fold.ts';

const WORD = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]|[\p{L}\p{N}]+/gu;
const WORD_LENGTH = 40;
const ADDRESS = /^[a-z0-9._+=-]{1,64}@[a-z0-9.-]{1,190}$/;

/** The words of a text as the index knows them: letters and digits alone, folded, each cut at 40 characters. */
export function foldedWords(text: string): string[] {
  const words = fold(text).match(WORD) ?? [];
  return words.map((word) => (word.length > WORD_LENGTH ? word.slice(0, WORD_LENGTH) : word));
}

/** The words that were written with marks, in small letters: what is only found by who takes care to type them. */
export function markedWords(text: string): string[] {
  const words = text.normalize('NFC').toLowerCase().match(WORD) ?? [];
  return [...new Set(words.filter((word) => fold(word) !== word))];
}

/** An address as one word, so that a complete one finds exactly its mail; null for whatever is not plainly one. */
export function addressWord(text: string): string | null {
  const address = text.trim().toLowerCase();
  return ADDRESS.test(address) ? address : null;
}

import { fold } from './fold.ts';

const WORD = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]|[\p{L}\p{N}]+/gu;
const WORD_LENGTH = 40;

/** The words of a text as the index knows them: letters and digits alone, folded, each cut at 40 characters. */
export function foldedWords(text: string): string[] {
  const words = fold(text).match(WORD) ?? [];
  return words.map((word) => (word.length > WORD_LENGTH ? word.slice(0, WORD_LENGTH) : word));
}

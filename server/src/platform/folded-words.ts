import { fold } from '@bocau/contract/fold.ts';

/** Letters and digits; of scripts without spaces each character. */
export const FOLDED_WORD = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]|[\p{L}\p{N}]+/gu;
export const WORD_LENGTH = 40;

/** The words of a text in indexed form: letters and digits only, folded, each cut at 40 characters. */
export function foldedWords(text: string): string[] {
  const words = fold(text).match(FOLDED_WORD) ?? [];
  return words.map((word) => (word.length > WORD_LENGTH ? word.slice(0, WORD_LENGTH) : word));
}

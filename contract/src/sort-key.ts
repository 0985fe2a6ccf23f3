import { fold } from './fold.ts';

const NUMBER = /\d{1,15}/g;

/** A cursor of a list holds it; names that agree so far go by their ids. */
const SORT_KEY_LENGTH = 160;

/** What names are sorted by: without accents; numbers by their value, so that "Quý 10" comes after "Quý 9". */
export function sortKey(name: string): string {
  const key = fold(name).replace(NUMBER, (digits) => digits.padStart(15, '0'));
  return key.slice(0, SORT_KEY_LENGTH).toWellFormed();
}

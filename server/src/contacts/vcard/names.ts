import type { ContactFields } from '@bocau/contract/contacts.ts';
import { fold } from '@bocau/contract/fold.ts';
import { organisationWords, particles } from './surnames.ts';
import {
  hasOwnLetters,
  isCertainSurname,
  isCommonSurname,
  isMiddleMark,
  isSurname,
  isSyllable,
  surnameLength,
} from './vietnamese-words.ts';

/*
 * Vietnam writes surname, middle names, given name, and lists people by the given name, which is one word. Programs
 * split such names in all ways, and write them in the order of Europe too. The heuristics, in this order:
 *
 * 1. "Smith, John Paul": what stands before a comma is the surname.
 * 2. A name is Vietnamese if it has a letter that only Vietnamese has, if it begins with a surname like Nguyễn, or if
 *    all its words could be syllables of Vietnamese: "Minh Vu", but not "Kim Smith". A word without accents may stand
 *    for any with its letters: "Nguyen" is Nguyễn, but "Lệ" is not Lê.
 * 3. In a Vietnamese name the surname is at the beginning ("Nguyễn Thị Lan Anh", "Tôn Nữ Thị Ninh"), unless it is
 *    at the end: the first word is no common surname and the last one is, being no given name ("Lan Anh Nguyễn", "Mai
 *    Trần", but "Hà Ngọc Vũ" is a Hà), or Thị or Văn stand behind a surname at the end ("Lan Anh Nguyễn Thị").
 * 4. Without a surname the last word is the given name: "Anh Tuấn" and "Chị Lan" are under T and L.
 * 5. Other names have the surname at the end, with particles before it: "Ludwig van Beethoven".
 */

export type NameParts = { family_name: string; middle_name: string; given_name: string };

/** The parts of a full name. Every word of it is in one of them. */
export function splitName(full: string): NameParts {
  const text = full.normalize('NFC').trim();
  const comma = text.indexOf(',');
  if (comma > 0 && comma < text.length - 1) return splitAtComma(text, comma);
  const words = wordsOf(text);
  if (words.length < 2) return { family_name: '', middle_name: '', given_name: words.join(' ') };
  return isVietnamese(words) ? splitVietnamese(words) : splitWestern(words);
}

function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}

function parts(family: string[], middle: string[], given: string[]): NameParts {
  return { family_name: family.join(' '), middle_name: middle.join(' '), given_name: given.join(' ') };
}

function splitAtComma(text: string, comma: number): NameParts {
  const family = wordsOf(text.slice(0, comma));
  const rest = wordsOf(text.slice(comma + 1));
  if (isVietnamese([...family, ...rest])) return parts(family, rest.slice(0, -1), rest.slice(-1));
  return parts(family, rest.slice(1), rest.slice(0, 1));
}

function isVietnamese(words: string[]): boolean {
  return words.some(hasOwnLetters) || isCertainSurname(words[0]) || words.every(isSyllable);
}

function splitVietnamese(words: string[]): NameParts {
  const atEnd = surnameAtEnd(words);
  if (atEnd > 0) {
    const before = words.slice(0, atEnd);
    const family = [words[atEnd] ?? ''];
    const behind = words.slice(atEnd + 1);
    // "Anh Thị Lan Nguyễn" has the given name first, and "Lan Anh Nguyễn" as its last word before the surname.
    const mark = before.findIndex((word, at) => at > 0 && isMiddleMark(word));
    const given = mark < 0 ? before.length - 1 : mark - 1;
    const marked = mark < 0 ? [] : before.slice(mark);
    return parts(family, [...marked, ...behind, ...before.slice(0, given)], before.slice(given, given + 1));
  }
  const length = Math.min(surnameLength(words), words.length - 1);
  return parts(words.slice(0, length), words.slice(length, -1), words.slice(-1));
}

/** The place of a surname that stands at the end; 0 where none does. */
function surnameAtEnd(words: string[]): number {
  const last = words.length - 1;
  const length = surnameLength(words);
  // At the beginning a common surname, or one of two words, leaves no doubt.
  if (isInOrder(words)) return 0;
  if (isCommonSurname(words[last])) return last;
  const marked = last > 1 && isMiddleMark(words[last]) && isSurname(words[last - 1]);
  return marked && (length === 0 || isCommonSurname(words[last - 1])) ? last - 1 : 0;
}

const GENERATION = /^(?:jr|sr|ii|iii|iv)\.?$/i;

function splitWestern(words: string[]): NameParts {
  let from = words.length - 1;
  if (from > 1 && GENERATION.test(words[from] ?? '')) from -= 1;
  while (from > 1 && particles.includes((words[from - 1] ?? '').toLowerCase())) from -= 1;
  return parts(words.slice(from), words.slice(1, from), words.slice(0, 1));
}

/** The name that a card shows: the full one, or what else says whose card it is. */
export function shownName(fields: Partial<ContactFields>): string {
  const { full_name = '', nickname = '', organisation = '' } = fields;
  const texts = [full_name, joinName(fields), nickname, organisation];
  return texts.find((text) => text.trim() !== '') ?? firstPoint(fields);
}

function firstPoint({ emails = [], phones = [] }: Partial<ContactFields>): string {
  return emails[0]?.value ?? phones[0]?.value ?? '';
}

function joinName(fields: Partial<ContactFields>): string {
  const { family_name = '', middle_name = '', given_name = '' } = fields;
  const { name_prefix = '', name_suffix = '' } = fields;
  const vietnamese = wordsOf(`${family_name} ${middle_name} ${given_name}`);
  const name =
    family_name === '' || isVietnamese(vietnamese)
      ? [family_name, middle_name, given_name]
      : [given_name, middle_name, family_name];
  return wordsOf([name_prefix, ...name, name_suffix].join(' ')).join(' ');
}

export type SortNames = { given: string; family: string };

/** The names that lists are ordered by: by given name and then family name, or the other way about. */
export function sortNames(fields: Partial<ContactFields>): SortNames {
  const { full_name = '', family_name = '', middle_name = '', given_name = '', organisation = '' } = fields;
  const full = plainName(full_name);
  const written = [family_name, middle_name, given_name].filter((part) => part.trim() !== '');
  // A name in parts is a person's; one that is in one part may be all that there is of it.
  if (written.length > 1) return keyOf(splitParts(fields, full));
  const whole = full || plainName(written[0] ?? '');
  if (whole === '' || isOrganisation(whole, organisation)) {
    const text = shownName(fields);
    return { given: text, family: text };
  }
  return keyOf(splitName(whole));
}

/** Parts as a program has written them, put right where they are Vietnamese. */
function splitParts(fields: Partial<ContactFields>, full: string): NameParts {
  const [family = '', middle = '', given = ''] = [fields.family_name, fields.middle_name, fields.given_name];
  const written = { family_name: family, middle_name: middle, given_name: given };
  const inOrder = wordsOf(`${family} ${middle} ${given}`);
  const words = isSameWords(inOrder, full) ? wordsOf(full) : inOrder;
  const turned = wordsOf(`${given} ${middle} ${family}`);
  if (!isVietnamese(inOrder) && !isVietnamese(turned)) return written;
  if (words !== inOrder && isInOrder(words)) return splitVietnamese(words);
  const familyWords = wordsOf(family);
  if (surnameLength(familyWords) > 0 && !isTurned(familyWords, wordsOf(given))) {
    const givenWords = wordsOf(given);
    const rest = isMiddleMark(givenWords.at(-1)) || givenWords.length === 0 ? wordsOf(middle) : givenWords;
    const length = surnameLength(familyWords);
    return parts(familyWords.slice(0, length), [], rest.length > 0 ? rest.slice(-1) : givenWords.slice(-1));
  }
  // The last word of a Vietnamese name, taken for its surname.
  return splitVietnamese(isTurned(familyWords, wordsOf(given)) ? turned : words);
}

/** A given name that begins with a surname, and a surname that may be a given name. */
function isTurned(family: string[], given: string[]): boolean {
  return beginsWithSurname(given) && !beginsWithSurname(family);
}

/** A surname that is hardly ever a given name. */
function beginsWithSurname(words: string[]): boolean {
  return isCommonSurname(words[0]) || surnameLength(words) > 1;
}

/** With such a surname at its beginning a name is in Vietnam's order. */
function isInOrder(words: string[]): boolean {
  return beginsWithSurname(words) || isCertainSurname(words[0]);
}

function isSameWords(words: string[], full: string): boolean {
  const sorted = (all: string[]) => all.map(fold).sort().join(' ');
  return sorted(words) === sorted(wordsOf(full));
}

function keyOf({ family_name, middle_name, given_name }: NameParts): SortNames {
  const given = given_name || middle_name || family_name;
  return { given, family: family_name || given };
}

/** Without what people write behind a name: "Tuấn (kế toán)", "Lan - Viettel", "Nam 2". */
function plainName(full: string): string {
  const text = full.normalize('NFC').trim();
  const ends = [' (', ' - ', ' – ', ' | '].map((mark) => text.indexOf(mark)).filter((at) => at > 0);
  const words = wordsOf(text.slice(0, Math.min(text.length, ...ends)));
  while (words.length > 1 && !/\p{L}/u.test(words.at(-1) ?? '')) words.pop();
  return words.join(' ');
}

function isOrganisation(full: string, organisation: string): boolean {
  const name = fold(full);
  if (organisation !== '' && name === fold(plainName(organisation))) return true;
  return organisationWords.some((words) => full.toLowerCase().startsWith(`${words} `));
}

/** Who writes a whole name alone means its parts too: programs show and sort by them. */
export function withNameParts(fields: Partial<ContactFields>): Partial<ContactFields> {
  const { full_name, family_name, middle_name, given_name } = fields;
  if (full_name === undefined || (family_name ?? middle_name ?? given_name) !== undefined) return fields;
  return { ...fields, ...splitName(full_name) };
}

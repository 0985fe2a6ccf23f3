import { fold } from '@bocau/contract/fold.ts';
import { certainSurnames, commonSurnames, doubleSurnames, middleMarks, surnames } from './surnames.ts';

const TONE = /[\u0300\u0301\u0303\u0309\u0323]/;
const TONES = /[\u0300\u0301\u0303\u0309\u0323]/g;
const ASCII = /^[\0-\x7f]*$/;

/** Letters that no other language of our users has: đ, ơ, ư, ă, a hook above, a dot below, two marks at once. */
const OWN_LETTERS = /đ|\u031b|a\u0306|\u0309|\u0323|\u0302(?:\u0300|\u0301|\u0303)/u;

/** How a syllable begins, sounds and ends, without its marks. */
const SYLLABLE = new RegExp(
  '^(?:b|ch?|d|gh?|gi|h|kh?|l|m|ngh?|nh?|ph?|qu|r|s|th?|tr?|v|x)?' +
    '(?:a[iouy]?|e[ou]?|i(?:a|e|eu|u)?|o(?:a[iouy]?|eo?|i)?|u(?:a[uy]?|eo?|oi?|ou|i|u|y(?:a|en?|eu|u)?)?|y(?:eu?)?)' +
    '(?:ch?|m|ng?|nh|p|t)?$',
);

/** The same for `Hòa` and `Hoà`: letters with their marks, and the tone apart from its place. */
function signature(word: string): string {
  const marked = word.toLowerCase().normalize('NFD');
  return `${marked.replace(TONES, '')} ${TONE.exec(marked)?.[0] ?? ''}`;
}

type WordSet = { written: Set<string>; plain: Set<string> };

function setOf(words: readonly string[]): WordSet {
  return { written: new Set(words.map(signature)), plain: new Set(words.map(fold)) };
}

const all = setOf(surnames);
const common = setOf(commonSurnames);
const certain = setOf(certainSurnames);
const marks = setOf(middleMarks);
const doubles = doubleSurnames.map((words) => ({ words: words.map(signature), plain: words.map(fold) }));

/** A word without accents may stand for any with these letters. */
function isIn({ written, plain }: WordSet, word: string | undefined): boolean {
  if (word === undefined) return false;
  return ASCII.test(word) ? plain.has(word.toLowerCase()) : written.has(signature(word));
}

export const isSurname = (word: string | undefined) => isIn(all, word);
export const isCommonSurname = (word: string | undefined) => isIn(common, word);
export const isCertainSurname = (word: string | undefined) => isIn(certain, word);
/** Thị and Văn. */
export const isMiddleMark = (word: string | undefined) => isIn(marks, word);

/** How many words of a name from a place on are its surname; 0 where there is none. */
export function surnameLength(words: string[], from = 0): number {
  const double = doubles
    .filter(({ words: parts, plain }) =>
      parts.every((part, at) => {
        const word = words[from + at];
        if (word === undefined) return false;
        return ASCII.test(word) ? plain[at] === word.toLowerCase() : part === signature(word);
      }),
    )
    .reduce((longest, { words: parts }) => Math.max(longest, parts.length), 0);
  return double > 0 ? double : Number(isSurname(words[from]));
}

export function hasOwnLetters(text: string): boolean {
  return OWN_LETTERS.test(text.toLowerCase().normalize('NFD'));
}

export function isSyllable(word: string): boolean {
  return word.length <= 7 && SYLLABLE.test(fold(word));
}

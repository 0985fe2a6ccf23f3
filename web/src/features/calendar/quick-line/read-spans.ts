import { fold } from '@bocau/contract/fold.ts';
import type { Language } from '../../../i18n/i18n.ts';
import { isEnglishLine, isTypedWithAccents } from './line-language.ts';

/** Where a match stands, as it was written; what was taken out before is TAKEN there. */
export type Around = { written: string; before: string; after: string };
type IsMeant = (match: RegExpMatchArray, around: Around) => boolean;

/** A line whose parts are taken out one after another, without losing how it was written. */
export type Line = {
  isEnglish: boolean;
  isAccented: boolean;
  /** Takes the first match out that is meant. Its letters are small; a pattern is of whole words. */
  take(source: string, isMeant?: IsMeant): RegExpMatchArray | null;
  /** Finds it and leaves it. */
  find(source: string, isMeant?: IsMeant): RegExpMatchArray | null;
  /** Takes out what stands between two places. */
  cut(from: number, to: number): void;
  /** Leaves in the title what stands between two places: nothing more of it is found. */
  leave(from: number, to: number): void;
  /** What is left, as it was written, with TAKEN for what is gone. */
  rest(): string;
};

export const TAKEN = '\u0000';
const LEFT = '\u0001';
const EDGE = String.raw`(?<![\p{L}\p{N}/.:-])`;
const END = String.raw`(?![\p{L}\p{N}/:-]|['’]\p{L})`;
/** What means something else where it is typed without accents by someone who puts them. */
const LOOKALIKES = new Set(
  'am ban bay bon ca hang kem mung nam ngay phong ram sang sau so tai tam thang thu tu'.split(' '),
);
const patterns = new Map<string, RegExp>();

export function createLine(text: string, language: Language): Line {
  const letters = text.normalize('NFC').split('');
  // One small letter for each that was written, so that both have the same places.
  const small = letters.map((letter) => letter.toLowerCase()[0] ?? letter);
  const isAccented = isTypedWithAccents(text);
  const written = (from: number, to?: number) => letters.slice(from, to).join('');

  function find(source: string, isMeant: IsMeant = () => true): RegExpMatchArray | null {
    for (const match of small.join('').matchAll(patternOf(source, isAccented))) {
      const { index, 0: whole } = match;
      const end = index + whole.length;
      if (isMeant(match, { written: written(index, end), before: written(0, index), after: written(end) }))
        return match;
    }
    return null;
  }

  function cut(from: number, to: number): void {
    small.fill(TAKEN, from, to);
    letters.fill(TAKEN, from, to);
  }

  return {
    ...{ isEnglish: isEnglishLine(text, language), isAccented, find, cut },
    take(source, isMeant) {
      const match = find(source, isMeant);
      if (match) cut(match.index ?? 0, (match.index ?? 0) + match[0].length);
      return match;
    },
    leave: (from, to) => void small.fill(LEFT, from, to),
    rest: () => letters.join(''),
  };
}

/**
 * The words of a pattern are written with accents. A word that was typed with accents must have the same ones; one that was
 * typed without may be any word of its letters, unless the line has accents and it is a word as it stands.
 */
function patternOf(source: string, isAccented: boolean): RegExp {
  const key = `${isAccented}${source}`;
  const known = patterns.get(key);
  if (known) return known;
  const lenient = source.replaceAll(/\p{L}+/gu, (word) => {
    if (isAccented && LOOKALIKES.has(fold(word))) return word;
    return word.replaceAll(/[^\0-\x7f]/gu, (letter) => `[${letter}${fold(letter)}]`);
  });
  const pattern = new RegExp(`${EDGE}(?:${lenient})${END}`, 'gu');
  patterns.set(key, pattern);
  return pattern;
}

const GONE = new RegExp(`^[\\s,]*${TAKEN}|^[\\s,]*$`);
const WAS = new RegExp(`${TAKEN}[\\s,]*$|^[\\s,]*$`);

/** Whether something stands beside what was understood already. */
export function isBeside({ before, after }: Around): boolean {
  return (before.includes(TAKEN) && WAS.test(before)) || (after.includes(TAKEN) && GONE.test(after));
}

/** Whether it stands at the beginning or the end, or beside what was understood. */
export function isAtEdge({ before, after }: Around): boolean {
  return WAS.test(before) || GONE.test(after);
}

import { fold } from '@bocau/contract/fold.ts';

/** A line whose parts are taken out one after another, without losing how it was written. */
export type Line = {
  /** Takes the first match out; its letters are folded, and `text` is how it was written. */
  take(
    pattern: RegExp,
    isMeant?: (match: RegExpMatchArray, written: string) => boolean,
  ): RegExpMatchArray | null;
  /** Takes out what stands between two places. */
  cut(from: number, to: number): void;
  /** What is left, as it was written. */
  rest(): string;
  /** The same, folded. */
  folded(): string;
};

const TAKEN = '\u0000';

export function createLine(text: string): Line {
  const letters = [...text.normalize('NFC')];
  // One folded letter for each that was written, so that both have the same places.
  const plain = letters.map((letter) => fold(letter)[0] ?? letter);
  const joined = () => plain.join('');
  function cut(from: number, to: number): void {
    for (let at = from; at < to; at += 1) {
      plain[at] = TAKEN;
      letters[at] = TAKEN;
    }
  }
  return {
    take(pattern, isMeant = () => true) {
      const all = joined().matchAll(new RegExp(pattern, 'gu'));
      for (const match of all) {
        const { index, 0: whole } = match;
        if (!isMeant(match, letters.slice(index, index + whole.length).join(''))) continue;
        cut(index, index + whole.length);
        return match;
      }
      return null;
    },
    cut,
    rest: () => letters.join('').replaceAll(TAKEN, ' '),
    folded: joined,
  };
}

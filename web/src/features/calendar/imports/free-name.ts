import { fold } from '@bocau/contract/fold.ts';

const MOST_LETTERS = 100;
const NUMBER = / \(\d+\)$/;

/** CL-386: a name, with a number behind it where people would take it for one that is there. */
export function freeName(name: string, taken: readonly string[]): string {
  const keys = new Set(taken.map((one) => fold(one.trim())));
  let free = name.trim();
  for (let number = 2; keys.has(fold(free)); number += 1) {
    const ending = ` (${number})`;
    free = `${name
      .trim()
      .replace(NUMBER, '')
      .slice(0, MOST_LETTERS - ending.length)}${ending}`;
  }
  return free;
}

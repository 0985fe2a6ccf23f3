import { type Prng, prng } from '@bocau/server/demo-world/prng.ts';
import { familyNames, foreignNames, givenNames } from './word-pools.ts';

export type Correspondent = { name: string; email: string };

export const BENCH_DOMAIN = 'bench.example';

const COLLEAGUES = 40;
const STRANGERS = 1_500;

/** Colleagues write often, a few customers now and then, and many others once. */
export function makeCorrespondents(seed: string): { draw(random: Prng): Correspondent } {
  const random = prng(`${seed} people`);
  const colleagues = Array.from({ length: COLLEAGUES }, (_, i) => ({
    name: `${random.pick(familyNames)} ${random.pick(givenNames)} ${random.pick(givenNames)}`,
    email: `colleague${i}@${BENCH_DOMAIN}`,
  }));
  const strangers = Array.from({ length: STRANGERS }, (_, i) => ({
    name: random.chance(0.5)
      ? random.pick(foreignNames)
      : `${random.pick(familyNames)} ${random.pick(givenNames)}`,
    email: `contact${i}@company${i % 300}.example`,
  }));
  return {
    draw: (by) =>
      by.chance(0.4)
        ? by.pick(colleagues)
        : (strangers[Math.floor(by.next() ** 2 * STRANGERS)] as Correspondent),
  };
}

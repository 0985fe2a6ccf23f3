import { describe, expect, test } from 'vitest';
import { compareWithSieve } from './compare-sieve.ts';
import { findPigeonhole } from './debian-programs.ts';

const pigeonhole = findPigeonhole();

describe.skipIf(pigeonhole === null)('Pigeonhole from Debian', () => {
  // `npm run soak -- sieve` does the same with a thousand.
  test('RU-12 RU-10 the printed script compiles, and sorts random messages as the filters do', async () => {
    if (pigeonhole === null) return;
    const { compared, acted, differences } = await compareWithSieve(pigeonhole, 50, 'sieve');
    expect(differences).toEqual([]);
    expect(acted).toBeGreaterThan(compared / 3);
  });
});

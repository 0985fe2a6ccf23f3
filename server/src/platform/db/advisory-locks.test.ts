import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ADVISORY_LOCKS } from './advisory-locks.ts';

const SOURCES = join(import.meta.dirname, '../..');

test('each advisory lock has a number of its own, and all of them stand in one list', async () => {
  const numbers = Object.values<number>(ADVISORY_LOCKS);
  expect(new Set(numbers).size).toBe(numbers.length);
  const elsewhere: string[] = [];
  for await (const file of glob('**/*.ts', { cwd: SOURCES })) {
    if (file.endsWith('db/advisory-locks.ts')) continue;
    const found = (await readFile(join(SOURCES, file), 'utf8')).match(/\b4_?207_?0\d\d\b/g) ?? [];
    elsewhere.push(...found.map((number) => `${file}: ${number}`));
  }
  expect(elsewhere).toEqual([]);
});

import { expect, test } from 'vitest';
import { growthOf, isTooSteep } from '../../test-kit/processor-cost.ts';
import { distinctNames } from './distinct-names.ts';

test('names that differ at most in case get a number that no other has', () => {
  const given = ['a.txt', 'A.txt', 'a (2).txt', 'a:b', 'a*b', 'a.txt', '..'];
  expect(distinctNames(given)).toEqual([
    'a.txt',
    'A (2).txt',
    'a (2) (2).txt',
    'a_b',
    'a_b (2)',
    'a (3).txt',
    'file',
  ]);
});

test('many that become one name cost no more each than few', async () => {
  const make = (count: number) => Array.from({ length: count }, () => 'a:b.txt');
  const growth = await growthOf(make, 1_000, distinctNames, (found) => isTooSteep(found, 50_000));
  expect(isTooSteep(growth, 50_000), JSON.stringify(growth)).toBe(false);
});

import { expect, test } from 'vitest';
import { recentSearches, recordSearch } from './recent-searches.ts';

test('SB-15 the last five searches are known, each once, the latest first', () => {
  for (const text of ['a', 'b', '', 'c', 'a', 'd', 'e', 'g']) recordSearch(text);
  expect(recentSearches()).toEqual(['g', 'e', 'd', 'a', 'c']);
});

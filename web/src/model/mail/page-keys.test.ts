import { expect, test } from 'vitest';
import type { SearchTerms } from './mail-model.ts';
import { listKey } from './page-keys.ts';

const search = (terms: SearchTerms) => listKey({ kind: 'search', terms });

test('two lists are the same only when they show the same', () => {
  expect(search({ q: 'a' })).not.toBe(search({ q: 'b' }));
  expect(search({ q: 'a', folder: 'Sent' })).toBe(search({ folder: 'Sent', q: 'a' }));
  expect(listKey({ kind: 'folder', path: 'starred' })).not.toBe(listKey({ kind: 'starred' }));
});

import type { Thread } from '@bocau/contract/threads.ts';
import { describe, expect, test } from 'vitest';
import { PICKS, pick } from './picks.ts';

const row = (id: string, unread = false, starred = false) => ({ id, unread, starred }) as Thread;
const threads = [row('a', true), row('b', false, true), row('c', true, true), row('d'), row('e', true)];
const ids = (selection: { ids: ReadonlySet<string> }) => [...selection.ids].sort().join('');

describe('the select menu', () => {
  test.each([
    ['all', 'abcde'],
    ['none', ''],
    ['read', 'bd'],
    ['unread', 'ace'],
    ['starred', 'bc'],
    ['unstarred', 'ade'],
  ] as const)('TL-1 %s picks %s', (which, picked) => {
    expect(ids(pick(threads, which))).toBe(picked);
  });

  test('TL-1 it has these six choices', () => {
    expect(PICKS).toEqual(['all', 'none', 'read', 'unread', 'starred', 'unstarred']);
  });
});

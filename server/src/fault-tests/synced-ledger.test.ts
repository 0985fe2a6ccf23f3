import { expect, test } from 'vitest';
import { openLedger } from './synced-ledger.ts';

const found = (things: Record<string, string>) => new Map(Object.entries(things));

/** Both sides have these things. */
function begun() {
  const ledger = openLedger();
  for (const thing of ['a', 'b', 'c']) ledger.edited('web', thing, 'v1');
  expect(ledger.judge(found({ a: 'v1', b: 'v1', c: 'v1' }), true)).toEqual([]);
  return ledger;
}

test('a calm synchronization keeps each edit, the web’s of two, and an edit rather than a deletion', () => {
  const ledger = begun();
  for (const thing of ['a', 'b']) ledger.edited('files', thing, 'v2');
  ledger.edited('web', 'a', 'v3');
  ledger.edited('web', 'b', null);
  expect(ledger.judge(found({ a: 'v3', b: 'v2', c: 'v1' }), true)).toEqual([]);
});

test('a lost edit, a lost thing and one that was never made are told', () => {
  const ledger = begun();
  ledger.edited('web', 'a', 'v2');
  expect(ledger.judge(found({ a: 'v1', c: 'v1', d: 'v1' }), false)).toEqual([
    'a says v1, not v2',
    'b says null, not v1',
    'd says v1, not null',
  ]);
});

test('an unclear edit may be done or not; of a struck synchronization any edit of both sides may win', () => {
  const ledger = begun();
  ledger.edited('web', 'a', 'v2', false);
  ledger.edited('web', 'b', 'v2');
  ledger.edited('files', 'b', 'v3');
  expect(ledger.judge(found({ a: 'v1', b: 'v3', c: 'v1' }), false)).toEqual([]);
});

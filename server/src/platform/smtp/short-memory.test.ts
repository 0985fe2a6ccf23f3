import { expect, test } from 'vitest';
import { createShortMemory } from './short-memory.ts';

test('what DNS said is remembered for three seconds, failures and long answers not at all', () => {
  let now = 0;
  const memory = createShortMemory(() => now);
  memory.set('TXT a', { records: [['v=spf1 -all']] });
  memory.set('TXT gone', { code: 'ENOTFOUND' });
  memory.set('TXT silent', { code: 'ETIMEOUT' });
  memory.set('TXT long', { records: [['x'.repeat(5_000)]] });
  now = 2_999;
  expect(['a', 'gone', 'silent', 'long'].map((name) => memory.get(`TXT ${name}`))).toEqual([
    { records: [['v=spf1 -all']] },
    { code: 'ENOTFOUND' },
    undefined,
    undefined,
  ]);
  now = 3_000;
  expect(memory.get('TXT a')).toBeUndefined();
});

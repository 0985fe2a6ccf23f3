import { expect, test } from 'vitest';
import { freeBytes } from './free-bytes.ts';

test('spent bytes give their memory back, unless something else stands in it', () => {
  const alone = new Uint8Array(64 * 1024);
  freeBytes(alone);
  expect(alone.length).toBe(0);

  const cut = Buffer.alloc(64 * 1024, 'a');
  freeBytes(cut.subarray(1000));
  expect(cut.length).toBe(64 * 1024);

  const pooled = Buffer.from('công nợ');
  freeBytes(pooled);
  expect(pooled.toString()).toBe('công nợ');
});

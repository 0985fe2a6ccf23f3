import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { contentHash } from './content-hash.ts';

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest();

test('a file of one chunk, or of none, has the hash of its bytes', () => {
  const key = sha256('một');
  expect(contentHash([key.toString('hex')])).toEqual(key);
  expect(contentHash([])).toEqual(sha256(''));
});

test('a file of several chunks has the hash of no other file', () => {
  const keys = [sha256('một'), sha256('hai')];
  const hash = contentHash(keys.map((key) => key.toString('hex')));
  expect(hash).toHaveLength(32);
  expect(hash).not.toEqual(contentHash(keys.toReversed().map((key) => key.toString('hex'))));
  expect(hash).not.toEqual(sha256(Buffer.concat(keys)));
});

import { expect, it } from 'vitest';
import { decodeCursor, encodeCursor } from './paging.ts';

it('gives back what it was made from', () => {
  for (const values of [[], [1], [1700000000, 'thread-Ấ', null, true], [-0.5, '', Number.MAX_SAFE_INTEGER]]) {
    const cursor = encodeCursor(values);
    expect(cursor).toMatch(/^[\w-]+$/);
    expect(decodeCursor(cursor, values.length)).toEqual(values);
  }
});

it('refuses what it did not make', () => {
  const notOurs = [
    ...['', ' ', 'null', '0', '%00', '../../etc/passwd', 'ấ', 'a'.repeat(100_000), `${encodeCursor([1])}=`],
    ...[[2, 1], [1], [1, 1, 1], [1, {}], [1, [1]], { 0: 1 }, 'x', null].map(spelled),
    Buffer.from('[1,1e999]').toString('base64url'),
    Buffer.from('[1, 1]').toString('base64url'),
    encodeCursor(['a\0b']),
    encodeCursor(['a'.repeat(2000)]),
  ];
  for (const cursor of notOurs) expect(decodeCursor(cursor, 1), cursor.slice(0, 40)).toBeNull();
});

it('answers null or sound values for any text, and never throws', () => {
  const random = mulberry32(20);
  const good = encodeCursor([1700000000, 'abc', 77]);
  let sound = 0;
  for (let round = 0; round < 20_000; round += 1) {
    const letters = [...good];
    for (let change = 0; change <= random() * 3; change += 1) {
      letters[Math.floor(random() * letters.length)] = String.fromCharCode(Math.floor(random() * 256));
    }
    const values = decodeCursor(letters.join(''), 3);
    if (values === null) continue;
    sound += 1;
    expect(values).toHaveLength(3);
    expect(encodeCursor(values)).toBe(letters.join(''));
  }
  expect(sound).toBeGreaterThan(0);
});

function spelled(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

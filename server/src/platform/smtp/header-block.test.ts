import { expect, it } from 'vitest';
import { HeaderBlock } from './header-block.ts';

function readThrough(raw: string, size: number) {
  const block = new HeaderBlock({ bytes: 200, lines: 20, signatures: 2 });
  const bytes = Buffer.from(raw, 'latin1');
  const out: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += size) out.push(block.take(bytes.subarray(at, at + size)));
  out.push(block.end());
  return {
    passed: Buffer.concat(out).toString('latin1'),
    tooLong: block.tooLong,
    ended: block.ended,
  };
}

const long = 'x'.repeat(300);

it.each<[string, string, Partial<ReturnType<typeof readThrough>>]>([
  ['nothing', '', { passed: '', tooLong: false, ended: false }],
  [
    'a message',
    'From: a@b.test\r\n\r\nFrom: c@d.test',
    { passed: 'From: a@b.test\r\n\r\nFrom: c@d.test', ended: true },
  ],
  ['a message with bare line feeds', 'A: 1\n\nbody', { passed: 'A: 1\n\nbody', ended: true }],
  ['no body', 'From: a@b.test', { passed: 'From: a@b.test', ended: false }],
  [
    'a block that is too long',
    `X: ${long}\r\nFrom: a@b.test\r\n\r\nbody`,
    { passed: `X: ${long}\r\nFrom: a@b.test\r\n\r\nbody`, tooLong: true, ended: true },
  ],
  [
    'a block of many short lines',
    `X: 1\r\n${' \r\n'.repeat(20)}From: a@b.test\r\n\r\nbody`,
    { passed: `X: 1\r\n${' \r\n'.repeat(20)}From: a@b.test\r\n\r\nbody`, tooLong: true, ended: true },
  ],
  ['a body of many lines', `A: 1\r\n\r\n${'\r\n'.repeat(50)}`, { tooLong: false, ended: true }],
  ['a body that is long', `A: 1\r\n\r\n${long}`, { passed: `A: 1\r\n\r\n${long}`, tooLong: false }],
  [
    'more signatures than are tried',
    'DKIM-Signature: 1\r\n a\r\nA: 1\r\ndkim-signature : 2\r\nDKIM-Signature: 3\r\n b\r\nB: 2\r\n\r\nx',
    { passed: 'DKIM-Signature: 1\r\n a\r\nA: 1\r\ndkim-signature : 2\r\nB: 2\r\n\r\nx' },
  ],
])('reads %s, however it is cut', (_name, raw, expected) => {
  for (const size of [1, 2, 5, 64, 10_000]) expect(readThrough(raw, size)).toMatchObject(expected);
});

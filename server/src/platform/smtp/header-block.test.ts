import { expect, it } from 'vitest';
import { HeaderBlock } from './header-block.ts';

function readThrough(raw: string, size: number, maxBytes = 200, maxSignatures = 2) {
  const block = new HeaderBlock(maxBytes, maxSignatures);
  const bytes = Buffer.from(raw, 'latin1');
  const out: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += size) out.push(block.take(bytes.subarray(at, at + size)));
  out.push(block.end());
  return {
    passed: Buffer.concat(out).toString('latin1'),
    tooLong: block.tooLong,
    ended: block.ended,
    from: block.fromAddresses(),
  };
}

const long = 'x'.repeat(300);

it.each<[string, string, Partial<ReturnType<typeof readThrough>>]>([
  ['nothing', '', { passed: '', tooLong: false, ended: false, from: [] }],
  [
    'a message',
    'From: a@b.test\r\n\r\nFrom: c@d.test',
    { passed: 'From: a@b.test\r\n\r\nFrom: c@d.test', ended: true, from: ['a@b.test'] },
  ],
  ['a message with bare line feeds', 'FROM : A <a@b.test>\n\nbody', { ended: true, from: ['a@b.test'] }],
  ['no body', 'From: a@b.test', { passed: 'From: a@b.test', ended: false, from: ['a@b.test'] }],
  [
    'a folded list',
    'From: "x@y.test"\r\n\t<a@b.test>,\r\n c@d.test\r\n\r\n',
    { from: ['x@y.test', 'a@b.test', 'c@d.test'] },
  ],
  [
    'two From fields',
    'From: a@b.test\r\nTo: t@t.test\r\nFrom: c@d.test\r\n\r\n',
    { from: ['a@b.test', 'c@d.test'] },
  ],
  ['names that only look like it', 'X-From: a@b.test\r\nFromm: c@d.test\r\n\r\n', { from: [] }],
  [
    'a block that is too long',
    `X: ${long}\r\nFrom: a@b.test\r\n\r\nbody`,
    { passed: `X: ${long}\r\nFrom: a@b.test\r\n\r\nbody`, tooLong: true, ended: true, from: ['a@b.test'] },
  ],
  ['a body that is long', `A: 1\r\n\r\n${long}`, { passed: `A: 1\r\n\r\n${long}`, tooLong: false }],
  [
    'more signatures than are tried',
    'DKIM-Signature: 1\r\n a\r\nA: 1\r\ndkim-signature : 2\r\nDKIM-Signature: 3\r\n b\r\nB: 2\r\n\r\nx',
    { passed: 'DKIM-Signature: 1\r\n a\r\nA: 1\r\ndkim-signature : 2\r\nB: 2\r\n\r\nx' },
  ],
])('reads %s, however it is cut', (_name, raw, expected) => {
  for (const size of [1, 2, 5, 64, 10_000]) expect(readThrough(raw, size)).toMatchObject(expected);
});

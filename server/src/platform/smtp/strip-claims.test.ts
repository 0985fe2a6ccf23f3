import { expect, it } from 'vitest';
import { stripClaims } from './strip-claims.ts';

const options = { authservIds: ['mx.home.test', 'gate.home.test'], ownHeaders: ['x-bocau-*', 'x-spam-flag'] };

async function stripped(raw: string, size: number): Promise<string> {
  async function* pieces() {
    const bytes = Buffer.from(raw, 'latin1');
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }
  const kept: Buffer[] = [];
  for await (const chunk of stripClaims(pieces(), options)) kept.push(chunk);
  return Buffer.concat(kept).toString('latin1');
}

const table: [string, string, string][] = [
  ['nothing', '', ''],
  ['an ordinary message', 'From: a\r\nSubject: b\r\n\r\nbody', 'From: a\r\nSubject: b\r\n\r\nbody'],
  ['Return-Path', 'Return-Path: <x@y>\r\nFrom: a\r\n\r\nb', 'From: a\r\n\r\nb'],
  [
    'Return-Path in capitals, folded',
    'A: 1\r\nRETURN-PATH :\r\n <x@y>\r\nB: 2\r\n\r\n',
    'A: 1\r\nB: 2\r\n\r\n',
  ],
  [
    'our results',
    'Authentication-Results: mx.home.test; spf=pass\r\n dkim=pass\r\nB: 2\r\n\r\n',
    'B: 2\r\n\r\n',
  ],
  [
    'our results, folded at once',
    'Authentication-Results:\r\n\tMX.home.test 1;\r\n\tspf=pass\r\n\r\nx',
    '\r\nx',
  ],
  ['our results behind a comment', 'Authentication-Results: (hi;) mx.home.test; spf=pass\r\n\r\n', '\r\n'],
  ['our results, quoted', 'Authentication-Results: "mx.home.test"; spf=pass\r\n\r\n', '\r\n'],
  ['the results of a gateway', 'Authentication-Results: Gate.home.test; spf=pass\r\n\r\n', '\r\n'],
  [
    "another server's results",
    'Authentication-Results: mx.home.test.away.test; spf=pass\r\n\r\n',
    'Authentication-Results: mx.home.test.away.test; spf=pass\r\n\r\n',
  ],
  [
    'our own fields',
    'X-BoCau-Spoof: no\r\nX-Spam-Flag: NO\r\nX-Spam-Other: 1\r\n\r\n',
    'X-Spam-Other: 1\r\n\r\n',
  ],
  [
    'claims in the body',
    '\r\nReturn-Path: <x@y>\r\nX-BoCau-A: 1\r\n',
    '\r\nReturn-Path: <x@y>\r\nX-BoCau-A: 1\r\n',
  ],
  ['claims behind a line that is no field', 'junk\r\nX-BoCau-A: 1\r\nB: 2\r\n\r\n', 'junk\r\nB: 2\r\n\r\n'],
  ['bare line feeds', 'A: 1\nX-BoCau-A: 1\n 2\nB: \xff\n\nX-BoCau-A: 1', 'A: 1\nB: \xff\n\nX-BoCau-A: 1'],
  ['a header block without an end', 'A: 1\r\nX-BoCau-A: 1', 'A: 1\r\n'],
  ['results without an end', 'A: 1\r\nAuthentication-Results: mx.home.test', 'A: 1\r\n'],
  ['a colon on the next line', 'X-BoCau-A\r\nB: 2\r\n\r\n', 'X-BoCau-A\r\nB: 2\r\n\r\n'],
  ['a name that never ends', `${'n'.repeat(3000)}\r\nA: 1\r\n\r\n`, `${'n'.repeat(3000)}\r\nA: 1\r\n\r\n`],
  [
    'results that hide behind a long comment',
    `Authentication-Results: (${'c'.repeat(3000)}) mx.home.test\r\n\r\n`,
    '\r\n',
  ],
];

it.each(table)('keeps the message and drops the claims: %s', async (_name, raw, expected) => {
  for (const size of [1, 2, 3, 7, 64, 100_000]) {
    expect([size, await stripped(raw, size)]).toEqual([size, expected]);
  }
});

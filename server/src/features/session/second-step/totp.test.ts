import { expect, test } from 'vitest';
import { grouped, toBase32, ungrouped } from './base32.ts';
import { findTimeStep, hotp, totpUri } from './totp.ts';

const SECRET = Buffer.from('12345678901234567890');

test('codes are those of RFC 4226, appendix D', () => {
  const codes = Array.from({ length: 10 }, (_, counter) => hotp(SECRET, counter));
  expect(codes).toEqual([
    '755224',
    '287082',
    '359152',
    '969429',
    '338314',
    '254676',
    '287922',
    '162583',
    '399871',
    '520489',
  ]);
});

test.each([
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
])('the code of second %i is that of RFC 6238, appendix B', (now, code) => {
  expect(hotp(SECRET, Math.floor(now / 30), 8)).toBe(code);
  expect(findTimeStep(SECRET, code.slice(2), { now, lastStep: 0 })).toBe(Math.floor(now / 30));
});

test('TF-3 the codes beside it count too, and none that is used up, or before one that is', () => {
  const now = 1_234_567_890;
  const step = Math.floor(now / 30);
  const find = (at: number, lastStep = 0) => findTimeStep(SECRET, hotp(SECRET, at), { now, lastStep });
  expect([step - 2, step - 1, step, step + 1, step + 2].map((at) => find(at))).toEqual([
    null,
    step - 1,
    step,
    step + 1,
    null,
  ]);
  expect([step - 1, step, step + 1].map((at) => find(at, step))).toEqual([null, null, step + 1]);
});

test('a secret is written as RFC 4648 has it', () => {
  expect(toBase32(Buffer.from('foobar'))).toBe('mzxw6ytboi');
  expect(toBase32(SECRET).toUpperCase()).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
  expect(grouped('mzxw6ytboi')).toBe('mzxw 6ytb oi');
  expect(ungrouped(' MZXW-6ytb oi')).toBe('mzxw6ytboi');
  expect(totpUri(SECRET, 'lan.anh@saomai.example', 'Bồ Câu')).toBe(
    'otpauth://totp/B%E1%BB%93%20C%C3%A2u:lan.anh%40saomai.example?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=B%E1%BB%93%20C%C3%A2u&algorithm=SHA1&digits=6&period=30',
  );
});

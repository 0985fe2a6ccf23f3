import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { expect, test } from 'vitest';
import { isProven, readProofKey, signedBytes } from './proof-keys.ts';

const pair = () => generateKeyPairSync('rsa', { modulusLength: 2048 });
const [first, second, third] = [pair(), pair(), pair()];
const NOW = Date.UTC(2026, 5, 1);
const url = 'https://thu.saomai.example/wopi/files/abc?access_token=t%2B1';
const ticksAt = (ms: number) => 621_355_968_000_000_000n + BigInt(ms) * 10_000n;

function callAt(ms: number, by: { proof?: KeyObject; proofOld?: KeyObject }) {
  const call = { accessToken: 't+1', url };
  const proofOf = (key: KeyObject | undefined) =>
    key ? sign('sha256', signedBytes(call, ticksAt(ms)), key).toString('base64') : '';
  return {
    ...call,
    timestamp: String(ticksAt(ms)),
    proof: proofOf(by.proof),
    proofOld: proofOf(by.proofOld),
  };
}

const keys = { current: second.publicKey, old: first.publicKey };

test('a call is proven by each pair of keys that the published protocol accepts', () => {
  const accepted = [
    { proof: second.privateKey, proofOld: first.privateKey },
    // The caller has newer keys than we do: its old one is our current one.
    { proof: third.privateKey, proofOld: second.privateKey },
    // The caller has older keys than we do.
    { proof: first.privateKey },
  ];
  for (const by of accepted) expect(isProven(callAt(NOW, by), keys, NOW)).toBe(true);
  expect(isProven(callAt(NOW, { proof: third.privateKey }), keys, NOW)).toBe(false);
  expect(isProven(callAt(NOW, { proof: third.privateKey, proofOld: first.privateKey }), keys, NOW)).toBe(
    false,
  );
  expect(isProven(callAt(NOW, {}), keys, NOW)).toBe(false);
});

test('a call that was changed, is older than 20 minutes, or has a time that is none, is not proven', () => {
  const call = callAt(NOW, { proof: second.privateKey });
  expect(isProven({ ...call, accessToken: 'other' }, keys, NOW)).toBe(false);
  expect(isProven({ ...call, url: `${url}&x=1` }, keys, NOW)).toBe(false);
  expect(isProven(call, keys, NOW + 20 * 60_000)).toBe(true);
  expect(isProven(call, keys, NOW + 20 * 60_000 + 1)).toBe(false);
  for (const timestamp of ['', '-1', '1e9', 'x', '9'.repeat(30), '9'.repeat(19)])
    expect(isProven({ ...call, timestamp }, keys, NOW)).toBe(false);
});

test('a key of a discovery is read from its modulus and exponent', () => {
  const { n = '', e = '' } = second.publicKey.export({ format: 'jwk' }) as { n?: string; e?: string };
  const [modulus, exponent] = [n, e].map((part) => Buffer.from(part, 'base64url').toString('base64'));
  const key = readProofKey(modulus ?? null, exponent ?? null);
  expect(key && isProven(callAt(NOW, { proof: second.privateKey }), { current: key, old: null }, NOW)).toBe(
    true,
  );
  expect(readProofKey(null, 'AQAB')).toBeNull();
  expect(readProofKey('', 'AQAB')).toBeNull();
});

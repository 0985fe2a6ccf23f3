import crypto, { generateKeyPairSync } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { rememberKeys } from './remember-keys.ts';

const { createPublicKey, verify } = crypto;
afterEach(() => {
  Object.assign(crypto, { createPublicKey, verify });
});

const der = (modulusLength: number) =>
  generateKeyPairSync('rsa', {
    modulusLength,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  }).publicKey;

test('a key is read once, and is the same in every form', () => {
  const [one, other] = [der(1024), der(1024)];
  const form = { type: 'spki', format: 'pem' } as const;
  const read = (key: Buffer) => crypto.createPublicKey({ key, format: 'der', type: 'spki' });
  const plain = [read(one).export(form), read(other).export(form)];
  rememberKeys();
  expect([read(one).export(form), read(other).export(form)]).toEqual(plain);
  expect(read(Buffer.from(one))).toBe(read(one));
  expect(read(one)).not.toBe(read(other));
  expect(read(one).export(form)).toBe(plain[0]);
  expect(crypto.createPublicKey(plain[0] as string).equals(read(one))).toBe(true);
});

test('a signature is verified with the key as it was written', () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const pem = publicKey.export({ type: 'spki', format: 'pem' }) as string;
  const data = Buffer.from('xin chào');
  const signature = crypto.sign(null, data, privateKey);
  rememberKeys();
  for (const again of [1, 2]) {
    expect([again, crypto.verify(null, data, pem, signature)]).toEqual([again, true]);
    expect(crypto.verify(null, Buffer.from('xin chao'), pem, signature)).toBe(false);
  }
  expect(crypto.verify(null, data, publicKey, signature)).toBe(true);
});

test('what is no key is refused each time', () => {
  rememberKeys();
  const read = () => crypto.createPublicKey({ key: Buffer.from('x'), format: 'der', type: 'spki' });
  expect(read).toThrow();
  expect(read).toThrow();
});

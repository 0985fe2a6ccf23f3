import { describe, expect, test } from 'vitest';
import { isSha512Crypt, verifySha512Crypt } from './sha512-crypt.ts';

/** Made by `openssl passwd -6`, and by crypt(3) for those with rounds. */
const MADE = [
  [
    'Hello world!',
    '$6$saltstring$svn8UoSVapNtMuq1ukKS4tPQd8iKwSMHWjl/O817G3uBnIFNjnQJuesI68u4OTLiBFdcbYEdFCoEOfaS35inz1',
  ],
  [
    'Mật khẩu dài hơn sáu mươi bốn ký tự để qua một khối của hàm băm SHA-512',
    '$6$a$7MruXDPhWY9QJG6Hyr5CJ22XwOaHh3gb0cbTjcriYyW1lt09eQR2GAFV9tfNuF7cVpTici4PUu5p0pOyjjKaj0',
  ],
  [
    'x',
    '$6$abcdefghijklmnop$4MjOne1jVRKP4IuHRPFedC4vlQHNjvcBfQJVlfB8ciQ5YUzW2g81Pyw4sptw4femJ071/eApI0WDsBAOOCmTl0',
  ],
  [
    'BoCau@2026',
    '$6$rounds=1500$muoi$VSx1b0PIBgWjIYtLE0i8AuQej.Dj7nWiHkLrlKNFJHwsnjIMfEv7J/Is8tqqiXpuVYl2amKvYCIyQBeI/fuBp1',
  ],
] as const;

describe('SHA512-CRYPT', () => {
  test.each(MADE)('%s is right by %s, and nothing else is', async (password, hash) => {
    expect(isSha512Crypt(hash)).toBe(true);
    expect(await verifySha512Crypt(hash, password)).toBe(true);
    expect(await verifySha512Crypt(hash, `${password} `)).toBe(false);
  });

  test.each([
    '',
    '$6$',
    '$5$saltstring$5B8vYYiY.CVt1RlTTf8KbXBH3hsxY/GNooZaBBGWEc8',
    `$6$rounds=999999999$a$${'x'.repeat(86)}`,
  ])('%s is none that is verified', async (hash) => {
    expect(isSha512Crypt(hash)).toBe(false);
    expect(await verifySha512Crypt(hash, 'x')).toBe(false);
  });
});

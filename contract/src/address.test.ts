import { describe, expect, test } from 'vitest';
import { isValidAddress } from './address.ts';

describe('RC-1 an address', () => {
  test.each([
    'lan.anh@saomai.example',
    'LAN.ANH@SAOMAI.EXAMPLE',
    'a@b.vn',
    "o'neil+tag=x@mail.co.uk",
    'nguyễn@công-ty.vn',
    'x@xn--bcher-kva.example',
    `${'a'.repeat(64)}@saomai.example`,
  ])('%s is valid', (address) => {
    expect(isValidAddress(address)).toBe(true);
  });

  test.each([
    '',
    '@',
    'lan.anh',
    'lan.anh@',
    '@saomai.example',
    'lan anh@saomai.example',
    'lan..anh@saomai.example',
    '.lan@saomai.example',
    'lan.@saomai.example',
    'lan@saomai',
    'lan@saomai.',
    'lan@-saomai.example',
    'lan@saomai-.example',
    'lan@127.0.0.1',
    'lan@sao_mai.example',
    'lan@saomai.e',
    'a@b@saomai.example',
    'Lan <lan@saomai.example>',
    'lan@saomai.example\n',
    'lan@saomai.example, minh@saomai.example',
    `${'a'.repeat(65)}@saomai.example`,
    `lan@${'a'.repeat(64)}.example`,
    `lan@${'abcdefgh.'.repeat(30)}example`,
  ])('%j is not valid', (address) => {
    expect(isValidAddress(address)).toBe(false);
  });

  test('is judged at once, however it is made', () => {
    expect(isValidAddress(`${'a.'.repeat(50_000)}@${'a-'.repeat(50_000)}`)).toBe(false);
  });
});

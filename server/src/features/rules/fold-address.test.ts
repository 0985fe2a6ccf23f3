import { describe, expect, test } from 'vitest';
import { foldAddress } from '../../mail/people/fold-address.ts';

describe('addresses are the same', () => {
  test.each([
    ['Quang.Cao@GIARE.example', 'quang.cao@giare.example'],
    [' a@b.example ', 'a@b.example'],
    ['Nguye\u0302\u0303n@b.example', 'nguyễn@b.example'],
    ['a@công-ty.example', 'a@xn--cng-ty-ixa.example'],
    ['a@b@c.example', 'a@B@C.example'],
    ['không phải địa chỉ', 'Không phải địa chỉ'],
  ])('%j and %j', (one, other) => {
    expect(foldAddress(one)).toBe(foldAddress(other));
  });

  test('only where they are', () => {
    expect(foldAddress('a+x@b.example')).not.toBe(foldAddress('a@b.example'));
  });
});

import { expect, it } from 'vitest';
import { senderKey } from './sender-key.ts';

const byKey = (one: string, other: string) => (one < other ? -1 : 1);

it('TL-11 orders names by the Vietnamese alphabet, without case and tones', () => {
  const names = [
    'An Bình',
    'ánh',
    'Ăn',
    'Ân',
    'Bảo',
    'Dương',
    'Đặng',
    'Em',
    'Ê',
    'Oanh',
    'Ông',
    'Ơn',
    'Phúc',
    'Uyên',
    'Ư',
  ];
  const sorted = names
    .toReversed()
    .toSorted((a, b) =>
      byKey(senderKey({ name: a, email: 'x@c.vn' }), senderKey({ name: b, email: 'x@c.vn' })),
    );
  expect(sorted).toEqual(names);
});

it('puts a name before the longer ones that begin with it, and one without a name by its address', () => {
  const key = (name: string, email = 'x@c.vn') => senderKey({ name, email });
  expect(key('Lan') < key('Lan Anh')).toBe(true);
  expect(key('“Lan Anh”')).toMatch(/^lan anh/);
  expect(key('', 'Minh@c.vn')).toBe('minh@c.vn\u0001minh@c.vn');
  expect(key('Lan', 'a@c.vn')).not.toBe(key('Lan', 'b@c.vn'));
});

it('believes a doubted name as little as the row does', () => {
  const doubted = {
    name: 'ceo@bank.vn',
    email: 'x@evil.example',
    doubts: ['name_is_other_address' as const],
  };
  expect(senderKey(doubted)).toMatch(/^x@evil/);
});

it('is short, whatever it is made from, and without what PostgreSQL refuses', () => {
  const key = senderKey({ name: `\0${'ư'.repeat(5000)}`, email: `${'x'.repeat(5000)}@c.vn` });
  expect(key.length).toBeLessThan(100);
  expect(key).not.toContain('\0');
});

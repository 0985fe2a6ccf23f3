import { expect, test } from 'vitest';
import { colleaguesFirst, leadInside } from './lead-inside.ts';

const person = (name: string, email: string) => ({ name, email });
const CUSTOMER = person('Kinh Doanh', 'kinhdoanh@khach.example');
const SALES = person('Phòng Kinh doanh', 'kinhdoanh@saomai.example');
const LAN = person('Lan Anh', 'lan.anh@saomai.example');

function order(typed: string): string[] {
  const people = {
    namedLists: [],
    leading: [],
    writtenWith: [CUSTOMER],
    sameDomain: [LAN],
    groups: [SALES],
    lists: [],
  };
  const led = leadInside(people, typed, 'saomai.example');
  return [...led.leading, ...led.writtenWith, ...led.sameDomain, ...led.groups].map(({ email }) => email);
}

test.each(['kinhdoanh', 'KINHD', 'phòng kinh', 'phong  kinh doanh', 'kinhdoanh@sao'])(
  'RC-7 %j finds the group of the own domain before those outside, and each once',
  (typed) => {
    expect(order(typed)).toEqual([SALES.email, CUSTOMER.email, LAN.email]);
  },
);

test.each(['kin', 'doanh', 'la', ''])('RC-7 %j leaves first whom one writes with', (typed) => {
  expect(order(typed)).toEqual([CUSTOMER.email, LAN.email, SALES.email]);
});

test('RC-7 a list whose whole name was typed comes before its members', () => {
  const lists = [
    { name: 'Khách hàng', total: 8 },
    { name: 'Khách hàng cũ', total: 2 },
  ];
  const people = { namedLists: [], leading: [], writtenWith: [CUSTOMER], sameDomain: [], groups: [], lists };
  const led = (typed: string) => leadInside(people, typed, 'saomai.example');
  expect(led('khach  hang')).toMatchObject({ namedLists: [lists[0]], lists: [lists[1]] });
  expect(led('khach')).toMatchObject({ namedLists: [], lists });
});

test('CL-237 of guests colleagues come first, also where one writes more to others', () => {
  const found = { namedLists: [], leading: [], lists: [] };
  const people = { ...found, writtenWith: [CUSTOMER], sameDomain: [LAN], groups: [SALES] };
  const { leading, writtenWith, sameDomain, groups } = colleaguesFirst(people, 'saomai.example');
  expect([leading, writtenWith, sameDomain, groups]).toEqual([[LAN, SALES], [CUSTOMER], [], []]);
});

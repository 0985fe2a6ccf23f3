import { expect, test } from 'vitest';
import { placeLink } from './place-link.ts';

test.each([
  ['https://meet.example/abc', 'https://meet.example/abc'],
  ['Zoom (https://zoom.example/j/1?pwd=x).', 'https://zoom.example/j/1?pwd=x'],
  [
    '12 Lý Thường Kiệt, Hà Nội',
    'https://www.google.com/maps/search/?api=1&query=12+L%C3%BD+Th%C6%B0%E1%BB%9Dng+Ki%E1%BB%87t%2C+H%C3%A0+N%E1%BB%99i',
  ],
  ['Phòng họp A', null],
  ['Phòng 3', null],
  ['javascript:alert(1)', null],
  ['', null],
])('TD-23 the place %s leads to %s', (place, link) => {
  expect(placeLink(place)).toBe(link);
});

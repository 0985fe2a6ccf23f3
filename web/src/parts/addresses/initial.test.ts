import { expect, test } from 'vitest';
import { initialOf } from './initial.ts';

test.each([
  ['Nguyễn Thị Lan Anh', 'A'],
  ['Trần Minh Đức', 'Đ'],
  ['tran van uy', 'U'],
  ['Vũ Ước', 'Ư'],
  ['Sarah Jones', 'S'],
  ['Công ty Minh Phát', 'C'],
  ['Lan', 'L'],
  ['nguyen', 'N'],
  ['ke.toan', 'K'],
  ['“Báo giá”', 'G'],
  ['', '?'],
])('the letter for %s is %s', (name, letter) => {
  expect(initialOf(name)).toBe(letter);
});

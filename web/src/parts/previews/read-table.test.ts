import { expect, test } from 'vitest';
import { readTable } from './read-table.ts';

test.each([
  [
    'a,b\r\n1,2\r\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    '\uFEFFmã;tên;giá\nA4;Giấy, 80 gsm;66.500\n',
    [
      ['mã', 'tên', 'giá'],
      ['A4', 'Giấy, 80 gsm', '66.500'],
    ],
  ],
  [
    'a\tb\n1\t',
    [
      ['a', 'b'],
      ['1', ''],
    ],
  ],
  [
    'a,b\n"x, ""y""\nz",2',
    [
      ['a', 'b'],
      ['x, "y"\nz', '2'],
    ],
  ],
  ['', []],
])('a table is read with its own separator and quotes: %j', (text, rows) => {
  expect(readTable(text)).toEqual({ rows, cut: false });
});

test('a table of many rows shows its beginning', () => {
  const { rows, cut } = readTable('a,b\n'.repeat(5000));
  expect([rows.length, cut]).toEqual([2000, true]);
});

import { expect, test } from 'vitest';
import { type CsvBounds, readCsv } from './read-csv.ts';

const fieldsOf = (text: string, bounds?: CsvBounds) => readCsv(text, bounds).map(({ fields }) => fields);

test.each([
  [
    'a, b ,c\r\n1,2,3\r\n',
    [
      ['a', 'b', 'c'],
      ['1', '2', '3'],
    ],
  ],
  [
    'a;b\n\n;\n1;2',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  ['"a, ""b""", c\n', [['a, "b"', 'c']]],
  ['  " a " x ,"",d"e"\n', [[' a  x', '', 'd"e"']]],
  [
    '"one\r\ntwo",b\nc,d',
    [
      ['one\r\ntwo', 'b'],
      ['c', 'd'],
    ],
  ],
  ['a\rb,"c"\r\n"', [['ab', 'c']]],
  ['\uFEFFa\tb', [['a', 'b']]],
  ['a,"b\nc,d\n', [['a', 'b\nc,d']]],
])('%j is read as its fields', (text, read) => {
  expect(fieldsOf(text)).toEqual(read);
});

test('lines have the numbers of where they begin', () => {
  expect(readCsv('a\n\n"b\nc"\nd').map(({ number }) => number)).toEqual([1, 3, 5]);
});

test('of what has more than is kept so much is kept that it shows', () => {
  const bounds = { lines: 2, fields: 3, fieldLength: 4 };
  expect(fieldsOf('abcdef,"gh""ijkl",mn\n', bounds)).toEqual([['abcde', 'gh"ij', 'mn']]);
  expect(fieldsOf('a,b,c,,,d,e\n', bounds)).toEqual([['a', 'b', 'c', 'd']]);
  expect(fieldsOf('a,b,c,,\n', bounds)).toEqual([['a', 'b', 'c', '']]);
  expect(fieldsOf('a\nb\nc\nd\n', bounds)).toEqual([['a'], ['b'], ['c']]);
});

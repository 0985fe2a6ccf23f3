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
  ['a\rb,"c"\r\r\nd\r', [['a'], ['b', 'c'], ['d']]],
  ['\uFEFFa\tb', [['a', 'b']]],
  [
    '"a\rb"\tc\r1;2\t3,4\r',
    [
      ['a\rb', 'c'],
      ['1;2', '3,4'],
    ],
  ],
  [
    '"Họ, tên\nđệm" ;"Mail ""1"", 2"\n5" ống;6"',
    [
      ['Họ, tên\nđệm', 'Mail "1", 2'],
      ['5" ống', '6"'],
    ],
  ],
  ['sep=;\r\na,b;c\r\n', [['a,b', 'c']]],
  ['\uFEFF"sep=|"\na;b|c', [['a;b', 'c']]],
  ['SEP=\t\ra;b\tc', [['a;b', 'c']]],
  [
    'sep=;b\nc;d',
    [
      ['sep=', 'b'],
      ['c', 'd'],
    ],
  ],
])('%j is read as its fields', (text, read) => {
  expect(fieldsOf(text)).toEqual(read);
});

test('lines have the numbers of where they begin', () => {
  expect(readCsv('a\n\n"b\nc"\nd').map(({ number }) => number)).toEqual([1, 3, 5]);
});

test('lines are counted as the file has them, before and within what is quoted', () => {
  expect(readCsv('sep=;\na\n"b\r\nc"\nd').map(({ number }) => number)).toEqual([2, 3, 5]);
  expect(readCsv('a\r\r"b\rc"\rd\r\ne').map(({ number }) => number)).toEqual([1, 3, 5, 6]);
  expect(readCsv('""\n\n"b\nc"\r\n\r\nd').map(({ number }) => number)).toEqual([3, 6]);
});

test.each([
  ['a\nb,"c\nd,e\n', 2],
  ['a\nb,"c"\nd,"', 3],
  // The quote of another line ends it, and text follows.
  ['a,b\n"c,d\n"e",f\n', 2],
  ['a,b\n"c,d\ne,f\n"g,h\ni,j\n', 2],
])('%j is refused by the line of its quote that is not closed', (text, line) => {
  expect(() => readCsv(text)).toThrow(
    expect.objectContaining({ code: 'invalid_input', details: { problem: 'open_quote', line } }),
  );
});

test('of what has more than is kept so much is kept that it shows', () => {
  const bounds = { lines: 2, fields: 3, fieldLength: 4 };
  expect(fieldsOf('abcdef,"gh""ijkl",mn\n', bounds)).toEqual([['abcde', 'gh"ij', 'mn']]);
  expect(fieldsOf('a,b,c,,,d,e\n', bounds)).toEqual([['a', 'b', 'c', 'd']]);
  expect(fieldsOf('a,b,c,,\n', bounds)).toEqual([['a', 'b', 'c', '']]);
  expect(fieldsOf('a\nb\nc\nd\n', bounds)).toEqual([['a'], ['b'], ['c']]);
});

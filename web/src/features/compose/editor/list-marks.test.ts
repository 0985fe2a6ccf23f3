import { expect, test } from 'vitest';
import { listMark } from './list-marks.ts';

test.each(['·', 'o', '§', 'Ø', '-', '+', ''])('"%s" is a sign', (drawn) => {
  expect(listMark(drawn)).toEqual({ tag: 'ul' });
});

test.each([
  ['3.', null, 3],
  ['(12)', null, 12],
  ['b)', 'a', 2],
  ['C.', 'A', 3],
  ['i.', 'i', 1],
  ['xiv)', 'i', 14],
  ['IX.', 'I', 9],
])('"%s" is counted', (drawn, type, start) => {
  expect(listMark(drawn)).toEqual({ tag: 'ol', type, start });
});

test.each(['1.1.', '2.3', 'Điều 4.', 'Bước 1:'])('"%s" is more than a list can draw', (drawn) => {
  expect(listMark(drawn)).toEqual({ tag: 'text', text: drawn });
});

import { expect, test } from 'vitest';
import { namesIn } from './names-in.ts';

test.each([
  ['Họp với Lan', ['Lan']],
  ['họp với Lan Anh và chị Hoa về hợp đồng', ['Lan Anh', 'Hoa']],
  ['Lunch with Minh, Thu & John Smith', ['Minh', 'Thu', 'John Smith']],
  ['hop voi lan', ['lan']],
  ['Gặp cùng an@doitac.example', ['an@doitac.example']],
  ['Họp giao ban', []],
  ['Lunch with', []],
])('CL-262 “%s” names %j', (title, names) => {
  expect(namesIn(title)).toEqual(names);
});

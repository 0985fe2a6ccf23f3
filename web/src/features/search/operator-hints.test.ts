import { readTyped } from '@bocau/contract/read-typed.ts';
import { describe, expect, test } from 'vitest';
import { operatorHints } from './operator-hints.ts';

const FOLDERS = [
  { path: 'INBOX', words: 'Hộp thư đến' },
  { path: 'Sent', words: 'Thư đã gửi' },
  { path: 'Dự án/Nhà máy 2', words: 'Dự án › Nhà máy 2' },
];
const offered = (typed: string, language: 'vi' | 'en' = 'vi') =>
  operatorHints(typed, language, FOLDERS).map((hint) => hint.typed);

describe('SB-2 operators are offered while they are typed', () => {
  test.each([
    ['từ', ['từ:']],
    ['tu', ['từ:']],
    ['báo giá ti', ['báo giá tiêu đề:']],
    ['tiêu đ', ['tiêu đề:']],
    ['là:', ['là:chưa đọc ', 'là:đã đọc ', 'là:tắt tiếng ', 'là:ghim ']],
    ['la:chua d', ['là:chưa đọc ']],
    ['có:', ['có:tệp ', 'có:sao ']],
    ['-có:t', ['-có:tệp ']],
    ['trong:', ['trong:INBOX ', 'trong:Sent ', 'trong:"Dự án/Nhà máy 2" ']],
    ['giá trong:thu da', ['giá trong:Sent ']],
    ['t', []],
    ['từ:', []],
    ['là:chưa đọc', []],
    ['thế', []],
    ['', []],
  ])('%j', (typed, hints) => {
    expect(offered(typed)).toEqual(hints);
  });

  test('in the language of the page, and what is taken is read as an operator', () => {
    expect(offered('fro', 'en')).toEqual(['from:']);
    for (const typed of ['is:', 'has:', 'in:']) {
      for (const taken of offered(typed, 'en')) {
        expect(readTyped(taken)[0]?.meaning, taken).toBeTypeOf('object');
      }
    }
  });
});

test.each([
  ['nhãn:khach', ['nhãn:"Dự án/Khách hàng" ']],
  ['nhãn:"khách h', ['nhãn:"Dự án/Khách hàng" ']],
  ['nhãn:hàng', ['nhãn:"Dự án/Khách hàng" ']],
  ['nhãn:hach', []],
  ['trong:nhà m', ['trong:"Dự án/Nhà máy 2" ']],
])('LB-19 what is typed after an operator finds a part of a nested name: %j', (typed, hints) => {
  const labels = [{ path: 'Dự án/Khách hàng', words: 'Dự án › Khách hàng' }];
  expect(operatorHints(typed, 'vi', FOLDERS, labels).map((hint) => hint.typed)).toEqual(hints);
});

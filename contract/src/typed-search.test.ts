import { describe, expect, test } from 'vitest';
import { readTyped, type TypedPart } from './read-typed.ts';
import { readSizeParameter, type TypedOperator, writeOperator } from './typed-search.ts';

/** The first second of 5 January 2026 in Viet Nam. */
const JANUARY_5 = Date.UTC(2026, 0, 4, 17) / 1000;

describe('SB-12 what is typed', () => {
  test('is taken apart into words, quoted words and operators, in the order in which they stand', () => {
    expect(readTyped('a từ:"b c" "d e" is:read:x -g -to:h subject:"f')).toEqual([
      { text: 'a', excluded: false, meaning: 'words' },
      { text: 'từ:"b c"', excluded: false, meaning: { kind: 'text', field: 'from', text: 'b c' } },
      { text: '"d e"', excluded: false, meaning: 'words' },
      { text: 'is:read:x', excluded: false, meaning: 'words' },
      { text: '-g', excluded: true, meaning: 'words' },
      { text: '-to:h', excluded: true, meaning: { kind: 'text', field: 'to', text: 'h' } },
      { text: 'subject:"f', excluded: false, meaning: { kind: 'text', field: 'subject', text: 'f' } },
    ]);
  });

  test.each(['is:snoozed', 'là:để sau', 'la:de sau'])('LT-10 %s', (typed) => {
    const meaning = { kind: 'folder', name: 'Snoozed' };
    expect(readTyped(typed)).toEqual([{ text: typed, excluded: false, meaning }]);
  });

  test.each<[string, TypedPart['meaning']]>([
    ['TO:hung', { kind: 'text', field: 'to', text: 'hung' }],
    ['in:"Dự án"', { kind: 'folder', name: 'Dự án' }],
    ['has:attachments', { kind: 'attachment' }],
    ['is:STARRED', { kind: 'starred' }],
    ['is:unread', { kind: 'read', read: false }],
    ['larger:5mb', { kind: 'size', bound: 'over', number: 5, unit: 'M' }],
    ['smaller:0K', { kind: 'size', bound: 'under', number: 0, unit: 'K' }],
    ['after:5/1/2026', { kind: 'after', second: JANUARY_5 }],
    ['before:2026-01-05', { kind: 'before', second: JANUARY_5 }],
    ['từ:lan', { kind: 'text', field: 'from', text: 'lan' }],
    ['ĐẾN:hung', { kind: 'text', field: 'to', text: 'hung' }],
    ['den:hung', { kind: 'text', field: 'to', text: 'hung' }],
    ['tiêu đề:"báo giá"', { kind: 'text', field: 'subject', text: 'báo giá' }],
    ['tieu de:gia', { kind: 'text', field: 'subject', text: 'gia' }],
    ['chứa:"thanh toán"', { kind: 'text', field: 'term', text: 'thanh toán' }],
    ['trong:INBOX', { kind: 'folder', name: 'INBOX' }],
    ['có:tệp', { kind: 'attachment' }],
    ['có:tệp đính kèm', { kind: 'attachment' }],
    ['có:sao', { kind: 'starred' }],
    ['là:chưa đọc', { kind: 'read', read: false }],
    ['la:da doc', { kind: 'read', read: true }],
    ['lớn hơn:1,5MB', { kind: 'size', bound: 'over', number: 1536, unit: 'K' }],
    ['larger:1.5m', { kind: 'size', bound: 'over', number: 1536, unit: 'K' }],
    ['nhỏ hơn:200KB', { kind: 'size', bound: 'under', number: 200, unit: 'K' }],
    ['sau:05/01/2026', { kind: 'after', second: JANUARY_5 }],
    ['trước:5-1-2026', { kind: 'before', second: JANUARY_5 }],
    ['từ:', 'unfinished'],
    ['là:muộn', 'words'],
    ['from:', 'unfinished'],
    ['from:""', 'unfinished'],
    ['before:', 'unfinished'],
    ['before:2026-02-31', 'words'],
    ['larger:5G', 'words'],
    ['is:late', 'words'],
    ['late:', 'words'],
    ['constructor:x', 'words'],
    ['__proto__:x', 'words'],
  ])('%s', (typed, meaning) => {
    expect(readTyped(typed)).toEqual([{ text: typed, excluded: false, meaning }]);
  });

  test('words and texts of one place may stand beside an OR, anything else makes it a word', () => {
    const meanings = (typed: string) => readTyped(typed).map(({ meaning }) => meaning);
    expect(meanings('giá HOẶC "hợp đồng" OR đơn')).toEqual(['words', 'or', 'words', 'or', 'words']);
    expect(meanings('từ:lan HOẶC từ:hùng')[1]).toBe('or');
    for (const typed of [
      'OR giá',
      'giá OR',
      'giá OR -đơn',
      'giá HOẶC có:tệp',
      'giá OR từ:lan',
      'giá or đơn',
    ]) {
      expect(meanings(typed), typed).not.toContain('or');
    }
  });

  test('a name typed in another composition of its marks is the same name', () => {
    expect(readTyped('từ:lan'.normalize('NFD'))).toEqual(readTyped('từ:lan'));
  });

  test.each<TypedOperator>([
    { kind: 'text', field: 'from', text: 'Lan Anh' },
    { kind: 'text', field: 'with', text: 'ha@minhphat.example' },
    { kind: 'folder', name: 'INBOX' },
    { kind: 'attachment' },
    { kind: 'starred' },
    { kind: 'read', read: true },
    { kind: 'read', read: false },
    { kind: 'text', field: 'term', text: 'thanh toán' },
    { kind: 'size', bound: 'under', number: 200, unit: 'K' },
    { kind: 'size', bound: 'over', number: 1331, unit: 'K' },
    { kind: 'size', bound: 'over', number: 1537, unit: 'K' },
    { kind: 'before', second: JANUARY_5 },
    { kind: 'after', second: JANUARY_5 },
  ])('SB-1 %j is read again as it was written, in both languages', (operator) => {
    for (const language of ['vi', 'en'] as const) {
      const text = writeOperator(operator, language) ?? '';
      expect(readTyped(text)).toEqual([{ text, excluded: false, meaning: operator }]);
    }
  });

  test('an operator is written in the language of the page', () => {
    const size: TypedOperator = { kind: 'size', bound: 'over', number: 1536, unit: 'K' };
    const day: TypedOperator = { kind: 'after', second: JANUARY_5 };
    expect([writeOperator(size, 'vi'), writeOperator(day, 'vi')]).toEqual([
      'lớn hơn:1,5MB',
      'sau:05/01/2026',
    ]);
    expect([writeOperator(size, 'en'), writeOperator(day, 'en')]).toEqual([
      'larger:1.5MB',
      'after:2026-01-05',
    ]);
  });

  test.each<TypedOperator>([
    { kind: 'text', field: 'from', text: 'say "hi"' },
    { kind: 'text', field: 'from', text: ' lan' },
    { kind: 'folder', name: '' },
    { kind: 'after', second: JANUARY_5 + 1 },
    { kind: 'after', second: Number.NaN },
  ])('%j can not be typed', (operator) => {
    expect(writeOperator(operator, 'vi')).toBeNull();
  });
});

test('SB-8 the parameter for the size', () => {
  expect(readSizeParameter('over:5M')).toEqual({ kind: 'size', bound: 'over', number: 5, unit: 'M' });
  expect([readSizeParameter('about:5M'), readSizeParameter('over:x'), readSizeParameter('')]).toEqual([
    null,
    null,
    null,
  ]);
});

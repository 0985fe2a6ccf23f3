import { describe, expect, test } from 'vitest';
import {
  readSizeParameter,
  readTyped,
  type TypedOperator,
  type TypedPart,
  writeOperator,
} from './typed-search.ts';

/** The first second of 5 January 2026 in Viet Nam. */
const JANUARY_5 = Date.UTC(2026, 0, 4, 17) / 1000;

describe('SB-12 what is typed', () => {
  test('is taken apart into words, quoted words and operators, in the order in which they stand', () => {
    expect(readTyped('a from:"b c" "d e" is:read:x subject:"f')).toEqual([
      { text: 'a', meaning: 'words' },
      { text: 'from:"b c"', meaning: { kind: 'text', field: 'from', text: 'b c' } },
      { text: '"d e"', meaning: 'words' },
      { text: 'is:read:x', meaning: 'words' },
      { text: 'subject:"f', meaning: { kind: 'text', field: 'subject', text: 'f' } },
    ]);
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
    expect(readTyped(typed)).toEqual([{ text: typed, meaning }]);
  });

  test.each<TypedOperator>([
    { kind: 'text', field: 'from', text: 'Lan Anh' },
    { kind: 'folder', name: 'INBOX' },
    { kind: 'attachment' },
    { kind: 'starred' },
    { kind: 'read', read: true },
    { kind: 'read', read: false },
    { kind: 'size', bound: 'under', number: 200, unit: 'K' },
    { kind: 'before', second: JANUARY_5 },
    { kind: 'after', second: JANUARY_5 },
  ])('SB-1 %j is read again as it was written', (operator) => {
    const text = writeOperator(operator) ?? '';
    expect(readTyped(text)).toEqual([{ text, meaning: operator }]);
  });

  test.each<TypedOperator>([
    { kind: 'text', field: 'from', text: 'say "hi"' },
    { kind: 'text', field: 'from', text: ' lan' },
    { kind: 'folder', name: '' },
    { kind: 'after', second: JANUARY_5 + 1 },
    { kind: 'after', second: Number.NaN },
  ])('%j can not be typed', (operator) => {
    expect(writeOperator(operator)).toBeNull();
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

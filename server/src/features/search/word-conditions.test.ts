import { describe, expect, test } from 'vitest';
import { prng } from '../../test-kit/world/prng.ts';
import { readQuery } from './read-query.ts';
import { queryOfSegments, wordConditions } from './word-conditions.ts';

function patternOf(q: string): string | null {
  return wordConditions(readQuery({ q })).pattern;
}

describe('the words of a search as the database is asked', () => {
  test.each([
    ['subject:họp', "('~shop':*)"],
    ['from:"Lan Anh"', "('~flan') & ('~fanh':*)"],
    ['to:Lan.Anh@saomai.example', "('~tlan.anh@saomai.example':*)"],
    ['from:lan@', "('~flan':*)"],
    ['Đơn', "('~wdon':* | '~fdon':* | '~tdon':* | '~adon':*)"],
    [
      'a@b.vn',
      "(('~fa@b.vn':* | '~ta@b.vn':*) | (('~wa' | '~aa') & ('~wb' | '~ab') & ('~wvn':* | '~avn':*)))",
    ],
    ['subject:họp subject:HOP', "('~shop':*)"],
    ['', null],
  ])('%j', (q, pattern) => {
    expect(patternOf(q)).toBe(pattern);
  });

  test('a text without a letter or digit stands nowhere', () => {
    expect(wordConditions(readQuery({ q: '!!! --- "' }))).toEqual({ pattern: null, nowhere: true });
    expect(wordConditions(readQuery({ q: 'họp', from_addr: '<>' }))).toMatchObject({ nowhere: true });
  });

  test('each group of segments holds the words under their prefix', () => {
    expect(queryOfSegments("('~shop':*)", 26, [255, 16])).toBe("(('1a.ff.shop':*)) | (('1a.10.shop':*))");
  });

  test('SB-12 nothing that is typed gets out of its quotes', () => {
    const random = prng('search');
    const signs = [
      "'",
      "''",
      '\\',
      "\\'",
      ' & ',
      '|',
      '!',
      '(',
      ')',
      ':*',
      ':A',
      '<->',
      '~',
      '\0',
      '"',
      '%',
      '\u{1F600}',
      'ạ',
    ];
    const pieces = [...signs, 'from:', 'to:', 'subject:', 'a@b.vn', 'họp', '会议', ' ', '\ud800', "x'y@b.vn"];
    const safe = /^(?:'~[wsfta][\p{L}\p{N}.@_+=-]+'(?::\*)?|[()&| ])*$/u;
    for (let round = 0; round < 3000; round += 1) {
      const q = Array.from({ length: random.int(1, 12) }, () => random.pick(pieces)).join('');
      expect(patternOf(q) ?? '').toMatch(safe);
    }
  });
});

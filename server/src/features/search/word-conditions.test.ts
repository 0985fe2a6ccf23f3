import { describe, expect, test } from 'vitest';
import { prng } from '../../demo-world/prng.ts';
import { queryOfSegments } from '../../mail/search-index/word-patterns.ts';
import { readQuery } from './read-query.ts';
import { type WordOptions, wordConditions } from './word-conditions.ts';

const APART: WordOptions = { meaning: 'apart', isTyping: false, isOldIndex: false };

function patternOf(q: string, options: Partial<WordOptions> = {}): string | null {
  return wordConditions(readQuery({ q }), { ...APART, ...options }).pattern;
}

describe('the words of a search as the database is asked', () => {
  test.each([
    ['subject:họp', "('~shop/M')"],
    ['subject:hop', "('~shop/':*)"],
    ['from:"Lan Anh"', "('~flan/':*) & ('~fanh/':*)"],
    ['to:Lan.Anh@saomai.example', "('~tlan.anh@saomai.example')"],
    ['subject:họp subject:Họp', "('~shop/M')"],
    ['', null],
  ])('%j', (q, pattern) => {
    expect(patternOf(q)).toBe(pattern);
  });

  test('SB-14 words within quotes, or in the runs that are given, stand one after the other', () => {
    const together = "(('~skho/':* <-> '~scu/2'))";
    expect(patternOf('subject:"kho cũ"', { meaning: [[2]] })).toBe(together);
    expect(patternOf('subject:"kho cũ"', { meaning: [[1, 1]] })).toBe("('~skho/':*) & ('~scu/2')");
    expect(patternOf('"kho cũ"')).toContain("('~wkho/':* <-> '~wcu/2')");
    expect(patternOf('"kho cũ"')).toContain("('~l/' & '~wkho/':* & '~wcu/2')");
  });

  test('SB-14 only while typing the last word is a beginning, where it has two letters', () => {
    const typing = { isTyping: true };
    expect(patternOf('subject:"kho cũ"', typing)).toBe("('~skho/':*) & ('~scu':*)");
    expect(patternOf('subject:"kho c"', typing)).toBe("('~skho/':*)");
    expect(patternOf('subject:c', typing)).toBe("('~sc/':*)");
  });

  test('a text without a letter or digit stands nowhere', () => {
    expect(wordConditions(readQuery({ q: '!!! --- "' }), APART)).toEqual({ pattern: null, nowhere: true });
    expect(wordConditions(readQuery({ q: 'họp', from_addr: '<>' }), APART)).toMatchObject({ nowhere: true });
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
    const safe = /^(?:'~[wsftalm][\p{L}\p{N}\p{M}./@_+=!,-]+'(?::\*)?|<->|[()&| ])*$/u;
    for (let round = 0; round < 3000; round += 1) {
      const q = Array.from({ length: random.int(1, 12) }, () => random.pick(pieces)).join('');
      expect(patternOf(q) ?? '').toMatch(safe);
    }
  });
});

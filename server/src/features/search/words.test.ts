import { describe, expect, test } from 'vitest';
import { fold } from './fold.ts';
import { addressWord, foldedWords, markedWords } from './words.ts';

describe('SB-14 words as they are compared', () => {
  test.each([
    ['Hợp ĐỒNG thuê kho', ['hop', 'dong', 'thue', 'kho']],
    ['Hợp đồng'.normalize('NFD'), ['hop', 'dong']],
    ['Straße Ærø Łódź İstanbul', ['strasse', 'aero', 'lodz', 'istanbul']],
    ['ΟΔΟΣ οδος', ['οδοσ', 'οδοσ']],
    ['lan.anh@saomai.example', ['lan', 'anh', 'saomai', 'example']],
    ['Báo_giá-2026/11 (v2)', ['bao', 'gia', '2026', '11', 'v2']],
    ['会议 memo カ', ['会', '议', 'memo', 'カ']],
    ["'; drop table --", ['drop', 'table']],
    ['x'.repeat(100), ['x'.repeat(40)]],
    ['', []],
    ['\0\u{1F600}\ud800 ', []],
  ])('of %j', (text, words) => {
    expect(foldedWords(text)).toEqual(words);
  });

  test('folding twice changes nothing', () => {
    for (let code = 0; code < 0x3000; code += 1) {
      const once = fold(String.fromCodePoint(code));
      expect(fold(once)).toBe(once);
    }
  });

  test('SB-10 words with marks are known from those without', () => {
    expect(markedWords('Hợp dong ĐỒNG hợp')).toEqual(['hợp', 'đồng']);
    expect(markedWords('Hợp'.normalize('NFD'))).toEqual(['hợp']);
  });

  test('an address is one word only where it is plainly one', () => {
    expect(addressWord(' Lan.Anh@SaoMai.example ')).toBe('lan.anh@saomai.example');
    for (const text of ['lan', 'lan@', '@x', "o'neil@x.example", 'a b@x.example', 'ân@x.example', 'a@b@c']) {
      expect(addressWord(text)).toBeNull();
    }
  });
});

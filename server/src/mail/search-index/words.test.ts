import { fold } from '@bocau/contract/fold.ts';
import { describe, expect, test } from 'vitest';
import { foldedWords } from '../../platform/folded-words.ts';
import { addressWord, lexemeOf, lexemesOf, placedWords, writtenWords } from './words.ts';

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

  test('a written word is an entry that begins with the word folded, and no other word has it', () => {
    const entries = (text: string) => writtenWords(text).map(lexemeOf);
    expect(entries('Hợp ĐỒNG kho, Đường')).toEqual(['hop/Y', 'dong/rO', 'kho/', 'duong/r4U']);
    expect(entries('hợp đồng'.normalize('NFD'))).toEqual(['hop/Y', 'dong/rO']);
    expect(entries('Straße cơo coơ')).toEqual(['strasse/-straße', 'coo/T', 'coo/,2T']);
    expect(entries('hóa hoá thúy thuý quý')).toEqual(['hoa/b', 'hoa/b', 'thuy/+', 'thuy/+', 'quy/+']);
    expect(writtenWords('会议 \u0301 \0').map(({ folded }) => folded)).toEqual(['会', '议']);
  });

  test.each([
    'Hợp ĐỒNG kho, Đường hợp ĐỒNG',
    'hoá hóa Straße coơ',
    `${'ơ'.repeat(50)} ${'x'.repeat(50)}`,
    '会议 \u0301 \0',
  ])('the entries of %j are those of its words, the second time too', (text) => {
    const entries = writtenWords(text).map(lexemeOf);
    expect(lexemesOf(text)).toEqual(entries);
    expect(lexemesOf(text)).toEqual(entries);
  });

  test('SB-14 a text of more words than are remembered has all of its entries', () => {
    const text = Array.from({ length: 25_000 }, (_, at) => `từ${at}`).join(' ');
    expect(lexemesOf(text)).toEqual(writtenWords(text).map(lexemeOf));
  });

  test('an address is one word only where it is plainly one', () => {
    expect(addressWord(' Lan.Anh@SaoMai.example ')).toBe('lan.anh@saomai.example');
    for (const text of ['lan', 'lan@', '@x', "o'neil@x.example", 'a b@x.example', 'ân@x.example', 'a@b@c']) {
      expect(addressWord(text)).toBeNull();
    }
  });
});

test('SB-14 every character ends a word, or does not, as where words are found one by one', () => {
  const characters = Array.from({ length: 0x3100 }, (_, code) => String.fromCharCode(code));
  const texts = [...characters, '\u{1F600}', '\u{20000}', '\ud800'].flatMap((character) => [
    `a${character}b`,
    `${character} ố`,
  ]);
  const placed = texts.map((text) => [...placedWords(text)].map(lexemeOf).join(' '));
  expect(texts.map((text) => writtenWords(text).map(lexemeOf).join(' '))).toEqual(placed);
});

import { describe, expect, test } from 'vitest';
import { markedParts, searchedWords } from './marked-parts.ts';

const written = (text: string, ...words: string[]) =>
  markedParts(text, words)
    .map((part) => (part.marked ? `[${part.text}]` : part.text))
    .join('');

describe('words in a text', () => {
  test.each([
    ['Hợp đồng thuê nhà', ['hop', 'dong'], '[Hợp] [đồng] thuê nhà'],
    ['HỢP ĐỒNG', ['hop', 'dong'], '[HỢP] [ĐỒNG]'],
    ['báo cáo quý', ['qu'], 'báo cáo [qu]ý'],
    ['báo cáo quý', ['quy'], 'báo cáo [quý]'],
    ['shop online', ['hop'], 'shop online'],
    ['(Thuế) – thuế?', ['thue'], '([Thuế]) – [thuế]?'],
    ['không có gì', ['thue'], 'không có gì'],
    ['', ['a'], ''],
  ])('SB-14 %s', (text, words, marked) => {
    expect(written(text, ...words)).toBe(marked);
  });

  test('a letter is never cut from its marks, however it is written', () => {
    expect(written('đồng'.normalize('NFD'), 'do')).toBe(`[${'đồ'.normalize('NFD')}]ng`);
  });
});

describe('words of a search', () => {
  test.each([
    [{ q: 'hợp đồng' }, ['hop', 'dong']],
    [{ q: 'from:anh báo giá -nháp' }, ['bao', 'gia']],
    [{ q: '"báo giá"', subject: 'giá' }, ['bao', 'gia']],
    [{ from_addr: 'lan@saomai.example' }, ['lan', 'saomai', 'example']],
    [{ is_read: 'true' }, []],
  ])('%j', (terms, words) => {
    expect(searchedWords(terms)).toEqual(words);
  });
});

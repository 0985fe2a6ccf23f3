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
    ['hợp, hộp, HỢP ĐỒNG', ['hợp'], '[hợp], hộp, [HỢP] ĐỒNG'],
    ['shop online', ['hop'], 'shop online'],
    ['(Thuế) – thuế?', ['thue'], '([Thuế]) – [thuế]?'],
    ['Straße 12, gặp Søren', ['strasse', 'soren'], '[Straße] 12, gặp [Søren]'],
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
    [{ q: 'hợp Dong' }, ['hợp', 'dong']],
    [{ q: 'tiêu đề:anh báo giá HOẶC thép -nháp -từ:x có:tệp' }, ['anh', 'báo', 'giá', 'thép']],
    [{ q: '"báo giá"', subject: 'giá' }, ['báo', 'giá']],
    [{ from_addr: 'lan@saomai.example' }, ['lan', 'saomai', 'example']],
    [{ is_read: 'true' }, []],
  ])('%j', (terms, words) => {
    expect(searchedWords(terms)).toEqual(words);
  });
});

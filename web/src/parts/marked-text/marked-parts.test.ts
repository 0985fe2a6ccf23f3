import { describe, expect, test } from 'vitest';
import { fromFirstHit, markedParts } from './marked-parts.ts';
import { searchedWords } from './searched-words.ts';

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
    ['giá báo, Báo  giá thép', ['báo giá'], 'giá báo, [Báo  giá] thép'],
    ['báo giá, giá', ['bao gia', 'gia'], '[báo giá], [giá]'],
    ['báo giác quan, báo cáo giá', ['bao gia'], '[báo giá]c quan, báo cáo giá'],
    ['', ['a'], ''],
  ])('SB-14 %s', (text, words, marked) => {
    expect(written(text, ...words)).toBe(marked);
  });

  test('a letter is never cut from its marks, however it is written', () => {
    expect(written('đồng'.normalize('NFD'), 'do')).toBe(`[${'đồ'.normalize('NFD')}]ng`);
  });
});

test.each([
  [
    'Kính gửi anh chị, kèm theo thư này là hợp đồng thuê kho',
    ['hop dong'],
    '… kèm theo thư này là [hợp đồng] thuê kho',
  ],
  ['Kèm theo là hợp đồng', ['hop'], 'Kèm theo là [hợp] đồng'],
  ['x'.repeat(60), ['hop'], 'x'.repeat(60)],
])('SB-14 a line that may be cut off begins shortly before the first hit: %s', (text, words, shown) => {
  const parts = fromFirstHit(markedParts(text, words));
  expect(parts.map((part) => (part.marked ? `[${part.text}]` : part.text)).join('')).toBe(shown);
});

describe('words of a search', () => {
  test.each([
    [{ q: 'hợp Dong' }, ['hợp', 'dong']],
    [{ q: 'tiêu đề:anh báo giá HOẶC thép -nháp -từ:x có:tệp' }, ['anh', 'báo', 'giá', 'thép']],
    [{ q: '"báo giá" thép', subject: 'giá' }, ['báo giá', 'thép', 'giá']],
    [{ q: '"" -"nháp"' }, []],
    [{ from_addr: 'lan@saomai.example' }, ['lan', 'saomai', 'example']],
    [{ is_read: 'true' }, []],
  ])('%j', (terms, words) => {
    expect(searchedWords(terms)).toEqual(words);
  });
});

import { expect, test } from 'vitest';
import { decodeUtf7, encodeUtf7 } from './utf7.ts';

test.each(['báo giá.xlsx', 'a+b.docx', '日本語.odt', '😀.txt', 'plain name (2).pptx', 'A&B_50%.xlsx'])(
  'a name survives UTF-7: %s',
  (name) => {
    const encoded = encodeUtf7(name);
    expect(encoded).toMatch(/^[\x20-\x7e]*$/);
    expect(decodeUtf7(encoded)).toBe(name);
  },
);

test('UTF-7 as others write it is read', () => {
  expect(decodeUtf7('b+AOE-o.docx')).toBe('báo.docx');
  // The end marker of a run may be omitted before a character that is not base64.
  expect(decodeUtf7('b+AOE o.docx')).toBe('bá o.docx');
  expect(decodeUtf7('1 +- 1.txt')).toBe('1 + 1.txt');
});

test.each(['báo.docx', '+2AA-', 'a+', '\u0001'])('what is no UTF-7 is refused: %j', (text) => {
  expect(decodeUtf7(text)).toBeNull();
});

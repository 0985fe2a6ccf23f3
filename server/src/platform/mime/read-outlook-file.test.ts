import { expect, test } from 'vitest';
import { outlookFile, storedRtf } from '../../test-kit/outlook-file.ts';
import { readOutlookFile } from './read-outlook-file.ts';

const SUBJECT = 0x0037;
const BODY = 0x1000;
const RTF = 0x1009;
const HTML = 0x1013;
const CODEPAGE = 0x3fde;

/** As Outlook wraps HTML: its tags stand in groups of their own, and what is between \htmlrtf is for RTF alone. */
const WRAPPED = [
  '{\\rtf1\\ansi\\ansicpg1258\\fromhtml1 \\deff0{\\fonttbl{\\f0\\fswiss\\fcharset163 Arial;}}',
  '{\\*\\htmltag18 <html>}{\\*\\htmltag50 <body>}{\\*\\htmltag64 <p>}\\htmlrtf \\par \\htmlrtf0',
  " Ch\\'e0o {\\*\\htmltag84 <b>}\\htmlrtf {\\b\\htmlrtf0 \\{t\\u234?n\\}\\htmlrtf }\\htmlrtf0{\\*\\htmltag92 </b>}",
  '{\\*\\htmltag148 <img src="cid:logo@x">}{\\*\\htmltag72 </p>}{\\*\\htmltag58 </body>}{\\*\\htmltag27 </html>}}',
].join('\n');

test('a file of Outlook has its subject, its HTML out of RTF, its people by their kind, and its files', () => {
  const bytes = outlookFile(
    { values: { [SUBJECT]: 'Báo giá {công ty}', [RTF]: storedRtf(WRAPPED) } },
    [
      { values: { 12289: 'Thu Hà', 14846: 'ha@minhphat.example' }, numbers: { 3093: 1 } },
      { values: { 12289: 'Kế toán', 12291: 'ke.toan@minhphat.example' }, numbers: { 3093: 2 } },
      { values: { 12289: 'Kín', 14846: 'kin@minhphat.example' }, numbers: { 3093: 3 } },
    ],
    [{ values: { 14081: Buffer.from('png'), 14087: 'logo.png', 14098: 'logo@x' } }],
  );
  const file = readOutlookFile(bytes);
  expect(file).toMatchObject({
    subject: 'Báo giá {công ty}',
    to: [{ name: 'Thu Hà', email: 'ha@minhphat.example' }],
    cc: [{ name: 'Kế toán', email: 'ke.toan@minhphat.example' }],
    bcc: [{ name: 'Kín', email: 'kin@minhphat.example' }],
    files: [{ name: 'logo.png', contentId: 'logo@x', bytes: Buffer.from('png') }],
  });
  expect(file.html?.replaceAll(/\s+/g, ' ')).toContain('<p> Chào <b>{tên}</b><img src="cid:logo@x"></p>');
});

test('HTML of its own is read in the code page that the file names, and text where there is nothing else', () => {
  const html = Buffer.from('<p>Gi\xe1 \xd0\xf3</p>', 'latin1');
  expect(readOutlookFile(outlookFile({ values: { [HTML]: html }, numbers: { [CODEPAGE]: 1258 } })).html).toBe(
    '<p>Giá Đó</p>',
  );
  expect(readOutlookFile(outlookFile({ values: { [BODY]: 'Một\r\nHai' } }))).toMatchObject({
    html: null,
    text: 'Một\r\nHai',
  });
  const plain = storedRtf('{\\rtf1\\ansi Kh\\u244?ng c\\u243? HTML\\par Hai}');
  expect(readOutlookFile(outlookFile({ values: { [RTF]: plain } }))).toMatchObject({
    html: null,
    text: 'Không có HTML\nHai',
  });
});

test.for([
  ['an archive', Buffer.from('504b0304', 'hex')],
  ['a signature alone', Buffer.from('d0cf11e0a1b11ae1', 'hex')],
  ['nothing', Buffer.alloc(0)],
] as const)('%s is none', ([, bytes]) => {
  expect(() => readOutlookFile(bytes)).toThrow();
});

import { expect, test } from 'vitest';
import { readFrontSpam } from './front-spam.ts';

const read = (...fields: string[]) =>
  readFrontSpam(Buffer.from(`${fields.join('\r\n')}\r\n\r\nX-Spam: Yes\r\n`));

test.each([
  [['X-Spam: Yes'], { score: null, reasons: [] }],
  [['X-Spam-Flag: YES', 'X-Spam-Score: 12.3'], { score: 12.3, reasons: [] }],
  [
    ['X-Spam-Status: Yes, score=9.1 required=5.0 tests=[BAYES_99=3.5,', ' HTML_MESSAGE=0.001] autolearn=no'],
    { score: 9.1, reasons: ['BAYES_99', 'HTML_MESSAGE'] },
  ],
  [
    ['X-Spam-Status: Yes, score=7 required=5.0 tests=BAYES_99,URIBL_BLACK,', '\tHTML_MESSAGE autolearn=no'],
    { score: 7, reasons: ['BAYES_99', 'URIBL_BLACK', 'HTML_MESSAGE'] },
  ],
  [
    [
      'X-Rspamd-Action: add header',
      'X-Spamd-Result: default: False [15.20 / 15.00];',
      '\tR_DKIM_ALLOW(-0.20)[x]; GTUBE(6.00)[]; URIBL_BLACK(7.50)[b.example]',
    ],
    { score: 15.2, reasons: ['URIBL_BLACK', 'GTUBE'] },
  ],
])('%j is spam', (fields, verdict) => {
  expect(read(...fields)).toEqual({ isSpam: true, ...verdict });
});

test.each([
  ['X-Spam: No'],
  ['X-Spam-Flag: NO'],
  ['X-Spam-Status: No, score=1.0 required=5.0 tests=BAYES_99'],
  ['X-Rspamd-Action: no action'],
  ['X-Rspamd-Action: greylist'],
  ['X-Rspamd-Action: soft reject'],
])('%j is not', (field) => {
  expect(read(field)).toMatchObject({ isSpam: false });
});

test('a filter that wrote nothing has found nothing', () => {
  expect(read('Subject: X-Spam: Yes')).toBeNull();
});

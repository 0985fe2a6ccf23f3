import { expect, test } from 'vitest';
import {
  dateInWords,
  fieldsOfTemplate,
  fieldsToAsk,
  fillHtml,
  fillSubject,
  knownValues,
  languageOfText,
} from './fill-template.ts';

test('TE-7 values become text and never HTML', () => {
  const values = new Map([['name', '<img src=x onerror=alert(1)> & {số tiền}']]);
  expect(fillHtml('<p>Chào <b>{tên}</b>, {{tên}}</p>', values)).toBe(
    '<p>Chào <b>&lt;img src=x onerror=alert(1)&gt; &amp; {số tiền}</b>, {tên}</p>',
  );
});

test('TE-22 a field in the address of a link is filled behind the host, encoded, and in no other attribute', () => {
  const values = new Map([
    ['name', 'Hà & "Co"'],
    ['mã', '#1'],
  ]);
  const html =
    '<p title="{tên}"><a href="https://{tên}.example/%7Bt%C3%AAn%7D?m={mã}&amp;k={khác}#{mã}">x</a></p>';
  expect(fillHtml(html, values)).toBe(
    '<p title="{tên}"><a href="https://{tên}.example/H%C3%A0%20%26%20%22Co%22?m=%231&amp;k={khác}#{mã}">x</a></p>',
  );
  expect(fieldsOfTemplate({ subject: '{mã}', html })).toEqual(['mã', 'tên', 'khác']);
});

test('TE-7 what the contact says is not asked for; what it leaves empty is', () => {
  const values = knownValues({ name: ' Thu Hà ', title: '', company: 'Minh Phát' }, '27/11/2026');
  expect([...values]).toEqual([
    ['date', '27/11/2026'],
    ['name', 'Thu Hà'],
    ['company', 'Minh Phát'],
  ]);
  expect(fieldsToAsk(['tên', 'chức danh', 'số tiền', 'ngày', 'Mã đơn'], values)).toEqual([
    'chức danh',
    'số tiền',
    'Mã đơn',
  ]);
});

test.each([
  ['vi', '28/11/2026'],
  ['en', '28 November 2026'],
])('TE-7 the date is today in the zone of the person, in %s', (language, words) => {
  expect(dateInWords(Date.UTC(2026, 10, 27, 17, 30), 'Asia/Ho_Chi_Minh', language)).toBe(words);
});

test('TE-11 a subject stays one line', () => {
  expect(fillSubject('Báo giá {tên}', new Map([['name', 'Hà\nBcc: x']]))).toBe('Báo giá Hà Bcc: x');
});

test.each([
  ['Kính gửi {name}, ngày {date}', 'en', 'vi'],
  ['Chào anh {name}', 'en', 'vi'],
  ['Dear {tên}, on {ngày} we met.', 'vi', 'en'],
  ['{ngày}', 'vi', 'vi'],
  ['{date}: 1/2', 'en', 'en'],
])('TE-7 the date is written in the language of “%s” on a screen in %s', (text, ofScreen, language) => {
  expect(languageOfText(text, ofScreen)).toBe(language);
});

import { expect, test } from 'vitest';
import { LANGUAGES } from '../../../i18n/i18n.ts';
import { casesOf, expectMeanings, meaningOf, NOW } from './corpus/expect-meanings.ts';
import { ENGLISH_LINES, VIETNAMESE_LINES } from './corpus/lines.ts';
import { COUNTED_LINES, NAMED_LINES, RICHER_LINES, UNTOUCHED_LINES } from './corpus/names.ts';
import { parseQuickLine } from './parse-quick-line.ts';

for (const language of LANGUAGES) {
  test.each([
    ['Vietnamese', VIETNAMESE_LINES],
    ['English', ENGLISH_LINES],
  ])(
    `CL-145 at least 150 lines in %s mean what people mean by them, with the interface in ${language}`,
    (_language, table) => {
      expect(casesOf(table).length).toBeGreaterThanOrEqual(150);
      expectMeanings(table, language);
    },
  );
}

test.each(LANGUAGES)(
  'CL-145 names and words that look like days are left alone, with the interface in %s',
  (language) => {
    const lines = UNTOUCHED_LINES.trim().split('\n');
    expect(lines.length).toBeGreaterThanOrEqual(80);
    expect(lines.filter((text) => meaningOf(text, language) !== 'null')).toEqual([]);
  },
);

test.each(LANGUAGES)(
  'CL-145 names beside a day or a time stay in the title, with the interface in %s',
  (language) => {
    expectMeanings(NAMED_LINES, language);
  },
);

test.each(LANGUAGES)(
  'CL-145 spans of days, repeats and times as they are spoken are read, with the interface in %s',
  (language) => {
    expectMeanings(RICHER_LINES, language);
  },
);

test.each(LANGUAGES)('CL-384 how often is read beside what repeats, with the interface in %s', (language) => {
  expectMeanings(COUNTED_LINES, language);
});

test.each([
  ['họp 8h', '2026-12-05'],
  ['họp 15h mỗi ngày', '2026-12-05'],
  ['họp 8h mai', '2026-11-21'],
  ['họp thứ sáu 8h', '2026-11-27'],
])('CL-145 a line that names no day is on the one that was chosen (%s)', (text, day) => {
  expect(parseQuickLine(text, { ...NOW, chosen: '2026-12-05', language: 'vi' })?.day).toBe(day);
});

test.each([
  ['họp thứ 5 9h', '2026-12-10'],
  ['họp chủ nhật 9h', '2026-12-13'],
  ['hop thu 2 9h', '2026-12-07'],
  ['sync Thursday 9am', '2026-12-10'],
  ['giao ban thứ 2 hàng tuần 9h', '2026-12-07'],
  ['học bơi thứ 3, 5 hàng tuần 18h', '2026-12-08'],
  ['công tác thứ hai đến thứ tư', '2026-12-07'],
  ['họp thứ 5 này 9h', '2026-11-26'],
  ['họp thứ năm tới 9h', '2026-11-26'],
  ['họp thứ 5 tuần sau 9h', '2026-11-26'],
  ['sync this Thursday 9am', '2026-11-26'],
  ['sync next Thursday 9am', '2026-11-26'],
  ['họp thứ 5 26/11 9h', '2026-11-26'],
  ['họp mai 9h', '2026-11-21'],
])('CL-383 a bare weekday is one of the week on screen (%s)', (text, day) => {
  const shown = { ...NOW, chosen: '2026-12-07', week: '2026-12-07', language: 'vi' } as const;
  expect(parseQuickLine(text, shown)?.day).toBe(day);
});

test('CL-383 a span of weekdays is within the week on screen, and goes on into the next', () => {
  const shown = { ...NOW, week: '2026-12-07', language: 'vi' } as const;
  const spanOf = (text: string) => parseQuickLine(text, shown);
  expect(spanOf('công tác thứ ba đến thứ năm')).toMatchObject({ day: '2026-12-08', lastDay: '2026-12-10' });
  expect(spanOf('công tác thứ sáu đến thứ hai')).toMatchObject({ day: '2026-12-11', lastDay: '2026-12-14' });
});

test.each([
  ['Họp công nợ 9h thứ 3 phòng A với Minh', 'Họp công nợ với Minh', 'phòng A'],
  ['hop 9h thu 3 phong A voi Minh', 'Hop voi Minh', 'phong A'],
  ['lunch 12:30 Friday at Nhà Xưa with Minh', 'Lunch with Minh', 'Nhà Xưa'],
  ['họp 9h mai tại Vòng Xoay Với Cây', 'Họp', 'Vòng Xoay Với Cây'],
])('CL-338 a place ends where people are named (%s)', (text, title, place) => {
  expect(parseQuickLine(text, { ...NOW, language: 'vi' })).toMatchObject({ title, place });
});

test('CL-145 a long line without any sense is read at once', () => {
  for (const piece of [
    '3h ',
    '12/',
    'tu 3h den ',
    'ram ',
    'at ',
    '9999999 ',
    'thứ ',
    't2, ',
    'thu hai den ',
    '1/12 - ',
    'mỗi ngày trừ thứ hai ',
    'hàng tuần đến 15/12 ',
    'T2-T6 8h ',
    '2 tuần nữa ',
  ])
    expect(() => parseQuickLine(piece.repeat(80), { ...NOW, language: 'vi' })).not.toThrow();
});

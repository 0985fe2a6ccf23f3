import { expect, test } from 'vitest';
import { ENGLISH_LINES, VIETNAMESE_LINES } from './corpus/lines.ts';
import { parseQuickLine, type QuickRepeat } from './parse-quick-line.ts';

const NOW = { today: '2026-11-20', now: 9 * 60 };

const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

function repeatIn(repeat: QuickRepeat): string {
  if (repeat.kind === 'every') return repeat.every;
  const { every, days, month } = repeat.rule;
  return every === 'year' ? `year ${days[0]}/${month}` : `month ${days.join()}`;
}

function meaningOf(text: string): string {
  const read = parseQuickLine(text, NOW);
  if (!read) return 'null';
  const { title, day, start, end, place, repeat } = read;
  const time = start === null || end === null ? 'whole' : `${clock(start)}-${clock(end)}`;
  return [title, day, time, place, ...(repeat ? [repeatIn(repeat)] : [])].join(' | ').trim();
}

function casesOf(table: string): [string, string][] {
  const lines = table.trim().split('\n');
  return lines.map((line) => {
    const [text = '', meaning = ''] = line.split(' =>');
    return [text, meaning.trim()];
  });
}

test.each([
  ['Vietnamese', VIETNAMESE_LINES],
  ['English', ENGLISH_LINES],
])('CL-145 at least 150 lines in %s mean what people mean by them', (_language, table) => {
  const cases = casesOf(table);
  expect(cases.length).toBeGreaterThanOrEqual(150);
  expect(cases.map(([text]) => `${text} => ${meaningOf(text)}`)).toEqual(
    cases.map(([text, meaning]) => `${text} => ${meaning}`),
  );
});

test('CL-145 a long line without any sense is read at once', () => {
  for (const piece of ['3h ', '12/', 'tu 3h den ', 'ram ', 'at ', '9999999 ', 'thứ '])
    expect(() => parseQuickLine(piece.repeat(80), NOW)).not.toThrow();
});

import { expect } from 'vitest';
import type { Language } from '../../../../i18n/i18n.ts';
import { parseQuickLine } from '../parse-quick-line.ts';
import type { QuickRepeat } from '../read-repeat.ts';

/** Friday 20 November 2026 at 09:00. */
export const NOW = { today: '2026-11-20', chosen: '2026-11-20', now: 9 * 60 };
const WEEKDAYS = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'];

const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

function repeatIn(repeat: QuickRepeat): string {
  if (repeat.kind === 'every')
    return [
      repeat.interval > 1 ? `${repeat.every}/${repeat.interval}` : repeat.every,
      repeat.weekdays.length > 1 && repeat.weekdays.map((day) => WEEKDAYS[day]).join(),
      repeat.count !== null && `x${repeat.count}`,
      repeat.until !== null && `until ${repeat.until}`,
    ]
      .filter(Boolean)
      .join(' ');
  if (repeat.kind === 'month') {
    const { on, count, until } = repeat;
    return [
      repeat.interval > 1 ? `month/${repeat.interval}` : 'month',
      'position' in on ? `${on.position}${WEEKDAYS[on.weekday]}` : `${on.date}`,
      count !== null && `x${count}`,
      until !== null && `until ${until}`,
    ]
      .filter(Boolean)
      .join(' ');
  }
  const { every, days, month } = repeat.rule;
  return every === 'year' ? `year ${days[0]}/${month}` : `month ${days.join()}`;
}

export function meaningOf(text: string, language: Language, now = NOW.now): string {
  const read = parseQuickLine(text, { ...NOW, now, language });
  if (!read) return 'null';
  const { title, day, lastDay, start, end, place, repeat, reminders } = read;
  const days = lastDay === day ? day : `${day}..${lastDay}`;
  const time = start === null || end === null ? 'whole' : `${clock(start)}-${clock(end)}`;
  const more = [...(repeat ? [repeatIn(repeat)] : []), ...(reminders ? [`remind ${reminders.join()}`] : [])];
  return [title, days, time, place, ...more].join(' | ').trim();
}

/** What is typed and what it means, of each line of a table. */
export function casesOf(table: string): [string, string][] {
  const lines = table.trim().split('\n');
  return lines.map((line) => {
    const [text = '', meaning = ''] = line.split(' =>');
    return [text, meaning.trim()];
  });
}

export function expectMeanings(table: string, language: Language, now = NOW.now): void {
  const cases = casesOf(table);
  expect(cases.map(([text]) => `${text} => ${meaningOf(text, language, now)}`)).toEqual(
    cases.map(([text, meaning]) => `${text} => ${meaning}`),
  );
}

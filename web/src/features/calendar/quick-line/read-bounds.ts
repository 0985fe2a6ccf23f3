import { addDays, firstOfMonth, lastOfMonth } from '../../../lib/calendar-days.ts';
import { ENGLISH_MONTH, readDay } from './read-day.ts';
import type { Each } from './read-interval.ts';
import { createLine, type Line } from './read-spans.ts';
import { ENGLISH_DAY, type Since, VIETNAMESE_DAY } from './read-weekday.ts';

/** The first day on which what repeats may be, and the last one; null where the line says none. */
export type Bounds = { from: string | null; until: string | null };

export const DATE = [
  String.raw`\d{1,2}/\d{1,2}(?:/(?:\d{4}|\d\d))?|\d{1,2}[.-]\d{1,2}[.-]\d{4}|\d{1,2} tháng \d{1,2}(?: năm \d{4})?|ngày \d{1,2}`,
  String.raw`(?:${ENGLISH_MONTH}) \d{1,2}(?:st|nd|rd|th)?(?:,? \d{4})?`,
  String.raw`(?:the )?\d{1,2}(?:st|nd|rd|th)?(?: of)? (?:${ENGLISH_MONTH})(?:,? \d{4})?`,
].join('|');
const SINCE = '(?:bắt đầu(?: từ)?|từ|from|starting|beginning)(?: ngày| on| from)?';
const TO = '(?:(?:cho )?(?:đến|tới)|kết thúc(?: vào)?|until|till|through|to|ending(?: on)?)';
const END_OF = String.raw`(?:hết|cuối) (?:tháng (\d{1,2})|(tháng|năm)(?: này| nay)?)`;
const ENGLISH_END_OF = `(?:the )?end of (?:(?:the |this )?(month|year)|(${ENGLISH_MONTH}))`;
const BEHIND_WEEKDAY = new RegExp(`(?:th[ứu] \\S+|t[2-7]|${ENGLISH_DAY}) $`, 'iu');

/** CL-411: `từ 1/12 đến 15/12`, `until Dec 15`. Endless: its end stays in the title. */
export function readBounds(
  line: Line,
  since: Since,
  { each, isEndless }: { each: Each | null; isEndless: boolean },
): Bounds {
  const started = line.take(`${SINCE} (${DATE})`, ({ 1: date }) => dayOf(date, since) !== null);
  const from = started && dayOf(started[1], since);
  const after = from === null ? since : { today: from, week: null };
  const end = findEnd(line, after, each);
  if (!end) return { from, until: null };
  const [start, stop] = [end.index, end.index + end.length];
  if (isEndless) line.leave(start, stop);
  else line.cut(start, stop);
  return { from, until: isEndless ? null : end.day };
}

type End = { day: string; index: number; length: number };

function findEnd(line: Line, since: Since, each: Each | null): End | null {
  const { today } = since;
  const end = (found: RegExpMatchArray | null, day: string | null | undefined) =>
    found && day ? { day, index: found.index ?? 0, length: found[0].length } : null;
  const dated = line.find(`${TO}(?: hết)?(?: ngày)? (${DATE})`, ({ 1: date }) => dayOf(date, since) !== null);
  if (dated) return end(dated, dayOf(dated[1], since));
  const isMonth = ({ 1: month }: RegExpMatchArray) => month === undefined || isMonthOf(Number(month));
  const vietnamese = line.find(`${TO} ${END_OF}`, isMonth);
  if (vietnamese) return end(vietnamese, endOf(vietnamese[1] ?? vietnamese[2], today));
  const english = line.find(`${TO} ${ENGLISH_END_OF}`);
  if (english) return end(english, endOf(english[1] ?? english[2], today));
  if (each?.every !== 'day' && each?.every !== 'workday') return null;
  // `hàng ngày từ thứ 2 đến thứ 6` are weekdays.
  const weekday = line.find(
    `${TO} (?:hết )?(${VIETNAMESE_DAY}|${ENGLISH_DAY})`,
    (_match, { before }) => !BEHIND_WEEKDAY.test(before),
  );
  return end(weekday, weekday && dayOf(weekday[1], { today: addDays(today, 1), week: null }));
}

function isMonthOf(month: number): boolean {
  return month >= 1 && month <= 12;
}

/** The last day of `12`, `dec`, `month` or `year`. */
function endOf(unit = '', today: string): string | null {
  if (/^(?:year|n)/u.test(unit)) return `${today.slice(0, 4)}-12-31`;
  if (/^(?:month|t)/u.test(unit)) return lastOfMonth(today);
  // This month has begun.
  const first = dayOf(/^\d/.test(unit) ? `1/${unit}` : `1 ${unit}`, {
    today: firstOfMonth(today),
    week: null,
  });
  return first && lastOfMonth(first);
}

function dayOf(text = '', since: Since): string | null {
  return readDay(createLine(/^[a-z]{3}/.test(text) ? `on ${text}` : text, 'en'), since)?.day ?? null;
}

import { addDays, weekStartOf } from '../../../lib/calendar-days.ts';
import { ENGLISH_MONTH, readDay } from './read-day.ts';
import { createLine, type Line } from './read-spans.ts';
import { ENGLISH_DAY, PLACES, type Since, VIETNAMESE_DAY } from './read-weekday.ts';

/** The first and the last day. */
type DaySpan = { day: string; lastDay: string };

const TO = ' ?(?:-|–|—|đến|tới|to|until|till|through) ?(?:hết )?';
const DATE = String.raw`\d{1,2}/\d{1,2}(?:/\d{4}|/\d\d)?`;
const ENGLISH_DATE = String.raw`(?:${ENGLISH_MONTH}) \d{1,2}(?:st|nd|rd|th)?|\d{1,2}(?:st|nd|rd|th)? (?:${ENGLISH_MONTH})`;
const SOON = 'hôm nay|nay|ngày mai|mai|ngày kia|mốt|today|tomorrow';
const FROM = '(?:từ |from )?(?:ngày )?';

/** `1/12 đến 4/12`, `1-4/12`, `Dec 1 to 3`, `thứ hai đến thứ tư`; null where no span of days is named. */
export function readDaySpan(line: Line, since: Since): DaySpan | null {
  const day = `${DATE}|${VIETNAMESE_DAY}|${line.isEnglish ? `${ENGLISH_DATE}|${ENGLISH_DAY}` : ENGLISH_DAY_IN_FULL}`;
  const long = readLongSpan(line, `${day}|${SOON}`, since);
  if (long) return long;
  const whole = take(
    line,
    `${FROM}(${day})${TO}(?:ngày )?(${day})(?:,? (tuần sau|tuần tới|next week))?`,
    since,
    ([from, to, week]) => [from, to, week],
  );
  if (whole) return whole;
  // `mai` alone may be a name.
  const soon = take(line, `(?:từ|from) (${SOON})${TO}(?:ngày )?(${SOON}|${day})`, since, (ends) => ends);
  if (soon) return soon;
  const sameMonth = take(
    line,
    String.raw`(?:từ |ngày |from )*(\d{1,2})${TO}(?:ngày )?(\d{1,2})(/\d{1,2}(?:/\d{4})?)`,
    since,
    ([from, to, month]) => [`${from}${month}`, `${to}${month}`],
  );
  if (sameMonth || !line.isEnglish) return sameMonth;
  return (
    take(
      line,
      String.raw`${FROM}(${ENGLISH_MONTH}) (\d{1,2})(?:st|nd|rd|th)?${TO}(\d{1,2})(?:st|nd|rd|th)?`,
      since,
      ([month, from, to]) => [`${month} ${from}`, `${month} ${to}`],
    ) ??
    take(line, String.raw`${FROM}(\d{1,2})${TO}(\d{1,2}) (${ENGLISH_MONTH})`, since, ([from, to, month]) => [
      `${month} ${from}`,
      `${month} ${to}`,
    ])
  );
}

/** CL-441: `3 ngày từ 7/12`, `từ thứ ba 3 ngày`, `3 days from Dec 7`. */
function readLongSpan(line: Line, day: string, since: Since): DaySpan | null {
  const length = String.raw`(?:trong |for )?(\d{1,2}) (ngày|days|tuần|weeks)(?: liền| liên tiếp)?`;
  const ends = (from = '', count = '', unit = '') => {
    const first = dayOf(from, since);
    const days = Number(count) * (/^[tw]/.test(unit) ? 7 : 1);
    return first === undefined || days < 2 ? null : { day: first, lastDay: addDays(first, days - 1) };
  };
  let span: DaySpan | null = null;
  const isSpan = (found: DaySpan | null) => {
    span = found;
    return found !== null;
  };
  if (
    line.take(`${length},? (?:kể từ|bắt đầu từ|từ|from|starting) (?:ngày )?(${day})`, (match) =>
      isSpan(ends(match[3], match[1], match[2])),
    ) ||
    line.take(`(?:kể từ|bắt đầu từ|từ|from|starting) (?:ngày )?(${day}),? ${length}`, (match) =>
      isSpan(ends(match[1], match[2], match[3])),
    )
  )
    return span;
  return null;
}

const ENGLISH_DAY_IN_FULL = 'monday|tuesday|wednesday|thursday|friday|saturday|sunday';

function take(
  line: Line,
  source: string,
  since: Since,
  ends: (groups: string[]) => (string | undefined)[],
): DaySpan | null {
  let span: DaySpan | null = null;
  line.take(source, (match, { before }) => {
    if (PLACES.test(before)) return false;
    const [from = '', to = '', week = ''] = ends(match.slice(1).map((group) => group ?? ''));
    span = spanOf(
      from,
      to,
      week === '' ? since : { today: addDays(weekStartOf(since.today), 7), week: null },
    );
    return span !== null;
  });
  return span;
}

function dayOf(text: string, within: Since): string | undefined {
  // `on` tells that `sat` is a day.
  return readDay(createLine(/^[a-z]{3}/.test(text) ? `on ${text}` : text, 'en'), within)?.day;
}

function spanOf(from: string, to: string, since: Since): DaySpan | null {
  const day = dayOf(from, since);
  if (day === undefined) return null;
  const last = dayOf(to, since);
  // The next one of its name may be before the first day.
  const lastDay = last !== undefined && last < day ? dayOf(to, { today: day, week: null }) : last;
  return lastDay !== undefined && lastDay > day ? { day, lastDay } : null;
}

import { addDays, daysBetween } from '../../../lib/calendar-days.ts';
import { CLOCK, type Clock, clockOf, DAY_MINUTES, minutesOf } from './read-clock.ts';
import { readDay } from './read-day.ts';
import { TO } from './read-range.ts';
import { createLine, type Line } from './read-spans.ts';
import { type Since, VIETNAMESE_DAY } from './read-weekday.ts';

/** `end`: in minutes from the midnight before the start. */
type Across = { day: string; start: number; end: number };

const DAY = String.raw`hôm nay|nay|ngày mai|mai|ngày kia|mốt|today|tomorrow|${VIETNAMESE_DAY}|\d{1,2}/\d{1,2}`;
const ACROSS = `(?:từ |from |lúc )?${CLOCK}(?: (${DAY}))?${TO}${CLOCK} (${DAY})`;
const [EVENING, MORNING] = [18 * 60, 6];
const LONGEST = 14 * DAY_MINUTES;

/** CL-427: `22h tối nay đến 2h sáng mai`, from a time of one day to one of another; null where no second day is named. */
export function readAcross(line: Line, since: Since): Across | null {
  let across: Across | null = null;
  line.take(ACROSS, (match) => {
    across = acrossOf(match, line, since);
    return across !== null;
  });
  return across;
}

function acrossOf(match: RegExpMatchArray, line: Line, since: Since): Across | null {
  const begun = clockOf(match.slice(1, 8), line);
  const start = minutesOf(begun);
  if (start === null) return null;
  const end = endOf(clockOf(match.slice(9, 16), line), start);
  const first = match[8] === undefined ? null : dayOf(match[8], since);
  const named = dayOf(match[16], since);
  // The next one of its name may be before the first day.
  const last = first && named && named < first ? dayOf(match[16], { today: first, week: null }) : named;
  if (end === null || last === null) return null;
  // `10h tối đến 2h sáng mai` begins tonight, `9h sáng đến 11h sáng mai` tomorrow.
  const isEvening = start >= EVENING && (begun.period !== null || begun.isExact);
  if (first === null && !(isEvening && end <= start && last > since.today)) return null;
  const day = first ?? addDays(last, -1);
  const until = daysBetween(day, last) * DAY_MINUTES + end;
  return until > start && until - start <= LONGEST ? { day, start, end: until } : null;
}

/** Behind an evening `2h` is of the night. */
function endOf(till: Clock, start: number): number | null {
  const isNight = till.period === null && !till.isExact && till.hour <= MORNING && start >= EVENING;
  return isNight ? till.hour * 60 + till.minute : minutesOf(till);
}

function dayOf(text = '', since: Since): string | null {
  return readDay(createLine(text, 'en'), since)?.day ?? null;
}

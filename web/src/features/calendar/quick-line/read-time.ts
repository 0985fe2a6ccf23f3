import type { PartOfDay } from '../../../lib/part-of-day.ts';
import {
  bareClock,
  CLOCK,
  type Clock,
  clockOf,
  ENGLISH_CLOCK,
  englishClock,
  isOfDay,
  minutesOf,
  type ReadTime,
} from './read-clock.ts';
import { readLength, readSaidLength } from './read-length.ts';
import { readPair } from './read-pair.ts';
import { DAY_BEHIND, PERIOD, readPeriod } from './read-period.ts';
import { readRange } from './read-range.ts';
import { type Around, type Line, TAKEN } from './read-spans.ts';

/** When something is that says no more than a part of the day. */
const STARTS: Record<PartOfDay, number> = { morning: 9, noon: 12, afternoon: 14, evening: 19, night: 21 };

/** `chiều nay 3 rưỡi`. */
const AFTER_PERIOD =
  /(?:sáng|trưa|chiều|tối|đêm|sang|trua|chieu|toi|dem)(?: (?:nay|mai|mốt|qua|kia|thứ \p{L}+|thu \p{L}+|chủ nhật|chu nhat|t[2-7]|cn))?,? $/iu;

/** Null where no time is said. */
export function readTime(line: Line): ReadTime | null {
  const range = readRange(line);
  if (range) return range;
  // `trong 2 giờ` would be a time.
  const said = readSaidLength(line);
  const time = readClock(line);
  return time && said !== null ? { start: time.start, end: time.start + said } : time;
}

function readClock(line: Line): ReadTime | null {
  const isTime = (clock: Clock, around: Around) => minutesOf(clock) !== null && isOfDay(around);
  const single = line.take(`(?:lúc |vào lúc |at |@ ?)?${CLOCK}`, (match, around) =>
    isTime(clockOf(match.slice(1), line), around),
  );
  const english =
    single ??
    line.take(`(?:at |@ ?)?${ENGLISH_CLOCK}`, (match, around) =>
      isTime(englishClock(match.slice(1)), around),
    );
  const half = english ?? readHalf(line);
  const bare = half ?? readBare(line);
  if (!bare && line.take('at noon|noon|giữa trưa')) return withLength(12 * 60, line);
  if (!bare && line.take('at midnight|midnight|nửa đêm')) return withLength(0, line);
  const period = readPeriod(line);
  if (single) return timed(clockOf(single.slice(1), line), period, line);
  if (english) return timed(englishClock(english.slice(1)), period, line);
  if (half) return timed({ ...bareClock(half), minute: 30 }, period, line);
  if (bare) return timed(bareClock(bare), period, line);
  if (!period) return null;
  return readPair(line, { period, isDay: false }) ?? withLength(STARTS[period] * 60, line);
}

/** `3 rưỡi`: with a part of the day, since it may be three and a half of anything. */
function readHalf(line: Line): RegExpMatchArray | null {
  return line.take(
    String.raw`(?:lúc )?(\d{1,2}) rưỡi(?: (?:buổi )?(${PERIOD}))?`,
    (match, { written, before }) =>
      minutesOf(bareClock(match)) !== null &&
      (match[2] !== undefined || /^l[úu]c /iu.test(written) || AFTER_PERIOD.test(before)),
  );
}

/** An hour without its unit: `at 3`, `lúc 3`, `8 tối nay`, `Monday 9`. */
function readBare(line: Line): RegExpMatchArray | null {
  const isHour = (match: RegExpMatchArray) => minutesOf(bareClock(match)) !== null;
  return (
    line.take(
      String.raw`(?:at|lúc) (\d{1,2})(?: o'clock)?(?: (${PERIOD}))?`,
      // `at 12 Nguyễn Huệ` is a house.
      (match, { after }) => isHour(match) && (DAY_NAME.test(after) || !/^ \p{Lu}/u.test(after)),
    ) ??
    line.take(String.raw`(\d{1,2}) (${PERIOD})(?= (?:${DAY_BEHIND}))`, isHour) ??
    (line.isEnglish
      ? line.take(
          String.raw`(?<=(?:mon|tues?|wed|thu|thurs|fri|sat|sun)(?:day|sday|nesday|rsday|urday)? |tomorrow |today |tonight |${TAKEN} )(\d{1,2})`,
          (match, { after }) =>
            Number(match[1]) >= 1 && Number(match[1]) <= 12 && /^(?:$|,| (?:at|with|in) )/iu.test(after),
        )
      : null)
  );
}

const DAY_NAME =
  /^ (?:mon|tue|wed|thu|fri|sat|sun|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|thứ|chủ nhật|t[2-7]|cn)/iu;

function timed(clock: Clock, period: PartOfDay | null, line: Line): ReadTime | null {
  const said = clock.period ?? period ?? spokenPeriod(line);
  const start = minutesOf({ ...clock, period: said });
  const isMorning = clock.isEarly === true || clock.hour > 6;
  const isVague = said === null && !clock.isExact && isMorning && clock.hour < 12;
  return start === null ? null : { ...withLength(start, line), isVague };
}

/** `dinner at 8` is in the evening. */
function spokenPeriod(line: Line): PartOfDay | null {
  if (line.find('breakfast|ăn sáng|thức dậy|ngủ dậy|wake up')) return 'morning';
  return line.find('dinner|supper|(?:ăn|cơm|bữa|tiệc) tối') ? 'evening' : null;
}

function withLength(start: number, line: Line): ReadTime {
  const length = readLength(line);
  return { start, end: length === null ? null : start + length };
}

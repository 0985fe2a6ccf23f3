import { hourOfDay, PARTS_OF_DAY, type PartOfDay } from '../../../lib/part-of-day.ts';
import { readLength, readSaidLength } from './read-length.ts';
import { type Around, type Line, TAKEN } from './read-spans.ts';
import { VIETNAMESE_DAY } from './read-weekday.ts';

const DAY_MINUTES = 24 * 60;

/** Minutes of the day; `end` may be after midnight. */
export type ReadTime = {
  start: number;
  end: number | null;
  /** An hour of the morning that may be one of the evening: `8h`. */
  isVague?: boolean;
};
/** When something is that says no more than a part of the day. */
const STARTS: Record<PartOfDay, number> = { morning: 9, noon: 12, afternoon: 14, evening: 19, night: 21 };
/** Without accents `toi` and `sang` lead somewhere as well: `3h sang nha Lan`. */
const PERIOD =
  '(?:sáng|trưa|chiều|tối|đêm)(?! (?:nha|ben|cty|cong ty|van phong|gap|benh vien|truong|san bay)(?!\\p{L}))';

/** `3h`, `15h30`, `3 giờ rưỡi`, `15:30`, `3pm`, with the part of the day behind it. */
const CLOCK = [
  String.raw`(\d{1,2})(?: ?(?:h|giờ|g) ?(\d\d(?!\d)|rưỡi|kém \d\d?)?(?: ?(?:phút|p)(?![\p{L}])|')?|:(\d\d))`,
  String.raw`(?: ?(am|pm|a\.m\.|p\.m\.)| (?:(?:buổi )?(${PERIOD})|in the (morning|afternoon|evening)|at (night)))?`,
].join('');
const ENGLISH_CLOCK = String.raw`(\d{1,2}) ?(am|pm|a\.m\.|p\.m\.)`;
/** What is no time of the day but a length of time: `cứ 2h`, `2 giờ nữa`. */
const EACH = /(?<!\p{L})(?:vòng|cứ|mỗi|suốt|vong|suot) $/iu;
const LENGTH = /^ (?:nữa|nua|đồng hồ|dong ho|làm thêm|from now)(?!\p{L})/iu;
const DAY_BEHIND = `mai|mốt|nay|ngày|hôm|mùng|mồng|rằm|${VIETNAMESE_DAY}|\\d{1,2}(?:/\\d{1,2}| tết)`;
/** `chiều nay 3 rưỡi`. */
const AFTER_PERIOD =
  /(?:sáng|trưa|chiều|tối|đêm|sang|trua|chieu|toi|dem)(?: (?:nay|mai|mốt|qua|kia|thứ \p{L}+|thu \p{L}+|chủ nhật|chu nhat|t[2-7]|cn))?,? $/iu;
const MEAL = /(?<!\p{L})(?:ăn|bữa|cơm|tiệc|ca|học|tập|an|bua|com|tiec|hoc|tap) $/iu;

type Clock = { hour: number; minute: number; period: PartOfDay | null; isExact: boolean };

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
    isTime(clockOf(match.slice(1)), around),
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
  if (single) return timed(clockOf(single.slice(1)), period, line);
  if (english) return timed(englishClock(english.slice(1)), period, line);
  if (half) return timed({ ...bareClock(half), minute: 30 }, period, line);
  if (bare) return timed(bareClock(bare), period, line);
  return period ? withLength(STARTS[period] * 60, line) : null;
}

function isOfDay({ written, before, after }: Around): boolean {
  return !EACH.test(before) && !LENGTH.test(after) && !/\dG$|\d g$/u.test(written);
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
          String.raw`(?<=(?:mon|tues?|wed|thu|thurs|fri|sat|sun)(?:day|sday|nesday|rsday|urday)? |tomorrow |today |tonight )(\d{1,2})`,
          (match, { after }) =>
            Number(match[1]) >= 1 && Number(match[1]) <= 12 && /^(?:$|,| (?:at|with|in) )/iu.test(after),
        )
      : null)
  );
}

const DAY_NAME =
  /^ (?:mon|tue|wed|thu|fri|sat|sun|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|thứ|chủ nhật|t[2-7]|cn)/iu;

function bareClock({ 1: hour, 2: period }: RegExpMatchArray): Clock {
  return {
    ...{ hour: Number(hour), minute: 0, isExact: false },
    period: period === undefined ? null : (PARTS_OF_DAY[period] ?? null),
  };
}

function readRange(line: Line): ReadTime | null {
  const to = ` ?(?:-|–|—|to|đến|tới|until|till) ?`;
  return (
    takeRange(line, `(?:from |từ |lúc )?${CLOCK}${to}${CLOCK}`, (found) => [
      clockOf(found.slice(0, 7)),
      clockOf(found.slice(7, 14)),
    ]) ??
    takeRange(
      line,
      String.raw`(?:from )?(\d{1,2})(?::(\d\d))? ?(am|pm)?${to}(\d{1,2})(?::(\d\d))? ?(am|pm)`,
      ([hour, minute, half, hourTo, minuteTo, halfTo]) => {
        const from = plainClock(hour, minute, half);
        const till = plainClock(hourTo, minuteTo, halfTo);
        // `11 to 1pm` begins in the morning.
        const begun = from.hour % 12 <= till.hour % 12 ? till.period : 'morning';
        return [{ ...from, period: from.period ?? begun }, till];
      },
    ) ??
    takeRange(line, String.raw`(?:from |từ )?(\d{1,2}):(\d\d)${to}(\d{1,2})`, ([hour, minute, hourTo]) => [
      plainClock(hour, minute, undefined),
      plainClock(hourTo, undefined, undefined),
    ]) ??
    takeRange(
      line,
      String.raw`(?:from |từ )?(\d{1,2})${to}(\d{1,2}) ?(?:h|giờ)(?: (${PERIOD}))?`,
      ([hour, hourTo, period]) => [
        plainClock(hour, undefined, period),
        plainClock(hourTo, undefined, period),
      ],
    )
  );
}

function plainClock(hour: string | undefined, minute: string | undefined, period: string | undefined): Clock {
  return {
    ...{ hour: Number(hour), minute: Number(minute ?? 0), isExact: false },
    period: PARTS_OF_DAY[period ?? ''] ?? null,
  };
}

function takeRange(
  line: Line,
  source: string,
  clocks: (groups: (string | undefined)[]) => [Clock, Clock],
): ReadTime | null {
  const found = line.take(source, (match, around) => {
    const [from, till] = clocks(match.slice(1));
    return isOfDay(around) && range(from, till, null) !== null;
  });
  return found && range(...clocks(found.slice(1)), readPeriod(line));
}

function range(from: Clock, till: Clock, period: PartOfDay | null): ReadTime | null {
  const start = minutesOf({
    ...from,
    period: from.period ?? (from.isExact ? null : (till.period ?? period)),
  });
  if (start === null) return null;
  const said = minutesOf({ ...till, period: till.period ?? (till.isExact ? null : (from.period ?? period)) });
  if (said === null) return null;
  // `8h - 5h` ends in the afternoon.
  const end =
    said > start ? said : said + 12 * 60 > start && till.hour <= 12 ? said + 12 * 60 : said + DAY_MINUTES;
  return { start, end };
}

function readPeriod(line: Line): PartOfDay | null {
  // `ăn trưa mai` and `ăn tối 7h` remain a lunch and a dinner.
  // A man called Sang is no morning.
  const isNoName = (_match: unknown, { written, before }: Around) =>
    before.trim() === '' || !/(?<!\p{L})Sang/u.test(written);
  const isNoMeal = (match: unknown, around: Around) => !MEAL.test(around.before) && isNoName(match, around);
  const beside = `(?= (?:${DAY_BEHIND})| ?${TAKEN})`;
  const found =
    line.take(`(?:vào )?(?:buổi )?(${PERIOD})${beside}`, isNoMeal) ??
    line.take(`(?:vào )?buổi (${PERIOD})`) ??
    line.take('(?:in the |this )(morning|afternoon|evening)') ??
    line.take('(?<=(?:tomorrow|day) )(morning|afternoon|evening|night)') ??
    line.take('(tonight)') ??
    line.take(`(?<=${TAKEN} ?)(${PERIOD}|morning|evening|night)`) ??
    line.find(`(${PERIOD})${beside}`, isNoName);
  if (!found) return null;
  return found[1] === 'tonight' ? 'evening' : (PARTS_OF_DAY[found[1] ?? ''] ?? null);
}

function clockOf([hour, sixty, colon, half, period, phrase, night]: (string | undefined)[]): Clock {
  const less = /^k[ée]m (\d+)$/u.exec(sixty ?? '');
  const isHalf = /^r/.test(sixty ?? '');
  const minute = isHalf ? 30 : less ? -Number(less[1]) : Number(sixty ?? colon ?? 0);
  const name = half?.replaceAll('.', '') ?? period ?? phrase ?? night;
  return {
    ...{ hour: Number(hour), minute, period: name === undefined ? null : (PARTS_OF_DAY[name] ?? null) },
    isExact: hour?.startsWith('0') === true || Number(hour) > 12,
  };
}

function englishClock([hour, half]: (string | undefined)[]): Clock {
  return {
    hour: Number(hour),
    minute: 0,
    period: PARTS_OF_DAY[half?.replaceAll('.', '') ?? ''] ?? null,
    isExact: false,
  };
}

/** Minutes of the day; an hour from 1 to 6 without a part of the day is one of the afternoon. */
function minutesOf({ hour, minute, period, isExact }: Clock): number | null {
  if (hour > 24 || minute > 59) return null;
  let shown = hour;
  if (!isExact && hour <= 12) {
    if (period !== null) shown = hourOfDay(hour, period);
    else if (hour >= 1 && hour <= 6) shown = hour + 12;
  }
  return (shown * 60 + minute + DAY_MINUTES) % DAY_MINUTES;
}

function timed(clock: Clock, period: PartOfDay | null, line: Line): ReadTime | null {
  const said = clock.period ?? period ?? mealPeriod(line);
  const start = minutesOf({ ...clock, period: said });
  const isVague = said === null && !clock.isExact && clock.hour > 6 && clock.hour < 12;
  return start === null ? null : { ...withLength(start, line), isVague };
}

/** `dinner at 8` is in the evening. */
function mealPeriod(line: Line): PartOfDay | null {
  if (line.find('breakfast|ăn sáng')) return 'morning';
  return line.find('dinner|supper|(?:ăn|cơm|bữa|tiệc) tối') ? 'evening' : null;
}

function withLength(start: number, line: Line): ReadTime {
  const length = readLength(line);
  return { start, end: length === null ? null : start + length };
}

import { hourOfDay, PARTS_OF_DAY, type PartOfDay } from '../../../lib/part-of-day.ts';
import { PERIOD } from './read-period.ts';
import type { Around, Line } from './read-spans.ts';

export const DAY_MINUTES = 24 * 60;

/** Minutes of the day; `end` may be after midnight. */
export type ReadTime = {
  start: number;
  end: number | null;
  /** An hour of the morning that may be one of the evening: `8h`. */
  isVague?: boolean;
};

export type Clock = {
  hour: number;
  minute: number;
  period: PartOfDay | null;
  isExact: boolean;
  /** Of the morning, unless a part of the day says otherwise. */
  isEarly?: boolean;
};

/** `3h`, `15h30`, `3 giờ rưỡi`, `15:30`, `3pm`, with the part of the day behind it. */
export const CLOCK = [
  String.raw`(\d{1,2})(?: ?(?:h|giờ|g) ?([0-5]\d(?!\d)|rưỡi|kém \d\d?)?(?: ?(?:phút|p)(?![\p{L}])|')?|:(\d\d))`,
  String.raw`(?: ?(am|pm|a\.m\.|p\.m\.)| (?:(?:buổi )?(${PERIOD})(?: sớm)?|in the (morning|afternoon|evening)|at (night)))?`,
].join('');
export const ENGLISH_CLOCK = String.raw`(\d{1,2}) ?(am|pm|a\.m\.|p\.m\.)`;

/** What is no time of the day but a length of time: `cứ 2h`, `2 giờ nữa`. */
const EACH = /(?<!\p{L})(?:vòng|cứ|mỗi|suốt|vong|suot) $/iu;
const LENGTH = /^ (?:nữa|nua|đồng hồ|dong ho|làm thêm|from now)(?!\p{L})/iu;

/** CL-409: before, people meet in the afternoon, however it is written. */
const EARLIEST = 5;
const TIMETABLE = 'flight|chuyến bay|chuyến tàu';

export function isOfDay({ written, before, after }: Around): boolean {
  return !EACH.test(before) && !LENGTH.test(after) && !/\dG$|\d g$/u.test(written);
}

export function clockOf(
  [hour, sixty, colon, half, period, phrase, night]: (string | undefined)[],
  line: Line,
): Clock {
  const less = /^k[ée]m (\d+)$/u.exec(sixty ?? '');
  const isHalf = /^r/.test(sixty ?? '');
  const minute = isHalf ? 30 : less ? -Number(less[1]) : Number(sixty ?? colon ?? 0);
  const name = half?.replaceAll('.', '') ?? period ?? phrase ?? night;
  return {
    ...{ hour: Number(hour), minute, period: name === undefined ? null : (PARTS_OF_DAY[name] ?? null) },
    isExact: hour?.startsWith('0') === true || Number(hour) > 12,
    isEarly:
      (colon !== undefined && !line.isEnglish && Number(hour) >= EARLIEST) ||
      ((colon ?? sixty) !== undefined && line.find(TIMETABLE) !== null),
  };
}

export function englishClock([hour, half]: (string | undefined)[]): Clock {
  return {
    hour: Number(hour),
    minute: 0,
    period: PARTS_OF_DAY[half?.replaceAll('.', '') ?? ''] ?? null,
    isExact: false,
  };
}

export function bareClock({ 1: hour, 2: period }: RegExpMatchArray): Clock {
  return {
    ...{ hour: Number(hour), minute: 0, isExact: false },
    period: period === undefined ? null : (PARTS_OF_DAY[period] ?? null),
  };
}

export function plainClock(
  hour: string | undefined,
  minute: string | undefined,
  period: string | undefined,
): Clock {
  return {
    ...{ hour: Number(hour), minute: Number(minute ?? 0), isExact: false },
    period: PARTS_OF_DAY[period ?? ''] ?? null,
  };
}

/** Minutes of the day; an hour from 1 to 6 without a part of the day is one of the afternoon, but CL-409. */
export function minutesOf({ hour, minute, period, isExact, isEarly }: Clock): number | null {
  if (hour > 24 || minute > 59) return null;
  let shown = hour;
  if (!isExact && hour <= 12) {
    if (period !== null) shown = hourOfDay(hour, period);
    else if (hour >= 1 && hour <= 6 && !isEarly) shown = hour + 12;
  }
  return (shown * 60 + minute + DAY_MINUTES) % DAY_MINUTES;
}

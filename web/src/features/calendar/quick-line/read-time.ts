import { words } from './read-day.ts';
import type { Line } from './read-spans.ts';

const DAY_MINUTES = 24 * 60;

/** Minutes of the day; `end` may be after midnight. */
export type ReadTime = { start: number; end: number | null };
type Period = 'morning' | 'noon' | 'afternoon' | 'evening' | 'night';

const PERIODS: Record<string, Period> = {
  ...{ sang: 'morning', trua: 'noon', chieu: 'afternoon', toi: 'evening', dem: 'night' },
  ...{ morning: 'morning', noon: 'noon', afternoon: 'afternoon', evening: 'evening', night: 'night' },
  ...{ am: 'morning', pm: 'afternoon' },
};
/** When something is that says no more than a part of the day. */
const STARTS: Record<Period, number> = { morning: 9, noon: 12, afternoon: 14, evening: 19, night: 21 };
const PERIOD = 'sang|trua|chieu|toi|dem';

/** `3h`, `15h30`, `3 giờ rưỡi`, `15:30`, `3pm`, with the part of the day behind it. */
const CLOCK = [
  String.raw`(\d{1,2})(?: ?(?:h|gio|g) ?(\d\d(?!\d)|ruoi|kem \d\d?)?(?: ?(?:phut|p)(?![\p{L}]))?|:(\d\d))`,
  String.raw`(?: ?(am|pm|a\.m\.|p\.m\.)| (?:(?:buoi )?(${PERIOD})|in the (morning|afternoon|evening)|at (night)))?`,
].join('');
const ENGLISH_CLOCK = String.raw`(\d{1,2}) ?(am|pm|a\.m\.|p\.m\.)`;

type Clock = { hour: number; minute: number; period: Period | null; isExact: boolean };

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
  const single = line.take(words(String.raw`(?:luc |vao luc |at |@ ?)?${CLOCK}`)) ?? null;
  const english = single ?? line.take(words(String.raw`(?:at |@ ?)?${ENGLISH_CLOCK}`));
  const bare = english ?? line.take(words(String.raw`(?:at|luc) (\d{1,2})(?: o'clock)?`));
  const period = readPeriod(line);
  if (single) return timed(clockOf(single.slice(1)), period, line);
  if (english) return timed(englishClock(english.slice(1)), period, line);
  if (bare) return timed({ hour: Number(bare[1]), minute: 0, period: null, isExact: false }, period, line);
  if (line.take(words('at noon|noon|giua trua'))) return withLength(12 * 60, line);
  if (line.take(words('at midnight|midnight|nua dem'))) return withLength(0, line);
  return period ? withLength(STARTS[period] * 60, line) : null;
}

function readRange(line: Line): ReadTime | null {
  const to = String.raw` ?(?:-|–|—|to|den|toi|until) ?`;
  const clocks = line.take(words(String.raw`(?:from |tu |luc )?${CLOCK}${to}${CLOCK}`)) ?? null;
  if (clocks) {
    const [from, till] = [clockOf(clocks.slice(1, 8)), clockOf(clocks.slice(8, 15))];
    return range(from, till, readPeriod(line));
  }
  const english = line.take(
    words(String.raw`(?:from )?(\d{1,2})(?::(\d\d))? ?(am|pm)?${to}(\d{1,2})(?::(\d\d))? ?(am|pm)`),
  );
  if (!english) {
    const bare = line.take(
      words(String.raw`(?:from |tu )?(\d{1,2})${to}(\d{1,2}) ?(?:h|gio)(?: (${PERIOD}))?`),
    );
    if (!bare) return null;
    const period = bare[3] === undefined ? null : (PERIODS[bare[3]] ?? null);
    const clock = (hour: string | undefined): Clock => ({
      hour: Number(hour),
      minute: 0,
      period,
      isExact: false,
    });
    return range(clock(bare[1]), clock(bare[2]), readPeriod(line));
  }
  const [, hour, minute, half, hourTo, minuteTo, halfTo] = english;
  const till: Clock = {
    hour: Number(hourTo),
    minute: Number(minuteTo ?? 0),
    period: PERIODS[halfTo ?? ''] ?? null,
    isExact: false,
  };
  const from: Clock = {
    hour: Number(hour),
    minute: Number(minute ?? 0),
    period: PERIODS[half ?? ''] ?? null,
    isExact: false,
  };
  // `11 to 1pm` begins in the morning.
  if (from.period === null) from.period = from.hour % 12 <= till.hour % 12 ? till.period : 'morning';
  return range(from, till, null);
}

function range(from: Clock, till: Clock, period: Period | null): ReadTime | null {
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

function readPeriod(line: Line): Period | null {
  const found =
    line.take(words(String.raw`(?:vao )?(?:buoi )?(${PERIOD})(?= (?:mai|nay|thu|chu|ngay|hom))`)) ??
    line.take(words(String.raw`(?:vao )?buoi (${PERIOD})`)) ??
    line.take(words('(?:in the |this )(morning|afternoon|evening)')) ??
    line.take(words('(?<=(?:tomorrow|day) )(morning|afternoon|evening|night)')) ??
    line.take(words('(tonight)'));
  if (!found) return null;
  return found[1] === 'tonight' ? 'evening' : (PERIODS[found[1] ?? ''] ?? null);
}

function clockOf([hour, sixty, colon, half, period, phrase, night]: (string | undefined)[]): Clock {
  const kem = /^kem (\d+)$/.exec(sixty ?? '');
  const minute = sixty === 'ruoi' ? 30 : kem ? -Number(kem[1]) : Number(sixty ?? colon ?? 0);
  const name = half?.replaceAll('.', '') ?? period ?? phrase ?? night;
  return {
    ...{ hour: Number(hour), minute, period: name === undefined ? null : (PERIODS[name] ?? null) },
    isExact: hour?.startsWith('0') === true || Number(hour) > 12,
  };
}

function englishClock([hour, half]: (string | undefined)[]): Clock {
  return {
    hour: Number(hour),
    minute: 0,
    period: PERIODS[half?.replaceAll('.', '') ?? ''] ?? null,
    isExact: false,
  };
}

/** Minutes of the day; an hour from 1 to 6 without a part of the day is one of the afternoon. */
function minutesOf({ hour, minute, period, isExact }: Clock): number | null {
  if (hour > 24 || minute > 59) return null;
  let shown = hour;
  if (!isExact && hour <= 12) {
    if (period === 'afternoon' || period === 'evening') shown = hour === 12 ? 12 : hour + 12;
    else if (period === 'noon') shown = hour >= 10 ? hour : hour + 12;
    else if (period === 'night') shown = hour >= 6 && hour < 12 ? hour + 12 : hour % 12;
    else if (period === 'morning') shown = hour % 12;
    else if (period === null && hour >= 1 && hour <= 6) shown = hour + 12;
  }
  return (shown * 60 + minute + DAY_MINUTES) % DAY_MINUTES;
}

function timed(clock: Clock, period: Period | null, line: Line): ReadTime | null {
  const start = minutesOf({ ...clock, period: clock.period ?? period });
  return start === null ? null : withLength(start, line);
}

function withLength(start: number, line: Line): ReadTime {
  const length = readLength(line);
  return { start, end: length === null ? null : start + length };
}

function readSaidLength(line: Line): number | null {
  const found = line.take(
    words(
      String.raw`(?:trong|for) (\d{1,2})(?:[.,](5))? ?(?:h|gio|tieng|hours?|hrs?)(?: (ruoi|and a half))?`,
    ),
  );
  if (!found) return null;
  return Number(found[1]) * 60 + (found[2] || found[3] ? 30 : 0);
}

/** `trong 30 phút`, `1 tiếng rưỡi`, `for 2 hours`. */
function readLength(line: Line): number | null {
  if (line.take(words('(?:trong |for )?(?:nua tieng|half an hour|nua gio)'))) return 30;
  const minutes = line.take(words(String.raw`(?:trong |for )?(\d{1,3}) ?(?:phut|p|min(?:ute)?s?|')`));
  if (minutes) return Number(minutes[1]);
  const hours = line.take(
    words(
      String.raw`(?:trong |for )?(\d{1,2}|an?)(?:[.,](5))? ?(?:tieng|hours?|hrs?)(?: (ruoi|and a half))?`,
    ),
  );
  if (!hours) return null;
  const count = hours[1] ?? '1';
  return (count.startsWith('a') ? 60 : Number(count) * 60) + (hours[2] || hours[3] ? 30 : 0);
}

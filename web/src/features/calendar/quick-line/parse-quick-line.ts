import type { LunarRule } from '@bocau/contract/lunar-rule.ts';
import { addDays, weekdayOf, weekStartOf } from '../../../lib/calendar-days.ts';
import { lunarRuleOn } from '../../../model/calendar/lunar-repeat.ts';
import { type ReadDay, readDay, readTomorrow, words } from './read-day.ts';
import { createLine, type Line } from './read-spans.ts';
import { readTime } from './read-time.ts';

export type QuickRepeat =
  | { kind: 'every'; every: 'day' | 'week' | 'month' | 'year' | 'workday' }
  | { kind: 'lunar'; rule: LunarRule };

/** What a line says of an event. */
export type QuickLine = {
  title: string;
  place: string;
  day: string;
  /** Minutes of the day; null for a whole day. */
  start: number | null;
  /** Minutes from the midnight before the start. */
  end: number | null;
  repeat: QuickRepeat | null;
};

const HOUR = 60;
const FRIDAY = 4;
/** What remains of a sentence when its times were taken out. */
const LOOSE =
  /^(?:vào|lúc|ngày|từ|on|at|from|the|của|,|-|–|:)+\s+|\s+(?:vào|lúc|ngày|từ|mỗi|hằng|trước|before|by|on|at|from|the|every|in|,|-|–|:)+$/iu;

/**
 * CL-145: reads a line in Vietnamese or English, with accents or without. Null where it says neither a day nor a time. `now` is
 * in minutes of the day.
 */
export function parseQuickLine(
  text: string,
  { today, now }: { today: string; now: number },
): QuickLine | null {
  const line = createLine(text);
  const every = readRepeat(line);
  const time = readTime(line);
  const found: ReadDay | null = readDay(line, today) ?? plain(readTomorrow(line, today));
  if (!time && !found && !every) return null;
  const isOver = time !== null && time.start <= now;
  const first = found?.day ?? (isOver ? addDays(today, 1) : today);
  const isRest = every?.every === 'workday' && weekdayOf(first) > FRIDAY;
  const day = isRest ? addDays(weekStartOf(first), 7) : first;
  const place = readPlace(line);
  return {
    ...{ title: titleOf(line), place, day },
    start: time?.start ?? null,
    end: time === null ? null : (time.end ?? time.start + HOUR),
    repeat: repeatOf(found, every, text),
  };
}

function plain(day: string | null): ReadDay | null {
  return day === null ? null : { day, lunar: null };
}

/** `hằng`, which many write `hàng`: not the end of `khách hàng` and its like. */
const HANG = '(?<!(?:khach|ngan|ban|don|nha|cua|mat|giao|nhan|mua) )hang';

const REPEATS: [QuickRepeat & { kind: 'every' }, string][] = [
  [
    { kind: 'every', every: 'workday' },
    `every weekday|every workday|moi ngay lam viec|${HANG} ngay lam viec|weekdays`,
  ],
  [
    { kind: 'every', every: 'day' },
    String.raw`(?:moi|${HANG}) ngay(?! (?:mai|kia|mot|\d{1,2}(?!\d| ?[hg:])))|every day|daily|each day`,
  ],
  [{ kind: 'every', every: 'week' }, `moi tuan|${HANG} tuan|every week|weekly|each week`],
  [{ kind: 'every', every: 'month' }, `moi thang|${HANG} thang|every month|monthly|each month`],
  [{ kind: 'every', every: 'year' }, `moi nam|${HANG} nam|every year|yearly|annually|each year`],
  // Before the name of a weekday: `mỗi thứ hai`, `every Monday`.
  [
    { kind: 'every', every: 'week' },
    String.raw`(?:moi|${HANG})(?= (?:thu|chu nhat|sang|chieu|toi))|every(?= (?:mon|tue|wed|thu|fri|sat|sun))`,
  ],
];

function readRepeat(line: Line): (QuickRepeat & { kind: 'every' }) | null {
  return REPEATS.find(([, pattern]) => line.take(words(pattern)))?.[0] ?? null;
}

/** A lunar day alone is each year only where it is said, or where people keep such days. */
function repeatOf(found: ReadDay | null, every: QuickRepeat | null, text: string): QuickRepeat | null {
  if (!found?.lunar) return every;
  const isKept = /giỗ|gio |cúng|sinh nhật|death anniversary|birthday/iu.test(text);
  const { lunar } = found;
  if (every?.kind === 'every' && every.every === 'month') {
    const rule = lunar.every === 'month' ? lunar : lunarRuleOn('month', found.day);
    return rule && { kind: 'lunar', rule };
  }
  if (lunar.every === 'month') return lunar.days.length > 1 ? { kind: 'lunar', rule: lunar } : null;
  return isKept || every ? { kind: 'lunar', rule: lunar } : null;
}

/** What follows `tại`, `ở`, `at` or `@`, and rooms by their word. */
function readPlace(line: Line): string {
  const from = line.folded();
  const said = new RegExp(
    words(String.raw`(?:tai|at|@)`).source.replace(/\(\?!.*$/u, '') + String.raw` ?(?=[^\s\0])`,
    'gu',
  );
  const room =
    /(?<![\p{L}\p{N}]|trưởng |phó )(?:phòng|phong|room|hội trường|(?:quán|nhà hàng)(?= \p{Lu})) (?=\S)/giu;
  const written = line.rest();
  const o = /(?<=\s)(?:ở|Ở|in) (?=\p{Lu}|phòng|room|nhà|quán|the )/gu;
  const places = [
    ...[...from.matchAll(said)].map(({ index, 0: word }) => ({ at: index, skip: word.length })),
    ...[...written.matchAll(o)].map(({ index, 0: word }) => ({ at: index, skip: word.length })),
    ...[...written.matchAll(room)]
      .filter(({ index }) => index > 0)
      .map(({ index }) => ({ at: index, skip: 0 })),
  ].sort((one, other) => one.at - other.at);
  const [first] = places;
  if (!first) return '';
  // A place ends where a time was taken out.
  const tail = from.slice(first.at + first.skip);
  const length = /^[^\0]*/u.exec(tail)?.[0].length ?? 0;
  const place = [...written].slice(first.at + first.skip, first.at + first.skip + length).join('');
  line.cut(first.at, first.at + first.skip + length);
  return tidy(place);
}

function titleOf(line: Line): string {
  const title = tidy(line.rest());
  return title.charAt(0).toLocaleUpperCase('vi') + title.slice(1);
}

function tidy(text: string): string {
  let tidied = text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ([,.;])/g, '$1')
    .trim();
  for (let before = ''; before !== tidied; ) {
    before = tidied;
    tidied = tidied.replace(LOOSE, '').replace(/^[\s,;:–-]+|[\s,;:–-]+$/gu, '');
  }
  return tidied;
}

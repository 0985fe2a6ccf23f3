import { type LunarRule, parseLunarRule, writeLunarRule } from '@bocau/contract/lunar-rule.ts';
import { addDays, addMonths, weekdayOf, weekStartOf } from '../../../lib/calendar-days.ts';
import { FIRST_AND_FIFTEENTH, firstOf } from '../../../model/calendar/lunar-repeat.ts';
import type { Line } from './read-spans.ts';

export type ReadDay = {
  day: string /** By the lunar calendar: the rule of each year. */;
  lunar: LunarRule | null;
};

const EDGE = String.raw`(?<![\p{L}\p{N}/.:-])`;
const END = String.raw`(?![\p{L}\p{N}/:-])`;
/** A pattern of whole words. */
export const words = (source: string) => new RegExp(`${EDGE}(?:${source})${END}`, 'u');

const VIETNAMESE: Record<string, number> = {
  ...{ hai: 0, '2': 0, ba: 1, '3': 1, tu: 2, '4': 2, nam: 3, '5': 3, sau: 4, '6': 4, bay: 5, '7': 5 },
};
const ENGLISH = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const ENGLISH_DAY =
  'mon(?:day)?|tue(?:s(?:day)?)?|wed(?:nesday)?|thu(?:rs?(?:day)?)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?';
const ENGLISH_MONTH =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?';
const NUMBERS: Record<string, number> = {
  mot: 1,
  gieng: 1,
  chap: 12,
  hai: 2,
  ba: 3,
  bon: 4,
  nam: 5,
  sau: 6,
  bay: 7,
  tam: 8,
  chin: 9,
  muoi: 10,
};

const numberOf = (text: string | undefined) => (text === undefined ? 0 : (NUMBERS[text] ?? Number(text)));

/** The day that is named, the next one from today where the year is not; null where none is. */
export function readDay(line: Line, today: string): ReadDay | null {
  return (
    readLunar(line, today) ??
    plain(readNamed(line, today) ?? readDate(line, today) ?? readWeekday(line, today))
  );
}

function plain(day: string | null): ReadDay | null {
  return day === null ? null : { day, lunar: null };
}

function readLunar(line: Line, today: string): ReadDay | null {
  const lunar = String.raw`(?:am lich|am|al)`;
  const month = String.raw`(?:thang )?(\d{1,2}|gieng|chap)`;
  const dated =
    line.take(words(String.raw`(?:ngay |vao )*(\d{1,2}) ?[/.] ?(\d{1,2}) ${lunar}`)) ??
    line.take(words(String.raw`(?:ngay |vao )*(\d{1,2}) thang (\d{1,2}|gieng|chap) ${lunar}`)) ??
    line.take(words(String.raw`(?:on )?lunar (\d{1,2})/(\d{1,2})`)) ??
    line.take(words(String.raw`(?:on )?(\d{1,2})/(\d{1,2}) lunar`)) ??
    line.take(
      words(
        String.raw`(?:ngay )?mung (mot|hai|ba|bon|nam|sau|bay|tam|chin|muoi|\d{1,2}) thang (\d{1,2}|gieng|chap)(?: ${lunar})?`,
      ),
    );
  if (dated) return lunarOn(numberOf(dated[1]), numberOf(dated[2]), today);
  const full = line.take(words(String.raw`(?:ngay )?ram ${month}(?: ${lunar})?`));
  if (full) return lunarOn(15, numberOf(full[1]), today);
  if (line.take(words(String.raw`mung mot va ram|ram va mung mot|(?:mung )?1 va 15(?: ${lunar})`)))
    return { day: firstOf(FIRST_AND_FIFTEENTH, today), lunar: FIRST_AND_FIFTEENTH };
  const each = line.take(words(String.raw`(?:ngay )?(ram|mung (?:mot|1))(?: ${lunar})?`));
  if (!each) return null;
  const rule: LunarRule = { every: 'month', month: null, days: [each[1] === 'ram' ? 15 : 1], until: null };
  return { day: firstOf(rule, today), lunar: rule };
}

function lunarOn(day: number, month: number, today: string): ReadDay | null {
  const rule = parseLunarRule(writeLunarRule({ every: 'year', month, days: [day], until: null }));
  return rule && { day: firstOf(rule, today), lunar: rule };
}

function readNamed(line: Line, today: string): string | null {
  if (line.take(words('hom nay|today'))) return today;
  if (line.take(words('day after tomorrow|the day after tomorrow|ngay kia|ngay mot')))
    return addDays(today, 2);
  if (line.take(words('ngay mai|tomorrow|tmrw?'))) return addDays(today, 1);
  const later = line.take(
    words(
      String.raw`(?:in )?(\d{1,3}) (days?|weeks?|months?|ngay|tuan|thang) (?:nua|from now|toi)|in (\d{1,3}) (days?|weeks?|months?)`,
    ),
  );
  if (later) {
    const [count, unit = ''] = [Number(later[1] ?? later[3]), later[2] ?? later[4]];
    if (/^(month|thang)/.test(unit)) return addMonths(today, count);
    return addDays(today, count * (/^(week|tuan)/.test(unit) ? 7 : 1));
  }
  return null;
}

/** What is a time of the day and names the day too: `chiều nay`, `sáng mai`. */
export function readTomorrow(line: Line, today: string): string | null {
  const isName = (written: string) => /^\p{Lu}/u.test(written);
  // Mai is a name too: written with a capital it is one.
  if (line.take(words('mai'), (_match, written) => !isName(written))) return addDays(today, 1);
  if (line.take(words('nay|tonight'), (_match, written) => !isName(written))) return today;
  return null;
}

function readDate(line: Line, today: string): string | null {
  const [year] = today.split('-').map(Number);
  const named =
    line.take(words(String.raw`(?:ngay |on )*(\d{1,2}) ?[/.-] ?(\d{1,2})(?: ?[/.-] ?(\d{4}|\d\d))?`)) ??
    line.take(words(String.raw`(?:ngay )?(\d{1,2}) thang (\d{1,2})(?: nam (\d{4}))?`));
  if (named) return dateOf(Number(named[1]), Number(named[2]), named[3], today);
  const first = line.take(
    words(String.raw`(?:on )?(?:the )?(\d{1,2})(?:st|nd|rd|th)?(?: of)? (${ENGLISH_MONTH})(?:,? (\d{4}))?`),
  );
  if (first) return dateOf(Number(first[1]), monthOf(first[2]), first[3], today);
  const second = line.take(
    words(String.raw`(?:on )?(${ENGLISH_MONTH}) (\d{1,2})(?:st|nd|rd|th)?(?:,? (\d{4}))?`),
  );
  if (second) return dateOf(Number(second[2]), monthOf(second[1]), second[3], today);
  const alone = line.take(words(String.raw`ngay (\d{1,2})|on the (\d{1,2})(?:st|nd|rd|th)`));
  if (!alone || year === undefined) return null;
  const date = String(Number(alone[1] ?? alone[2])).padStart(2, '0');
  const here = `${today.slice(0, 7)}-${date}`;
  return isDay(here) && here >= today
    ? here
    : valid(`${addMonths(`${today.slice(0, 7)}-01`, 1).slice(0, 7)}-${date}`);
}

const monthOf = (name = '') => MONTHS.indexOf(name.slice(0, 3)) + 1;

function dateOf(date: number, month: number, year: string | undefined, today: string): string | null {
  const two = (number: number) => String(number).padStart(2, '0');
  const given = year === undefined ? today.slice(0, 4) : year.padStart(4, '20');
  const day = `${given}-${two(month)}-${two(date)}`;
  if (year !== undefined || day >= today) return valid(day);
  return valid(`${Number(given) + 1}${day.slice(4)}`);
}

function isDay(day: string): boolean {
  const ms = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(day);
}

function valid(day: string): string | null {
  return isDay(day) ? day : null;
}

function readWeekday(line: Line, today: string): string | null {
  const next = String.raw`(?:,? (tuan sau|tuan toi|tuan nay|toi|sau|nay))?`;
  const vietnamese = line.take(
    words(String.raw`(?:vao )?(?:thu ([2-7]|hai|ba|tu|nam|sau|bay)|(chu nhat|cn)|t([2-7]))${next}`),
  );
  if (vietnamese) {
    const [, name, sunday, short, when] = vietnamese;
    return onWeekday(
      sunday ? 6 : (VIETNAMESE[name ?? short ?? ''] ?? 0),
      /sau|toi/.test(when ?? '') && /tuan/.test(when ?? ''),
      today,
    );
  }
  const english = line.take(words(String.raw`(?:on )?(next |this )?(${ENGLISH_DAY})(?: (next week))?`));
  if (english) {
    const at = ENGLISH.indexOf((english[2] ?? '').slice(0, 3));
    return onWeekday(at, english[1] === 'next ' || english[3] !== undefined, today);
  }
  if (line.take(words('tuan sau|tuan toi|next week'))) return addDays(weekStartOf(today), 7);
  if (line.take(words('cuoi tuan|cuoi tuan nay|(?:this )?weekend'))) return onWeekday(5, false, today);
  return null;
}

/** The next such day from today on, or the one of the next week. */
function onWeekday(weekday: number, isNextWeek: boolean, today: string): string {
  if (isNextWeek) return addDays(weekStartOf(today), 7 + weekday);
  return addDays(today, (weekday - weekdayOf(today) + 7) % 7);
}

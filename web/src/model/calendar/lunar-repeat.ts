import { vietnameseCalendar } from '@bocau/contract/lunar-calendar.ts';
import { type LunarRule, lunarDates, parseLunarRule, writeLunarRule } from '@bocau/contract/lunar-rule.ts';
import { addDays, DAY_MS, dayOfWall, wallOfDay } from '../../lib/calendar-days.ts';

const LONGEST_MONTH = 30;

const numberOf = (day: string) => Math.floor(wallOfDay(day) / DAY_MS);

/** CL-143: each year, or each month, on the lunar day of a day; null where that is not known. */
export function lunarRuleOn(every: LunarRule['every'], day: string): LunarRule | null {
  const lunar = vietnameseCalendar.lunarDayOf(numberOf(day));
  if (!lunar) return null;
  return { every, month: every === 'year' ? lunar.month : null, days: [lunar.day], until: null };
}

/** The first and the fifteenth of each lunar month. */
export const FIRST_AND_FIFTEENTH: LunarRule = { every: 'month', month: null, days: [1, 15], until: null };

/** The first day from one on that is of the rule. */
export function firstOf(rule: LunarRule, from: string): string {
  const day = numberOf(from);
  const [first = day] = lunarDates(rule, day - 1, day + LONGEST_MONTH * 13);
  return dayOfWall(first * DAY_MS);
}

export function isOnRule(rule: LunarRule, day: string): boolean {
  return firstOf(rule, day) === day;
}

/** The rule of a series whose first day is another one: one that names a single day goes with it. */
export function lunarRuleAt(rule: LunarRule, day: string): LunarRule {
  if (rule.days.length > 1 || isOnRule(rule, day)) return rule;
  const moved = lunarRuleOn(rule.every, day);
  return moved ? { ...moved, until: rule.until } : rule;
}

/** Null for what is no lunar rule. */
export function lunarRuleMoved(text: string, to: string): string | null {
  const rule = parseLunarRule(text);
  return rule && writeLunarRule(lunarRuleAt(rule, to));
}

/** The next days of a rule after one. */
export function nextOf(rule: LunarRule, after: string, count: number): string[] {
  const from = numberOf(after);
  return lunarDates(rule, from, numberOf(addDays(after, 366 * count)))
    .slice(0, count)
    .map((day) => dayOfWall(day * DAY_MS));
}

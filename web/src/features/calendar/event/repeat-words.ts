import type { CalendarTime } from '@bocau/contract/calendar.ts';
import { parseLunarRule } from '@bocau/contract/lunar-rule.ts';
import type { Spoken } from '../../../i18n/i18n.ts';
import { momentsOf } from '../../../model/calendar/occurrence-times.ts';
import { parseRule, type RepeatRule } from '../../../model/calendar/recurrence-rule.ts';
import { repeatWords } from '../../../parts/events/event-words.ts';
import { lunarRuleWords } from '../lunar/lunar-rule-words.ts';

/** CV-10: a rule in words, as an invitation tells it. */
export function ruleWords({ t, language }: Spoken, rule: RepeatRule, start: CalendarTime): string {
  const at = momentsOf({ start, end: start }).at;
  // By the clock of the event itself: the days that the rule names are those of its zone.
  const zone = start.zone ?? 'UTC';
  return repeatWords(
    t,
    { repeats: { ...rule, exceptions: false }, start: { ...start, at } },
    { zone, language },
  );
}

/** A rule as RFC 5545 writes it in words; what can't be told is said to be a rule of its own. */
export function ruleTextWords(spoken: Spoken, text: string, start: CalendarTime): string {
  const lunar = parseLunarRule(text);
  if (lunar) return lunarRuleWords(spoken, lunar);
  const rule = parseRule(text, start);
  if (rule) return ruleWords(spoken, rule, start);
  return otherWords(spoken, text, start) ?? spoken.t('calendar.repeat.otherText');
}

/** Days and months of a year that the form does not offer, but people say. */
function otherWords(spoken: Spoken, text: string, start: CalendarTime): string | null {
  const { t, language } = spoken;
  const list = new Intl.ListFormat(language === 'vi' ? 'vi' : 'en-GB');
  const parts = text.split(';');
  const partOf = (name: string) => parts.find((part) => part.startsWith(`${name}=`))?.slice(name.length + 1);
  const [dates, months] = [partOf('BYMONTHDAY'), partOf('BYMONTH')];
  if (dates === undefined && months === undefined) return null;
  if (dates?.includes('-') || !/^FREQ=(MONTHLY|YEARLY)/.test(text)) return null;
  const rest = parts.filter((part) => !/^BYMONTH(DAY)?=/.test(part)).join(';');
  const rule = parseRule(rest, start);
  if (!rule || rule.weekdays.length > 0) return null;
  let words = ruleWords(spoken, { ...rule, monthDay: null }, start);
  if (dates !== undefined)
    words = t('calendar.repeat.byDates', { rule: words, dates: list.format(dates.split(',')) });
  if (months !== undefined) {
    const names = months.split(',').map((month) => monthName(spoken, Number(month)));
    words = t('calendar.repeat.byMonths', { rule: words, months: list.format(names) });
  }
  return words;
}

function monthName({ t, language }: Spoken, month: number): string {
  const name = new Intl.DateTimeFormat(language === 'vi' ? 'vi-VN' : 'en-GB', {
    timeZone: 'UTC',
    month: 'long',
  }).format(Date.UTC(2026, month - 1, 1));
  return t('calendar.repeat.monthName', { month, name });
}

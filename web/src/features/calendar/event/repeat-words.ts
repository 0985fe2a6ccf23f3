import type { CalendarTime } from '@bocau/contract/calendar.ts';
import { parseLunarRule } from '@bocau/contract/lunar-rule.ts';
import type { Spoken } from '../../../i18n/i18n.ts';
import { momentsOf } from '../../../model/calendar/occurrence-times.ts';
import { parseRule, type RepeatRule } from '../../../model/calendar/recurrence-rule.ts';
import { anyRuleWords } from '../../../parts/events/any-rule-words.ts';
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

/** A rule as RFC 5545 writes it in words; what is none is said to be a rule of its own. */
export function ruleTextWords(spoken: Spoken, text: string, start: CalendarTime): string {
  const lunar = parseLunarRule(text);
  if (lunar) return lunarRuleWords(spoken, lunar);
  const rule = parseRule(text, start);
  if (rule) return ruleWords(spoken, rule, start);
  return anyRuleWords(spoken, text, start) ?? spoken.t('calendar.repeat.otherText');
}

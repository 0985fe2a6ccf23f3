import type { CalendarTime } from '@bocau/contract/calendar.ts';
import { type LunarRule, parseLunarRule, writeLunarRule } from '@bocau/contract/lunar-rule.ts';
import { lunarRuleAt } from '../../../model/calendar/lunar-repeat.ts';
import { parseRule, type RepeatRule, ruleText } from '../../../model/calendar/recurrence-rule.ts';

/** `other`: a rule that the form can't make, as it was. */
export type RepeatValue =
  | { kind: 'none' }
  | { kind: 'rule'; rule: RepeatRule }
  | { kind: 'lunar'; rule: LunarRule }
  | { kind: 'other'; text: string };

export function repeatValueOf(text: string | null, start: CalendarTime): RepeatValue {
  if (text === null) return { kind: 'none' };
  const lunar = parseLunarRule(text);
  if (lunar) return { kind: 'lunar', rule: lunar };
  const rule = parseRule(text, start);
  return rule ? { kind: 'rule', rule } : { kind: 'other', text };
}

export function ruleOf(repeat: RepeatValue, start: CalendarTime): string | null {
  switch (repeat.kind) {
    case 'none':
      return null;
    case 'other':
      return repeat.text;
    case 'lunar':
      return writeLunarRule(lunarRuleAt(repeat.rule, start.day));
    case 'rule':
      return ruleText(repeat.rule, start);
  }
}

import type { CalendarTime } from '@bocau/contract/calendar.ts';
import { parseLunarRule, writeLunarRule } from '@bocau/contract/lunar-rule.ts';
import { lunarRuleAt } from '../../../model/calendar/lunar-repeat.ts';
import { parseRule, ruleText } from '../../../model/calendar/recurrence-rule.ts';
import type { RepeatValue } from './form-values.ts';

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

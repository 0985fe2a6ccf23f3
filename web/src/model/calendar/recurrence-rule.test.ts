import { expect, test } from 'vitest';
import {
  parseRule,
  plainRule,
  positionsOf,
  type RepeatRule,
  ruleMoved,
  ruleText,
} from './recurrence-rule.ts';

/** A Monday. */
const START = { day: '2026-11-23', clock: '09:00', zone: 'Asia/Ho_Chi_Minh' };
const WHOLE = { day: '2026-11-23', clock: null, zone: null };
const RULE: RepeatRule = {
  ...{ every: 'week', interval: 1, weekdays: [0], position: null, monthDay: null, count: null, until: null },
};

test.each<[string, Partial<RepeatRule>]>([
  ['FREQ=DAILY', { every: 'day', weekdays: [] }],
  ['FREQ=WEEKLY;BYDAY=MO', {}],
  ['FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR;COUNT=5', { interval: 2, weekdays: [0, 4], count: 5 }],
  ['FREQ=MONTHLY;BYMONTHDAY=23', { every: 'month', weekdays: [], monthDay: 23 }],
  ['FREQ=MONTHLY;BYDAY=-1MO', { every: 'month', position: -1 }],
  ['FREQ=YEARLY', { every: 'year', weekdays: [] }],
  ['FREQ=WEEKLY;BYDAY=MO;UNTIL=20261231T165959Z', { until: '2026-12-31' }],
])('%s is read and written', (text, parts) => {
  const rule = { ...RULE, ...parts };
  expect(parseRule(text, START)).toEqual(rule);
  expect(ruleText(rule, START)).toBe(text);
});

test.each<[string, RepeatRule]>([
  ['FREQ=WEEKLY', RULE],
  ['freq=weekly;wkst=su;byday=mo', RULE],
  ['FREQ=MONTHLY', { ...RULE, every: 'month', weekdays: [], monthDay: 23 }],
  ['FREQ=MONTHLY;BYDAY=MO;BYSETPOS=4', { ...RULE, every: 'month', position: 4 }],
  ['FREQ=YEARLY;BYMONTH=11;BYMONTHDAY=23', { ...RULE, every: 'year', weekdays: [] }],
])('%s says as much as a simpler one', (text, rule) => {
  expect(parseRule(text, START)).toEqual(rule);
});

test.each([
  'FREQ=HOURLY',
  'FREQ=MONTHLY;BYMONTHDAY=1,15',
  'FREQ=MONTHLY;BYMONTHDAY=-1',
  'FREQ=MONTHLY;BYDAY=MO,TU',
  'FREQ=YEARLY;BYMONTH=1,7',
  'FREQ=WEEKLY;BYDAY=MO;BYHOUR=9,17',
  'FREQ=WEEKLY;INTERVAL=2;WKST=SU;BYDAY=MO',
  'nothing',
])('%s says more than the form can', (text) => {
  expect(parseRule(text, START)).toBe(null);
});

test('a rule ends with a day where the event has whole days', () => {
  expect(ruleText({ ...RULE, until: '2026-12-31' }, WHOLE)).toBe('FREQ=WEEKLY;BYDAY=MO;UNTIL=20261231');
  expect(parseRule('FREQ=DAILY;UNTIL=20261231', WHOLE)?.until).toBe('2026-12-31');
});

test('which of its month a weekday is', () => {
  expect(['2026-11-02', '2026-11-23', '2026-11-30', '2027-02-22'].map(positionsOf)).toEqual([
    [1],
    [4],
    [-1],
    [4, -1],
  ]);
});

test('a series that begins on another day has the rule of that day', () => {
  const tuesday = { ...START, day: '2026-11-24' };
  expect(ruleMoved('FREQ=WEEKLY;BYDAY=MO,SU', START, tuesday)).toBe('FREQ=WEEKLY;BYDAY=MO,TU');
  expect(ruleMoved('FREQ=MONTHLY;BYMONTHDAY=23', START, tuesday)).toBe('FREQ=MONTHLY;BYMONTHDAY=24');
  expect(ruleMoved('FREQ=MONTHLY;BYDAY=4MO', START, tuesday)).toBe('FREQ=MONTHLY;BYDAY=4TU');
  expect(ruleMoved('FREQ=MONTHLY;BYMONTHDAY=1,15', START, tuesday)).toBe(null);
  expect(plainRule('month', tuesday).monthDay).toBe(24);
});

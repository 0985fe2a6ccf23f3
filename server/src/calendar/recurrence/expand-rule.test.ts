import { describe, expect, test } from 'vitest';
import { parseWall } from '../ical/written-times.ts';
import { expandRule, TooMuchEffort } from './expand-rule.ts';
import { parseRule } from './parse-rule.ts';

const until = (written: string) => parseWall(written)?.seconds ?? null;
const secondsOf = (written: string) => parseWall(written)?.seconds ?? Number.NaN;

/** Times of a rule as they are written; at most so many. */
function times(text: string, start: string, { most = 8, from = start, effort = 100_000 } = {}): string[] {
  const rule = parseRule(text, until);
  if (!rule) throw new Error(`no rule: ${text}`);
  const found: string[] = [];
  for (const time of expandRule(rule, secondsOf(start), secondsOf(from), { left: effort })) {
    found.push(new Date(time * 1000).toISOString().slice(0, 16).replace(/[-:]/g, ''));
    if (found.length === most) break;
  }
  return found;
}

const days = (text: string, start: string, most?: number) =>
  times(text, start, most === undefined ? {} : { most }).map((time) => time.slice(0, 8));

// Examples of RFC 5545, 3.8.5.3, and what programs write.
test.each([
  ['FREQ=DAILY;COUNT=3', '19970902T090000', '19970902 19970903 19970904'],
  ['FREQ=DAILY;INTERVAL=10;COUNT=3', '19970902T090000', '19970902 19970912 19970922'],
  [
    'FREQ=WEEKLY;INTERVAL=2;WKST=SU;BYDAY=TU,TH;COUNT=4',
    '19970902T090000',
    '19970902 19970904 19970916 19970918',
  ],
  [
    'FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO',
    '19970805T090000',
    '19970805 19970810 19970819 19970824',
  ],
  [
    'FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU',
    '19970805T090000',
    '19970805 19970817 19970819 19970831',
  ],
  ['FREQ=MONTHLY;COUNT=3;BYDAY=1FR', '19970905T090000', '19970905 19971003 19971107'],
  [
    'FREQ=MONTHLY;INTERVAL=2;COUNT=4;BYDAY=1SU,-1SU',
    '19970907T090000',
    '19970907 19970928 19971102 19971130',
  ],
  ['FREQ=MONTHLY;COUNT=3;BYMONTHDAY=-3', '19970928T090000', '19970928 19971029 19971128'],
  ['FREQ=MONTHLY;COUNT=3', '20260131T090000', '20260131 20260331 20260531'],
  ['FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;COUNT=3', '19970930T090000', '19970930 19971031 19971128'],
  ['FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13;COUNT=3', '19980213T090000', '19980213 19980313 19981113'],
  ['FREQ=YEARLY;COUNT=3;BYMONTH=6,7', '19970610T090000', '19970610 19970710 19980610'],
  [
    'FREQ=YEARLY;INTERVAL=3;COUNT=4;BYYEARDAY=1,100,200',
    '19970101T090000',
    '19970101 19970410 19970719 20000101',
  ],
  ['FREQ=YEARLY;BYDAY=20MO;COUNT=3', '19970519T090000', '19970519 19980518 19990517'],
  ['FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO;COUNT=3', '19970512T090000', '19970512 19980511 19990517'],
  [
    'FREQ=YEARLY;INTERVAL=4;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8;COUNT=3',
    '19961105T090000',
    '19961105 20001107 20041102',
  ],
  ['FREQ=YEARLY;COUNT=3', '20240229T090000', '20240229 20280229 20320229'],
  ['FREQ=YEARLY;BYWEEKNO=53;BYDAY=FR;COUNT=2', '20210101T090000', '20210101 20270101'],
])('%s from %s', (rule, start, expected) => {
  expect(days(rule, start).join(' ')).toBe(expected);
});

test.each([
  ['FREQ=HOURLY;INTERVAL=3;UNTIL=19970902T170000', '19970902T090000', '0900 1200 1500'],
  ['FREQ=MINUTELY;INTERVAL=90;COUNT=4', '19970902T090000', '0900 1030 1200 1330'],
  ['FREQ=DAILY;BYHOUR=9,10;BYMINUTE=0,40;COUNT=4', '19970902T090000', '0900 0940 1000 1040'],
  ['FREQ=HOURLY;BYHOUR=8,17;COUNT=3', '19970902T080000', '0800 1700 0800'],
])('%s within days', (rule, start, expected) => {
  expect(
    times(rule, start)
      .map((time) => time.slice(9))
      .join(' '),
  ).toBe(expected);
});

describe('the start', () => {
  test('is the first one, and counted, also where the rule would not find it', () => {
    expect(days('FREQ=WEEKLY;BYDAY=MO;COUNT=3', '20260107T090000')).toEqual([
      '20260107',
      '20260112',
      '20260119',
    ]);
  });

  test('from anywhere on, the same times come as from the beginning', () => {
    const rule = 'FREQ=MONTHLY;INTERVAL=5;BYDAY=2TU,-1SU';
    const all = times(rule, '20200114T090000', { most: 60 });
    expect(times(rule, '20200114T090000', { most: 10, from: `${all[40]}00` })).toEqual(all.slice(40, 50));
  });
});

test('UNTIL is the last moment that counts', () => {
  expect(days('FREQ=DAILY;UNTIL=20260103T090000', '20260101T090000')).toHaveLength(3);
  expect(days('FREQ=DAILY;UNTIL=20260103T085959', '20260101T090000')).toHaveLength(2);
});

test('a rule for each second ends by its effort', () => {
  expect(() => times('FREQ=SECONDLY', '20260101T000000', { most: 5_000_000 })).toThrow(TooMuchEffort);
});

test.each([
  ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30'],
  ['FREQ=DAILY;INTERVAL=2;BYMONTHDAY=31;BYMONTH=2'],
  ['FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30'],
  ['FREQ=MINUTELY;BYYEARDAY=366;BYHOUR=3'],
])('%s comes to its end without more than it takes to look at each day', (rule) => {
  expect(times(rule, '20260101T000000', { most: 3, effort: 300_000 }).length).toBeGreaterThan(0);
});

test.each([
  ...[
    '',
    'DAILY',
    'FREQ=FORTNIGHTLY',
    'FREQ=DAILY;INTERVAL=0',
    'FREQ=DAILY;COUNT=-1',
    'FREQ=DAILY;COUNT=2;COUNT=3',
  ],
  ...['FREQ=DAILY;COUNT=2;UNTIL=20270101', 'FREQ=MONTHLY;BYMONTHDAY=32', 'FREQ=MONTHLY;BYMONTHDAY=0'],
  ...[
    'FREQ=WEEKLY;BYDAY=2MO',
    'FREQ=WEEKLY;BYMONTHDAY=2',
    'FREQ=MONTHLY;BYWEEKNO=2',
    'FREQ=DAILY;BYSETPOS=1',
  ],
  ...['FREQ=DAILY;UNTIL=soon', 'FREQ=WEEKLY;WKST=XX', `FREQ=YEARLY;BYYEARDAY=${'1,'.repeat(500)}1`],
])('"%s" is no rule', (text) => {
  expect(parseRule(text, until)).toBeNull();
});

test('lower case, a semicolon at the end and names that nobody knows do no harm', () => {
  expect(parseRule('freq=daily;count=2;', until)).toMatchObject({ frequency: 'DAILY', count: 2 });
  expect(parseRule('FREQ=DAILY;X-OWN=1', until)).toMatchObject({ frequency: 'DAILY' });
});

import { expect, test } from 'vitest';
import { newValues } from '../form/form-values.ts';
import { parseQuickLine } from './parse-quick-line.ts';
import { withQuickLine } from './with-quick-line.ts';

const DAY = '2026-11-23';
const of = { zone: 'Asia/Ho_Chi_Minh', calendarId: 'own' };
const begun = newValues({ span: { start: 0, end: 3_600_000 }, kind: 'zoned' }, of);

test.each([
  ['Hạn nộp thuế thứ 6', false],
  ['Nghỉ phép thứ 6', true],
  ['đi công tác Đà Nẵng mai', true],
  ['Office party thứ 6', false],
  ['họp 3h chiều mai', true],
])('CL-254 of “%s” one is busy: %s', (text, isBusy) => {
  const line = parseQuickLine(text, { today: DAY, chosen: DAY, now: 480, language: 'vi' });
  if (!line) throw new Error('Nothing was understood');
  expect(withQuickLine(begun, line).isBusy).toBe(isBusy);
});

test('CL-384 what repeats so many times is the rule of the event', () => {
  const line = parseQuickLine('họp thứ 2 hàng tuần 5 lần', {
    today: DAY,
    chosen: DAY,
    now: 480,
    language: 'vi',
  });
  if (!line) throw new Error('Nothing was understood');
  expect(withQuickLine(begun, line).repeat).toMatchObject({
    kind: 'rule',
    rule: { every: 'week', count: 5 },
  });
});

test('CL-396 a reminder that is said is the one of the event, which else is as its calendar has it', () => {
  const remindersOf = (text: string) => {
    const line = parseQuickLine(text, { today: DAY, chosen: DAY, now: 480, language: 'vi' });
    return line && withQuickLine(begun, line).reminders;
  };
  expect(remindersOf('họp 9h mai nhắc trước 15 phút')).toEqual([15]);
  expect(remindersOf('họp 9h mai')).toBe(null);
});

test('CL-398 every second week is the rule of the event', () => {
  const line = parseQuickLine('họp thứ 2 cách tuần', { today: DAY, chosen: DAY, now: 480, language: 'vi' });
  const repeat = line && withQuickLine(begun, line).repeat;
  expect(repeat).toMatchObject({ kind: 'rule', rule: { every: 'week', interval: 2, weekdays: [0] } });
});

test('CL-411 the end of a series is that of the rule of the event', () => {
  const untilOf = (text: string) => {
    const line = parseQuickLine(text, { today: DAY, chosen: DAY, now: 480, language: 'vi' });
    return line && withQuickLine(begun, line).repeat;
  };
  expect(untilOf('họp thứ 2 hàng tuần 9h đến 15/12')).toMatchObject({
    rule: { every: 'week', count: null, until: '2026-12-15' },
  });
  expect(untilOf('giao ban mỗi ngày làm việc 9h đến 15/12')).toMatchObject({
    rule: { every: 'week', weekdays: [0, 1, 2, 3, 4], until: '2026-12-15' },
  });
});

test('CL-425 a weekday by its place in each month and its last day are the rule of the event', () => {
  const repeatIn = (text: string) => {
    const line = parseQuickLine(text, { today: DAY, chosen: DAY, now: 480, language: 'vi' });
    return line && withQuickLine(begun, line).repeat;
  };
  expect(repeatIn('họp thứ sáu cuối tháng hàng tháng 9h đến 31/3')).toMatchObject({
    rule: {
      every: 'month',
      weekdays: [4],
      position: -1,
      monthDay: null,
      until: expect.stringMatching(/-03-31$/),
    },
  });
  expect(repeatIn('báo cáo ngày cuối tháng hàng tháng 9h 5 lần')).toEqual({
    kind: 'other',
    text: 'FREQ=MONTHLY;BYMONTHDAY=-1;COUNT=5',
  });
  expect(repeatIn('báo cáo ngày cuối tháng 2 tháng một lần 9h')).toEqual({
    kind: 'other',
    text: 'FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=-1',
  });
});

import { expect, test } from 'vitest';
import { calendarMark } from './calendar-mark.ts';

const event = (...lines: string[]) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT'];
const file = (...events: string[][]) =>
  Buffer.from(['BEGIN:VCALENDAR', 'METHOD:REQUEST', ...events.flat(), 'END:VCALENDAR'].join('\r\n'));

test('the mark is of the event that is shown, whatever another event in front of it says', () => {
  const foreign = event('UID:other', 'RECURRENCE-ID:20261101T020000Z', 'SEQUENCE:0');
  const shown = event('UID:hop-1', 'SEQUENCE:9');
  const mark = { uid: 'hop-1', recurrence: '', sequence: 9, method: 'REQUEST' };
  expect(calendarMark(file(foreign, shown))).toMatchObject(mark);
  expect(calendarMark(file(shown, foreign))).toMatchObject(mark);
  expect(calendarMark(file(foreign))).toMatchObject({ uid: 'other', recurrence: '20261101T020000Z' });
  expect(calendarMark(file())).toBeNull();
});

import { expect, test } from 'vitest';
import { readCalendar } from './read-calendar.ts';

const calendar = (...lines: string[]) =>
  ['BEGIN:VCALENDAR', 'METHOD:REQUEST', 'BEGIN:VEVENT', ...lines, 'END:VEVENT', 'END:VCALENDAR'].join('\r\n');

test('an invitation tells title, times, place and organiser', () => {
  const event = readCalendar(
    calendar(
      'DTSTART;TZID=Asia/Ho_Chi_Minh:20261123T090000',
      'DTEND:20261123T030000Z',
      'SUMMARY:Họp chốt lịch tàu\\, tháng 12',
      'LOCATION:Phòng họp 2\\; tầng 3',
      'ORGANIZER;CN="Trần, Hà":mailto:ha@saomai.example',
      'BEGIN:VALARM',
      'DESCRIPTION:Nhắc',
      'END:VALARM',
    ),
  );
  expect(event).toEqual({
    title: 'Họp chốt lịch tàu, tháng 12',
    start: { year: 2026, month: 11, day: 23, clock: '09:00', zone: 'Asia/Ho_Chi_Minh' },
    end: { year: 2026, month: 11, day: 23, clock: '03:00', zone: 'UTC' },
    where: 'Phòng họp 2; tầng 3',
    organiser: 'Trần, Hà <ha@saomai.example>',
    description: '',
    repeats: false,
    cancelled: false,
  });
});

test('folded lines are joined, whole days have no clock, rules repeat', () => {
  const event = readCalendar(
    calendar('SUMMARY:Nghỉ l', ' ễ', 'DTSTART;VALUE=DATE:20270101', 'RRULE:FREQ=YEARLY', 'STATUS:CANCELLED'),
  );
  expect(event).toMatchObject({ title: 'Nghỉ lễ', repeats: true, cancelled: true, end: null });
  expect(event?.start).toEqual({ year: 2027, month: 1, day: 1, clock: null, zone: null });
});

test('a file without an event is no invitation', () => {
  expect(readCalendar('BEGIN:VCALENDAR\r\nEND:VCALENDAR')).toBeNull();
  expect(readCalendar('')).toBeNull();
});

import type { Recurrence } from '@bocau/contract/invitations.ts';
import { describe, expect, test } from 'vitest';
import { fieldsOf } from '../../calendar/ical/event-fields.ts';
import { type EventPart, readObject } from '../../calendar/ical/read-object.ts';
import { readCalendar } from './read-calendar.ts';

function calendarOf(event: string[], before: string[] = []): Buffer {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'METHOD:REQUEST',
    ...before,
    'BEGIN:VEVENT',
    'UID:1@x.example',
  ];
  return Buffer.from([...lines, ...event, 'END:VEVENT', 'END:VCALENDAR', ''].join('\r\n'));
}

describe('the time of an event', () => {
  const at = (...moment: [number, number, number, number, number]) => Date.UTC(...moment) / 1000;

  test.each([
    ['DTSTART:20261124T020000Z', '02:00', 'UTC', at(2026, 10, 24, 2, 0)],
    ['DTSTART;TZID=Asia/Ho_Chi_Minh:20261124T090000', '09:00', 'Asia/Ho_Chi_Minh', at(2026, 10, 24, 2, 0)],
    [
      'DTSTART;TZID=SE Asia Standard Time:20261124T090000',
      '09:00',
      'Asia/Ho_Chi_Minh',
      at(2026, 10, 24, 2, 0),
    ],
    ['DTSTART;TZID="Romance Standard Time":20260724T090000', '09:00', 'Europe/Paris', at(2026, 6, 24, 7, 0)],
    [
      'DTSTART;TZID=/mozilla.org/20050126_1/Asia/Tokyo:20261124T090000',
      '09:00',
      'Asia/Tokyo',
      at(2026, 10, 24, 0, 0),
    ],
    ['DTSTART;TZID=Nowhere:20261124T090000', '09:00', 'Nowhere', null],
    ['DTSTART:20261124T090000', '09:00', null, null],
    ['DTSTART;VALUE=DATE:20261124', null, null, null],
  ])('%s', (line, clock, zone, moment) => {
    expect(readCalendar(calendarOf([line]))?.start).toEqual({
      day: '2026-11-24'.replace('11-24', line.includes('0724') ? '07-24' : '11-24'),
      clock,
      zone,
      at: moment,
    });
  });

  test('a zone that only the file describes counts with its summer time', () => {
    const zone = [
      'BEGIN:VTIMEZONE',
      'TZID:Văn phòng',
      'BEGIN:STANDARD',
      'DTSTART:20001105T020000',
      'RRULE:FREQ=YEARLY;BYDAY=1SU;BYMONTH=11',
      'TZOFFSETFROM:-0400',
      'TZOFFSETTO:-0500',
      'END:STANDARD',
      'BEGIN:DAYLIGHT',
      'DTSTART:20000312T020000',
      'RRULE:FREQ=YEARLY;BYDAY=2SU;BYMONTH=3',
      'TZOFFSETFROM:-0500',
      'TZOFFSETTO:-0400',
      'END:DAYLIGHT',
      'END:VTIMEZONE',
    ];
    const start = (day: string) =>
      readCalendar(calendarOf([`DTSTART;TZID=Văn phòng:${day}T090000`], zone))?.start?.at;
    expect(start('20261124')).toBe(at(2026, 10, 24, 14, 0));
    expect(start('20260724')).toBe(at(2026, 6, 24, 13, 0));
  });

  test('whole days end on their last day, and a length is an end', () => {
    expect(
      readCalendar(calendarOf(['DTSTART;VALUE=DATE:20261124', 'DTEND;VALUE=DATE:20261127']))?.end?.day,
    ).toBe('2026-11-26');
    expect(
      readCalendar(calendarOf(['DTSTART;VALUE=DATE:20261124', 'DTEND;VALUE=DATE:20261125']))?.end,
    ).toBeNull();
    expect(readCalendar(calendarOf(['DTSTART:20261124T230000Z', 'DURATION:PT1H30M']))?.end).toMatchObject({
      day: '2026-11-25',
      clock: '00:30',
    });
  });
});

describe('how it comes again', () => {
  const START = 'DTSTART;TZID=Asia/Ho_Chi_Minh:20261124T090000';
  const read = (...lines: string[]) => readCalendar(calendarOf([START, ...lines]));

  test.each([
    ['FREQ=MONTHLY;BYMONTHDAY=1,15', 'FREQ=MONTHLY;BYMONTHDAY=1,15'],
    ['FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=-1;UNTIL=20270301T020000Z', /^FREQ=MONTHLY;.*UNTIL=20270301$/],
    ['FREQ=HOURLY;INTERVAL=2', 'FREQ=HOURLY;INTERVAL=2'],
    ['FREQ=DAILY;BYMONTHDAY=1;COUNT=3;UNTIL=20270301', undefined],
    ['FREQ=DAILY;BYMONTHDAY=40', undefined],
    ['FREQ=DAILY;RSCALE=CHINESE;BYMONTH=3', undefined],
  ])('CL-269 another rule is handed on where it is one of RFC 5545 (%s)', (rule, text) => {
    const shown = read(`RRULE:${rule}`);
    expect(shown).toMatchObject({ repeats: null, repeats_otherwise: true });
    if (text === undefined) expect(shown?.rule).toBeUndefined();
    else expect(shown?.rule).toEqual({ text: expect.stringMatching(text), exceptions: false });
  });

  test.each<[string, Partial<Recurrence>]>([
    ['FREQ=DAILY;INTERVAL=2;COUNT=5', { every: 'day', interval: 2, count: 5 }],
    ['FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR', { every: 'week', weekdays: [0, 1, 2, 3, 4] }],
    [
      'FREQ=WEEKLY;BYDAY=MO,WE,FR;UNTIL=20261231T020000Z;WKST=SU',
      { every: 'week', weekdays: [0, 2, 4], until: '2026-12-31' },
    ],
    // By then it has not begun on that day.
    ['FREQ=WEEKLY;UNTIL=20261231T000000Z', { every: 'week', until: '2026-12-30' }],
    // In its own time zone it is the next day already.
    ['FREQ=WEEKLY;UNTIL=20261230T200000Z', { every: 'week', until: '2026-12-30' }],
    ['FREQ=WEEKLY;UNTIL=20261231', { every: 'week', until: '2026-12-31' }],
    ['FREQ=MONTHLY', { every: 'month', monthDay: null }],
    ['FREQ=MONTHLY;BYDAY=-1FR', { every: 'month', weekdays: [4], position: -1 }],
    ['FREQ=MONTHLY;BYDAY=FR;BYSETPOS=2', { every: 'month', weekdays: [4], position: 2 }],
    ['FREQ=MONTHLY;BYMONTHDAY=15', { every: 'month', monthDay: 15 }],
    ['FREQ=YEARLY', { every: 'year', interval: 1, count: null, until: null }],
    ['FREQ=YEARLY;BYMONTH=11;BYMONTHDAY=24', { every: 'year', weekdays: [], monthDay: null }],
  ])('%s is told in its parts', (rule, parts) => {
    expect(read(`RRULE:${rule}`)).toMatchObject({ repeats: parts, repeats_otherwise: false });
  });

  test.each([
    'FREQ=MONTHLY;BYMONTHDAY=1,15',
    'FREQ=MONTHLY;BYMONTHDAY=-1',
    'FREQ=MONTHLY;BYMONTHDAY=13;BYDAY=FR',
    'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1',
    'FREQ=MONTHLY;BYDAY=MO;BYSETPOS=1,3',
    'FREQ=MONTHLY;BYDAY=1MO,3MO',
    'FREQ=MONTHLY;BYDAY=-2FR',
    'FREQ=MONTHLY;INTERVAL=2;BYDAY=MO',
    'FREQ=MONTHLY;BYMONTH=3,9',
    'FREQ=WEEKLY;BYMONTH=3;BYDAY=TU',
    'FREQ=WEEKLY;BYDAY=TU;BYHOUR=9,14',
    'FREQ=DAILY;INTERVAL=2;BYDAY=MO',
    'FREQ=YEARLY;BYMONTH=3,9',
    'FREQ=YEARLY;BYMONTHDAY=24',
    'FREQ=YEARLY;BYMONTH=11;BYDAY=4TH',
    'FREQ=YEARLY;BYDAY=1MO',
    'FREQ=YEARLY;BYWEEKNO=20',
    'FREQ=YEARLY;BYYEARDAY=-1',
    'FREQ=HOURLY;INTERVAL=4',
    'FREQ=SECONDLY',
    'RSCALE=CHINESE;FREQ=YEARLY',
    'RSCALE=GREGORIAN;FREQ=MONTHLY;SKIP=BACKWARD;BYMONTHDAY=31',
    'FREQ=WEEKLY;COUNT=4;UNTIL=20261231',
    'FREQ=WEEKLY;INTERVAL=5000',
    'FREQ=WEEKLY;X-NEW=1',
    // Rules that the parser rejects.
    'freq=weekly',
    'FREQ=WEEKLY;BYDAY=XX',
  ])('%s is left to the file', (rule) => {
    expect(read(`RRULE:${rule}`)).toMatchObject({ title: '', repeats: null, repeats_otherwise: true });
  });

  test.each<[string, string[], 'told' | 'left']>([
    ['a day left out', ['RRULE:FREQ=WEEKLY', 'EXDATE:20261201T020000Z'], 'told'],
    ['a day left out of a number', ['RRULE:FREQ=WEEKLY;COUNT=4', 'EXDATE:20261201T020000Z'], 'left'],
    ['days added', ['RRULE:FREQ=WEEKLY', 'RDATE:20261202T020000Z'], 'left'],
    ['days alone', ['RDATE:20261202T020000Z'], 'left'],
    ['two rules', ['RRULE:FREQ=WEEKLY', 'RRULE:FREQ=MONTHLY'], 'left'],
    ['a rule of exceptions', ['RRULE:FREQ=WEEKLY', 'EXRULE:FREQ=MONTHLY'], 'left'],
  ])('%s', (_what, lines, outcome) => {
    expect(read(...lines)).toMatchObject(
      outcome === 'told'
        ? { repeats: { every: 'week', exceptions: true }, repeats_otherwise: false }
        : { repeats: null, repeats_otherwise: true },
    );
  });

  test('CL-364 the days left out are told, in their order, the last ten of many', () => {
    const days = ['EXDATE;TZID=Asia/Ho_Chi_Minh:20261222T090000,20261208T090000', 'EXDATE:20261215T020000Z'];
    const told = (lines: string[]) => read('RRULE:FREQ=WEEKLY', ...lines)?.left_out;
    expect(told(days)).toMatchObject({
      dates: [{ day: '2026-12-08' }, { day: '2026-12-15' }, { day: '2026-12-22' }],
      count: 3,
    });
    const many = Array.from({ length: 12 }, (_, at) => `EXDATE;VALUE=DATE:202612${String(at + 10)}`);
    expect(told(many)).toMatchObject({ count: 12, dates: { length: 10, 0: { day: '2026-12-12' } } });
    expect(told(['EXDATE:never'])).toBeUndefined();
    expect(told([])).toBeUndefined();
  });

  test('the 31st is not every month, and the 29th of February not every year', () => {
    const on = (day: string, rule: string) =>
      readCalendar(calendarOf([`DTSTART;VALUE=DATE:${day}`, `RRULE:${rule}`]));
    expect(on('20270131', 'FREQ=MONTHLY')?.repeats).toMatchObject({ monthDay: 31 });
    expect(on('20280229', 'FREQ=YEARLY')).toMatchObject({ repeats: null, repeats_otherwise: true });
  });

  test('single ones that the file moves are exceptions, and none from which all others follow', () => {
    const moved = (range: string) => [
      ...['RRULE:FREQ=WEEKLY', 'END:VEVENT', 'BEGIN:VEVENT', 'UID:1@x.example'],
      ...[`RECURRENCE-ID${range};TZID=Asia/Ho_Chi_Minh:20261201T090000`, 'DTSTART:20261202T020000Z'],
    ];
    expect(read(...moved(''))).toMatchObject({ repeats: { exceptions: true } });
    expect(read(...moved(';RANGE=THISANDFUTURE'))).toMatchObject({ repeats: null, repeats_otherwise: true });
  });

  test('CL-307 days that the file only moves are told from those that it leaves out', () => {
    const file = (rule: string, ...more: string[]) =>
      read(
        ...[`RRULE:${rule}`, 'END:VEVENT', 'BEGIN:VEVENT', 'UID:1@x.example'],
        ...['RECURRENCE-ID;TZID=Asia/Ho_Chi_Minh:20261201T090000', 'DTSTART:20261202T020000Z', ...more],
      );
    expect(file('FREQ=WEEKLY')?.repeats).toMatchObject({ exceptions: true, moved: true });
    // Their number stays.
    expect(file('FREQ=WEEKLY;COUNT=4')?.repeats).toMatchObject({ count: 4, moved: true });
    expect(file('FREQ=WEEKLY', 'STATUS:CANCELLED')?.repeats).not.toHaveProperty('moved');
    expect(file('FREQ=WEEKLY;COUNT=4', 'STATUS:CANCELLED')?.repeats).toBeNull();
  });

  test('what does not come again does not', () => {
    expect(read()).toMatchObject({ repeats: null, repeats_otherwise: false });
  });
});

test.each(['CANCEL', 'REPLY'])(
  '%s without a time is read, with the one of the series that it is about',
  (method) => {
    const bytes = calendarOf(['SUMMARY:Họp', 'RECURRENCE-ID:20261201T020000Z']).toString();
    expect(readCalendar(Buffer.from(bytes.replace('METHOD:REQUEST', `METHOD:${method}`)))).toMatchObject({
      kind: method.toLowerCase(),
      title: 'Họp',
      start: null,
      end: null,
      one_of_series: true,
      occurrence: { day: '2026-12-01', clock: '02:00' },
      mark: { recurrence: '20261201T020000Z' },
    });
  },
);

describe('a hostile file costs no more than an honest one', () => {
  const START = 'DTSTART:20261124T020000Z';

  test.each<[string, Buffer]>([
    ['nothing in it', Buffer.alloc(0)],
    ['no calendar', Buffer.from('<html>')],
    ['a line of two megabytes', calendarOf([START, `SUMMARY:${'x'.repeat(2_000_000)}`])],
    [
      'thousands of components in each other',
      calendarOf([START, ...Array<string>(3_000).fill('BEGIN:VALARM')]),
    ],
    ['too many lines', calendarOf([START, ...Array<string>(9_000).fill('X-A:1')])],
    [
      'an unfinished component',
      Buffer.from('BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nDTSTART:20261124T020000Z\r\n'),
    ],
    ['no time', calendarOf(['SUMMARY:x'])],
    ['a time that is none', calendarOf(['DTSTART:20269924T020000Z'])],
    [
      'more events than anybody has',
      Buffer.from(
        `BEGIN:VCALENDAR\r\n${`BEGIN:VEVENT\r\n${START}\r\nEND:VEVENT\r\n`.repeat(600)}END:VCALENDAR\r\n`,
      ),
    ],
  ])('%s', (_what, bytes) => {
    expect(readCalendar(bytes)).toBeNull();
  });

  test('rules that come every second for ever, also those of a zone, are not counted out', () => {
    const zone = ['STANDARD', 'DAYLIGHT'].flatMap((kind) => [
      `BEGIN:${kind}`,
      'DTSTART:16010101T000000',
      'RRULE:FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=31',
      'TZOFFSETFROM:+0700',
      'TZOFFSETTO:+0700',
      `END:${kind}`,
    ]);
    const bytes = calendarOf(
      ['DTSTART;TZID=Z:20261124T090000', 'RRULE:FREQ=SECONDLY'],
      ['BEGIN:VTIMEZONE', 'TZID:Z', ...zone, 'END:VTIMEZONE'],
    );
    expect(readCalendar(bytes)).toMatchObject({ repeats: null, start: { clock: '09:00', at: null } });
  });

  test('hidden characters and addresses that are none do not come through', () => {
    const read = readCalendar(
      calendarOf([START, 'SUMMARY:Họp\u202egnod', 'ORGANIZER;CN=A:javascript:alert(1)', 'ATTENDEE:mailto:x']),
    );
    expect(read).toMatchObject({ title: 'Họpgnod', organiser: null, attendees: [] });
  });
});

test.each([
  [['URL:https://hop.example/1', 'CONFERENCE:https://khac.example/1'], 'https://hop.example/1'],
  [
    ['CONFERENCE;VALUE=URI:tel:+84901', 'CONFERENCE;VALUE=URI:https://hop.example/2'],
    'https://hop.example/2',
  ],
  [['X-GOOGLE-CONFERENCE:https://meet.example/abc'], 'https://meet.example/abc'],
  [['X-MICROSOFT-SKYPETEAMSMEETINGURL:https://teams.example/l/1?a=b'], 'https://teams.example/l/1?a=b'],
  [['X-GOOGLE-CONFERENCE:javascript:alert(1)'], ''],
])('TD-23 the address of a meeting is found in %j', (lines, url) => {
  const file = calendarOf(['DTSTART:20261124T020000Z', ...lines]);
  expect(readCalendar(file)?.url).toBe(url);
  expect(fieldsOf(readObject(file).main as EventPart).url).toBe(url);
});

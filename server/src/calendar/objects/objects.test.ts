import { describe, expect, test } from 'vitest';
import { ObjectFault } from '../ical/object-fault.ts';
import { deriveObject } from './derive-object.ts';
import { dropOne, editAll, editOne } from './edit-series.ts';
import { splitSeries } from './split-series.ts';

const NOW = Date.UTC(2026, 0, 1) / 1000;

function calendar(lines: string[], zones: string[] = []): Buffer {
  const all = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Phone//1',
    ...zones,
    ...lines,
    'END:VCALENDAR',
    '',
  ];
  return Buffer.from(all.join('\r\n'));
}

function event(...lines: string[]): string[] {
  return ['BEGIN:VEVENT', 'UID:1@phone', 'DTSTAMP:20260101T000000Z', ...lines, 'END:VEVENT'];
}

function happens(source: Buffer): string[] {
  return deriveObject(source, NOW)
    .occurrences.toSorted((a, b) => a.at - b.at)
    .map(({ at, title }) => `${new Date(at * 1000).toISOString().slice(0, 16)} ${title}`);
}

const SAIGON = [
  'DTSTART;TZID=Asia/Ho_Chi_Minh:20260105T090000',
  'DTEND;TZID=Asia/Ho_Chi_Minh:20260105T100000',
];
const SERIES = [...SAIGON, 'RRULE:FREQ=WEEKLY;COUNT=4', 'SUMMARY:Họp', 'X-APPLE-TRAVEL:AUTOMATIC'];

describe('a text that was put', () => {
  test('happens where its zone says, by whichever name', () => {
    const own = [
      ...['BEGIN:VTIMEZONE', 'TZID:Office', 'BEGIN:STANDARD', 'DTSTART:19700101T000000'],
      ...['TZOFFSETFROM:+0700', 'TZOFFSETTO:+0700', 'END:STANDARD', 'END:VTIMEZONE'],
    ];
    for (const zone of [
      'Asia/Ho_Chi_Minh',
      'SE Asia Standard Time',
      '/mozilla.org/20050126_1/Asia/Ho_Chi_Minh',
      'Office',
    ]) {
      const source = calendar(event(`DTSTART;TZID="${zone}":20260105T090000`, 'SUMMARY:Họp'), own);
      expect(happens(source)).toEqual(['2026-01-05T02:00 Họp']);
    }
  });

  test('a zone of its own changes its clocks by its own rules', () => {
    const own = [
      ...['BEGIN:VTIMEZONE', 'TZID:Anywhere'],
      ...['BEGIN:DAYLIGHT', 'DTSTART:19810329T020000', 'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU'],
      ...['TZOFFSETFROM:+0100', 'TZOFFSETTO:+0200', 'END:DAYLIGHT'],
      ...['BEGIN:STANDARD', 'DTSTART:19961027T030000', 'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU'],
      ...['TZOFFSETFROM:+0200', 'TZOFFSETTO:+0100', 'END:STANDARD', 'END:VTIMEZONE'],
    ];
    const rule = 'RRULE:FREQ=WEEKLY;COUNT=2';
    const source = calendar(event('DTSTART;TZID=Anywhere:20260323T090000', rule, 'SUMMARY:A'), own);
    expect(happens(source)).toEqual(['2026-03-23T08:00 A', '2026-03-30T07:00 A']);
  });

  test('a zone of its own is believed as programs of Microsoft describe one, from 1601 on', () => {
    const own = [
      ...['BEGIN:VTIMEZONE', 'TZID:Customized Time Zone'],
      ...['BEGIN:STANDARD', 'DTSTART:16011028T030000', 'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10'],
      ...['TZOFFSETFROM:+0800', 'TZOFFSETTO:+0700', 'END:STANDARD'],
      ...['BEGIN:DAYLIGHT', 'DTSTART:16010325T020000', 'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3'],
      ...['TZOFFSETFROM:+0700', 'TZOFFSETTO:+0800', 'END:DAYLIGHT', 'END:VTIMEZONE'],
    ];
    const summer = event('DTSTART;TZID=Customized Time Zone:20260701T090000', 'SUMMARY:Hè');
    expect(happens(calendar(summer, own))).toEqual(['2026-07-01T01:00 Hè']);
    const winter = event('DTSTART;TZID=Customized Time Zone:20260105T090000', 'SUMMARY:Đông');
    expect(happens(calendar(winter, own))).toEqual(['2026-01-05T02:00 Đông']);
  });

  test('an exception is found by its moment, in whatever zone it is written', () => {
    const changed = event('RECURRENCE-ID:20260112T020000Z', 'DTSTART:20260113T020000Z', 'SUMMARY:Riêng');
    const left = 'EXDATE;TZID=Asia/Tokyo:20260119T110000';
    expect(happens(calendar([...event(...SERIES, left), ...changed]))).toEqual([
      ...['2026-01-05T02:00 Họp', '2026-01-13T02:00 Riêng', '2026-01-26T02:00 Họp'],
    ]);
  });

  test('dates that are added happen once each, and a cancelled one does not', () => {
    const added = 'RDATE;TZID=Asia/Ho_Chi_Minh:20260106T090000,20260105T090000,20260107T090000';
    const cancelled = event('RECURRENCE-ID:20260107T020000Z', 'DTSTART:20260107T020000Z', 'STATUS:CANCELLED');
    expect(happens(calendar([...event(...SAIGON, added, 'SUMMARY:Họp'), ...cancelled]))).toEqual([
      ...['2026-01-05T02:00 Họp', '2026-01-06T02:00 Họp'],
    ]);
  });

  test.each([
    ['is no calendar', Buffer.from('BEGIN:VCARD\r\nEND:VCARD\r\n'), 'valid-calendar-data'],
    ['breaks off', Buffer.from('BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:1\r\n'), 'valid-calendar-data'],
    ['ends another part', Buffer.from('BEGIN:VCALENDAR\r\nEND:VEVENT\r\n'), 'valid-calendar-data'],
    ['has no event', calendar([]), 'valid-calendar-object-resource'],
    [
      'has two UIDs',
      calendar([...event(...SAIGON), 'BEGIN:VEVENT', 'UID:2', ...SAIGON, 'END:VEVENT']),
      'valid-calendar-object-resource',
    ],
    ['has none', calendar(['BEGIN:VEVENT', ...SAIGON, 'END:VEVENT']), 'valid-calendar-object-resource'],
    [
      'has the series twice',
      calendar([...event(...SAIGON), ...event(...SAIGON)]),
      'valid-calendar-object-resource',
    ],
    ['is a journal', calendar(['BEGIN:VJOURNAL', 'UID:1', 'END:VJOURNAL']), 'supported-calendar-component'],
    [
      'is an event and a task',
      calendar([...event(...SAIGON), 'BEGIN:VTODO', 'UID:1@phone', 'END:VTODO']),
      'valid-calendar-object-resource',
    ],
    ['has no start', calendar(event('SUMMARY:Họp')), 'valid-calendar-data'],
    ['starts in 3000', calendar(event('DTSTART:30000101T000000Z')), 'valid-calendar-data'],
    [
      'repeats by no rule',
      calendar(event(...SAIGON, 'RRULE:FREQ=DAILY;COUNT=1;UNTIL=20270101')),
      'valid-calendar-data',
    ],
    ['happens each minute', calendar(event(...SAIGON, 'RRULE:FREQ=MINUTELY')), 'max-instances'],
    ['is too large', calendar(event(...SAIGON, `DESCRIPTION:${'x'.repeat(1_100_000)}`)), 'max-resource-size'],
    [
      'has too many lines',
      calendar(event(...SAIGON, ...Array.from({ length: 9_000 }, () => 'X:1'))),
      'max-resource-size',
    ],
    [
      'has parts in parts',
      Buffer.from('BEGIN:VCALENDAR\r\n'.concat('BEGIN:VEVENT\r\n'.repeat(50))),
      'valid-calendar-data',
    ],
  ])('that %s is refused by its precondition', (_what, source, problem) => {
    try {
      deriveObject(source, NOW);
      expect.fail('it was taken');
    } catch (error) {
      if (!(error instanceof ObjectFault)) throw error;
      expect(error.problem).toBe(problem);
    }
  });

  test('an end before its start says nothing', () => {
    const [one] = deriveObject(
      calendar(event('DTSTART:20260105T020000Z', 'DTEND:20260104T020000Z')),
      NOW,
    ).occurrences;
    expect(one?.until).toBe(one?.at);
  });
});

describe('an edit', () => {
  /** The lines of a text that another one does not have. */
  const added = (after: Buffer, before: Buffer) => {
    const known = new Set(before.toString().split('\r\n'));
    return after
      .toString()
      .split('\r\n')
      .filter((line) => !known.has(line) && !/^(DTSTAMP|LAST-MODIFIED)/.test(line));
  };

  test('changes the lines of what was edited, and no other byte', () => {
    const alarm = ['BEGIN:VALARM', 'ACTION:AUDIO', 'TRIGGER;VALUE=DATE-TIME:20260105T010000Z', 'END:VALARM'];
    const folded = [
      'ATTENDEE;CN="Lan, Anh";PARTSTAT=ACCEPTED;X-NUM-GUESTS=0:mailto:lan@saomai.example',
      ' .invalid',
    ];
    const source = calendar(event(...SERIES, ...folded, ...alarm));
    const after = editAll(source, { fields: { title: 'Họp; mới' }, now: NOW });
    expect(added(after, source)).toEqual(['SUMMARY:Họp\\; mới']);
    for (const kept of [folded, alarm]) expect(after.toString()).toContain(kept.join('\r\n'));
  });

  test('of one takes the whole series along but for its rule', () => {
    const source = calendar(event(...SERIES));
    const after = editOne(source, '20260112T020000Z', { fields: { title: 'Riêng' }, now: NOW });
    const text = after.toString();
    expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(2);
    expect(text.match(/X-APPLE-TRAVEL:AUTOMATIC/g)).toHaveLength(2);
    expect(text.match(/RRULE/g)).toHaveLength(1);
    expect(happens(after)).toEqual([
      ...['2026-01-05T02:00 Họp', '2026-01-12T02:00 Riêng', '2026-01-19T02:00 Họp', '2026-01-26T02:00 Họp'],
    ]);
    const twice = editOne(after, '20260112T020000Z', { fields: { place: 'Phòng B' }, now: NOW });
    expect(twice.toString().match(/BEGIN:VEVENT/g)).toHaveLength(2);
  });

  test('that moves a series moves what was added to it and what was left out', () => {
    const others = [
      'RDATE;TZID=Asia/Ho_Chi_Minh:20260107T090000',
      'EXDATE;TZID=Asia/Ho_Chi_Minh:20260112T090000',
    ];
    const source = calendar(event(...SERIES, ...others));
    const start = { day: '2026-01-06', clock: '11:00', zone: 'Asia/Ho_Chi_Minh' };
    expect(happens(editAll(source, { fields: { start }, now: NOW }))).toEqual([
      ...['2026-01-06T04:00 Họp', '2026-01-08T04:00 Họp', '2026-01-20T04:00 Họp', '2026-01-27T04:00 Họp'],
    ]);
  });

  test('that makes an event repeat needs no more than the rule, and one that ends it leaves one', () => {
    const source = calendar(event(...SAIGON, 'SUMMARY:Họp'));
    const weekly = editAll(source, { fields: { rule: 'FREQ=WEEKLY;COUNT=2' }, now: NOW });
    expect(happens(weekly)).toHaveLength(2);
    expect(happens(editAll(weekly, { fields: { rule: null }, now: NOW }))).toHaveLength(1);
  });
});

describe('a series in two', () => {
  const series = (rule: string, ...more: string[]) =>
    calendar([...event(...SAIGON, `RRULE:${rule}`, 'SUMMARY:Họp', ...more)]);

  test.each([
    ['FREQ=DAILY;COUNT=10'],
    ['FREQ=DAILY;INTERVAL=3;COUNT=20'],
    ['FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE,FR;UNTIL=20260601T000000Z'],
    ['FREQ=MONTHLY;BYDAY=1MO,3MO;COUNT=9'],
    ['FREQ=MONTHLY;BYDAY=MO,TU,WE;BYSETPOS=1,-1;UNTIL=20261001T000000Z'],
    ['FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=5,6,7,8'],
  ])('%s is together what it was, wherever it is cut', (rule) => {
    const source = series(rule, 'EXDATE;TZID=Asia/Ho_Chi_Minh:20260107T090000');
    const all = deriveObject(source, NOW).occurrences;
    for (const { original } of all.slice(1, 7)) {
      const { before, after } = splitSeries(source, original, '2@here');
      expect(before).not.toBeNull();
      const both = [...happens(before as Buffer), ...happens(after)];
      expect(both.toSorted()).toEqual(happens(source).toSorted());
      expect(deriveObject(after, NOW).uid).toBe('2@here');
    }
  });

  test('at its first one leaves nothing before it', () => {
    expect(splitSeries(series('FREQ=DAILY;COUNT=3'), '20260105T020000Z', '2@here').before).toBeNull();
  });

  test('one that was left out comes back by a change of it', () => {
    const [first, second, third] = ['05', '06', '07'].map((day) => `202601${day}T020000Z`);
    const source = series('FREQ=DAILY;COUNT=3');
    const without = [first, second].reduce((text, original) => dropOne(text, original ?? ''), source);
    const edit = { fields: { title: 'Lại họp' }, now: NOW };
    expect(happens(editOne(without, second ?? '', edit))).toEqual([
      '2026-01-06T02:00 Lại họp',
      '2026-01-07T02:00 Họp',
    ]);
    expect(happens(editOne(source, third ?? '', edit)).at(-1)).toBe('2026-01-07T02:00 Lại họp');
  });

  test('without one of it has all others', () => {
    const source = series('FREQ=DAILY;COUNT=3');
    expect(happens(dropOne(source, '20260106T020000Z'))).toEqual([
      '2026-01-05T02:00 Họp',
      '2026-01-07T02:00 Họp',
    ]);
  });
});

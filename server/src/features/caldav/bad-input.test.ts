import { LIMITS } from '@bocau/contract/limits.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CalDavPerson, calDavPerson, vevent } from '../../test-kit/caldav-person.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';

let server: TestServer;
let an: CalDavPerson;
/** Another calendar of the same person. */
let beside: string;

beforeAll(async () => {
  server = await startTestServer();
  an = await calDavPerson(server);
  beside = `${an.home}0b5f3c1e-8a51-4d3f-9d0c-4a1d5f6e7a8b/`;
  expect((await an.dav.call('MKCALENDAR', beside)).status).toBe(201);
});
afterAll(() => server.close());

const START = 'DTSTART:20260302T020000Z';
const END = 'DTEND:20260302T030000Z';
const event = (...lines: string[]) => vevent('a', 'Họp', START, END, ...lines);
const moments = (count: number) =>
  Array.from({ length: count }, (_, hour) => {
    const at = new Date(Date.UTC(2026, 2, 2, hour));
    return at.toISOString().replace(/[-:]|\.\d+/g, '');
  });
const all = (count: number) => Array.from({ length: count }, (_, at) => at).join(',');
const SECONDS = `BYHOUR=${all(24)};BYMINUTE=${all(60)};BYSECOND=${all(60)}`;
const zones = (count: number) =>
  Array.from({ length: count }, (_, at) => [
    ...['BEGIN:VTIMEZONE', `TZID:Own ${at}`, 'BEGIN:STANDARD', 'DTSTART:19700101T000000'],
    ...['RRULE:FREQ=YEARLY', 'TZOFFSETFROM:+0700', 'TZOFFSETTO:+0800', 'END:STANDARD', 'END:VTIMEZONE'],
  ]).flat();
const withZones = (count: number) =>
  event(
    ...Array.from({ length: count }, (_, at) => `EXDATE;TZID=Own ${at}:20260303T020000`),
    'RRULE:FREQ=DAILY',
  )
    // Zones stand beside events.
    .replace('BEGIN:VEVENT', [...zones(count), 'BEGIN:VEVENT'].join('\r\n'));

const REFUSED = {
  'more than a megabyte': [event(`DESCRIPTION:${'x'.repeat(LIMITS.eventBytes)}`), 'max-resource-size'],
  'a megabyte in lines of one character': [
    event(`DESCRIPTION:${'x\r\n '.repeat(250_000)}`),
    'max-resource-size',
  ],
  'a megabyte of people': [
    event(...Array.from({ length: 18_000 }, (_, at) => `ATTENDEE:mailto:nguoi${at}@khach.example`)),
    'max-resource-size',
  ],
  'ten thousand times a day': [event('RRULE:FREQ=SECONDLY;INTERVAL=8'), 'max-instances'],
  'each second without end': [event('RRULE:FREQ=SECONDLY'), 'max-instances'],
  'all seconds of each year': [
    event(`RRULE:FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;${SECONDS}`),
    'max-instances',
  ],
  'a thousand rules of all seconds': [
    event(...Array.from({ length: 1_000 }, () => `RRULE:FREQ=YEARLY;BYSETPOS=1;${SECONDS}`)),
    'max-instances',
  ],
  'fifty thousand dates that are added': [event(`RDATE:${moments(50_000).join(',')}`), 'max-instances'],
  'fifty thousand dates that are left out': [
    event('RRULE:FREQ=DAILY', `EXDATE:${moments(50_000).join(',')}`),
    'max-instances',
  ],
  'hundreds of zones of its own': [withZones(700), 'valid-calendar-data'],
  'COUNT and UNTIL together': [
    event('RRULE:FREQ=DAILY;COUNT=3;UNTIL=20260401T000000Z'),
    'valid-calendar-data',
  ],
  'XML with a bomb of entities': [
    '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><x>&b;</x>',
    'valid-calendar-data',
  ],
} as const;

describe('what would keep the server busy, or says two things', () => {
  test.each(Object.entries(REFUSED))(
    'CL-3 %s is refused by its precondition, nothing of it is kept, and other calendars are of use',
    async (_what, [body, precondition]) => {
      const { dav, calendar } = an;
      const { status, text } = await dav.call('PUT', `${calendar}a.ics`, { body });
      expect([status, /<CAL:([\w-]+)[/>]/.exec(text)?.[1]]).toEqual([403, precondition]);
      const { byHref } = await dav.ask('PROPFIND', calendar, { depth: '1' });
      expect([...byHref.keys()]).toEqual([calendar]);
      const put = await dav.call('PUT', `${beside}b.ics`, { body: vevent('b', 'Họp', START, END) });
      expect(put.status).toBeLessThan(300);
    },
  );
});

const KEPT = {
  'a megabyte': event(`DESCRIPTION:${'x'.repeat(LIMITS.eventBytes - 1_000)}`),
  'a zone that does not exist': vevent('a', 'Họp', 'DTSTART;TZID=Nowhere/Else:20260302T090000'),
  ...Object.fromEntries(
    ['__proto__', 'constructor', 'toString'].map((zone) => [
      `a zone that does not exist, and is named ${zone}`,
      vevent('a', 'Họp', `DTSTART;TZID=${zone}:20260302T090000`),
    ]),
  ),
  'an end before its start': vevent('a', 'Họp', START, 'DTEND:20260301T030000Z'),
  'an organiser who is somebody else': event('ORGANIZER:mailto:giam.doc@khach.example'),
  'five hundred people': event(
    ...Array.from({ length: 500 }, (_, at) => `ATTENDEE:mailto:nguoi${at}@khach.example`),
  ),
  'the first second of each year, chosen among millions': event(
    `RRULE:FREQ=YEARLY;BYSETPOS=1;BYDAY=MO,TU,WE,TH,FR,SA,SU;${SECONDS}`,
  ),
  'an exception outside of its rule': event('RRULE:FREQ=WEEKLY;COUNT=3').replace(
    'END:VCALENDAR',
    [
      ...['BEGIN:VEVENT', 'UID:a', 'RECURRENCE-ID:20260303T050000Z', 'DTSTART:20260303T060000Z'],
      ...['SUMMARY:Họp thêm', 'END:VEVENT', 'END:VCALENDAR'],
    ].join('\r\n'),
  ),
};

test.each(Object.entries(KEPT))('CL-2 %s is kept as it was put', async (_what, body) => {
  const { dav, calendar } = an;
  expect((await dav.call('PUT', `${calendar}a.ics`, { body })).status).toBe(201);
  expect((await dav.call('GET', `${calendar}a.ics`)).text).toBe(body);
  expect((await dav.call('DELETE', `${calendar}a.ics`)).status).toBe(204);
});

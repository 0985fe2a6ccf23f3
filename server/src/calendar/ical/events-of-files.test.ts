import { describe, expect, test } from 'vitest';
import { inOneGo } from '../../platform/in-slices.ts';
import { deriveObject } from '../objects/derive-object.ts';
import { type EventsOfFiles, eventsOfFiles } from './events-of-files.ts';

const NOW = Date.UTC(2026, 10, 26) / 1000;

function read(text: string | Buffer): EventsOfFiles {
  return inOneGo(eventsOfFiles([{ name: '', bytes: Buffer.from(text) }]));
}

function texts({ events }: EventsOfFiles): string[] {
  return events.map(({ source }) => source().toString());
}

const ZONE = (name: string) =>
  `BEGIN:VTIMEZONE\r\nTZID:${name}\r\nBEGIN:STANDARD\r\nDTSTART:16010101T000000\r\nTZOFFSETFROM:+0700\r\nTZOFFSETTO:+0700\r\nEND:STANDARD\r\nEND:VTIMEZONE\r\n`;
const EVENT = (uid: string, more = '', start = 'DTSTART:20261127T020000Z') =>
  `BEGIN:VEVENT\r\nUID:${uid}\r\nDTSTAMP:20261120T000000Z\r\n${start}\r\nSUMMARY:Họp ${uid}\r\n${more}END:VEVENT\r\n`;
const FILE = (inside: string, head = '') =>
  `BEGIN:VCALENDAR\r\nPRODID:-//Google Inc//Google Calendar 70.9054//EN\r\nVERSION:2.0\r\n${head}${inside}END:VCALENDAR\r\n`;

describe('CL-150 the events of a file', () => {
  test('keep their bytes, with the zones that each names, and nothing that is about the file', () => {
    const zones = ZONE('Hà Nội') + ZONE('Huế');
    const folded = 'DESCRIPTION:dòng dà\r\n i quá\r\nX-LÀ-GÌ;A="b:c":thế\r\n';
    const alarm = 'BEGIN:VALARM\r\nACTION:DISPLAY\r\nTRIGGER:-PT10M\r\nEND:VALARM\r\n';
    const one = EVENT('a', folded + alarm, 'DTSTART;TZID=Huế:20261127T090000');
    const file = read(
      FILE(
        zones + one + EVENT('b'),
        'METHOD:PUBLISH\r\nX-WR-CALNAME:Việc\\, nhà\r\nX-WR-TIMEZONE:Asia/Ho_Chi_Minh\r\n',
      ),
    );
    expect(file.name).toBe('Việc, nhà');
    const [a = '', b = ''] = texts(file);
    expect(a).toContain(ZONE('Huế') + one);
    expect(a).not.toContain('Hà Nội');
    expect(a).toContain('PRODID:-//Google Inc//Google Calendar 70.9054//EN\r\n');
    expect(a + b).not.toMatch(/METHOD|X-WR/);
    expect(b).not.toContain('VTIMEZONE');
    expect(deriveObject(file.events[0]?.source() as Buffer, NOW).first_at).toBe(
      Date.UTC(2026, 10, 27, 2) / 1000,
    );
  });

  test('have the changed ones of a series beside it, wherever they stand, also in another calendar', () => {
    const changed = EVENT(
      's',
      'RECURRENCE-ID;TZID=Huế:20261204T090000\r\n',
      'DTSTART;TZID=Huế:20261204T100000',
    );
    const series = EVENT(
      's',
      'RRULE:FREQ=WEEKLY;COUNT=3\r\n',
      'DTSTART;TZID=Asia/Ho_Chi_Minh:20261127T090000',
    );
    const file = read(FILE(ZONE('Huế') + changed + EVENT('b')) + FILE(series));
    expect(file.events.map(({ uid }) => uid)).toEqual(['s', 'b']);
    const derived = deriveObject(file.events[0]?.source() as Buffer, NOW);
    expect(derived.occurrences).toHaveLength(3);
    expect(derived.occurrences.map(({ at }) => (at / 3600) % 24).sort()).toEqual([2, 2, 3]);
  });

  test('that stand there twice are one; of two that differ the newer one is kept, and the other is told', () => {
    const old = EVENT('a', 'SEQUENCE:1\r\nLOCATION:Huế\r\n');
    const file = read(FILE(old + EVENT('a', 'SEQUENCE:2\r\n') + EVENT('b') + EVENT('b')));
    expect(file.events).toHaveLength(2);
    expect(texts(file)[0]).toContain('SEQUENCE:2');
    expect(file.faults).toEqual([{ file: '', line: 4, title: 'Họp a', problem: 'twice' }]);
  });

  test('tell by line what is broken, and leave out what is no event', () => {
    const tasks = 'BEGIN:VTODO\r\nUID:t\r\nEND:VTODO\r\nBEGIN:VJOURNAL\r\nUID:j\r\nEND:VJOURNAL\r\n';
    const cut = EVENT('cut').replace('END:VEVENT\r\n', '');
    const file = read(
      FILE(tasks + cut + EVENT('b') + EVENT('deep').replace('SUMMARY', 'BEGIN:X\r\nSUMMARY')),
    );
    expect(file).toMatchObject({ tasks: 1, others: 1 });
    expect(file.events.map(({ uid, line }) => ({ uid, line }))).toEqual([{ uid: 'b', line: 15 }]);
    expect(file.faults.map(({ line, problem }) => ({ line, problem }))).toEqual([
      { line: 10, problem: 'broken' },
      { line: 21, problem: 'broken' },
    ]);
  });

  test('without a UID get one that is the same each time', () => {
    const bare = (stamp: string) => FILE(EVENT('x').replace('UID:x\r\n', '').replace('20261120', stamp));
    const [one, other] = [read(bare('20261120')), read(bare('20261125'))];
    expect(one.events[0]?.uid).toBe(other.events[0]?.uid);
    expect(deriveObject(one.events[0]?.source() as Buffer, NOW).uid).toBe(one.events[0]?.uid);
  });

  test('are found with LF, a mark, small letters and no end, and there are none in other files', () => {
    const file = read(
      `\uFEFF${FILE(EVENT('a')).replaceAll('\r\n', '\n').replace('BEGIN:VEVENT', 'begin:vevent')}`,
    );
    expect(file.events.map(({ uid }) => uid)).toEqual(['a']);
    expect(read(FILE(EVENT('a')).slice(0, -'END:VCALENDAR\r\n'.length)).events).toHaveLength(1);
    for (const text of [
      '',
      'Name,Email\nAn,an@x.example\n',
      'BEGIN:VCARD\r\nFN:An\r\nEND:VCARD\r\n',
      '\0'.repeat(99),
    ])
      expect(read(text).events).toHaveLength(0);
  });
});

describe('CL-155 a file that means harm', () => {
  test('has no zone written into thousands of events that is longer than zones are', () => {
    const long = ZONE('Đâu đó').replace('END:VTIMEZONE', `X-A:${'a'.repeat(20_000)}\r\nEND:VTIMEZONE`);
    const known = ZONE('Asia/Tokyo').replace('END:VTIMEZONE', `X-A:${'a'.repeat(20_000)}\r\nEND:VTIMEZONE`);
    const file = read(
      FILE(
        long +
          known +
          EVENT('a', '', 'DTSTART;TZID=Đâu đó:20261127T090000') +
          EVENT('b', '', 'DTSTART;TZID=Asia/Tokyo:20261127T090000'),
      ),
    );
    expect(file.faults).toMatchObject([{ title: 'Họp a', problem: 'too_large' }]);
    expect(texts(file)[0]).not.toContain('VTIMEZONE');
  });

  test('is read in steps, whatever it is made of', () => {
    for (const text of [
      FILE(EVENT('a').repeat(5_000)),
      'BEGIN:VCALENDAR\r\n'.repeat(100_000),
      '\n'.repeat(2_000_000),
      FILE(`BEGIN:VEVENT\r\n${' x\r\n'.repeat(500_000)}END:VEVENT\r\n`),
    ]) {
      let steps = 0;
      const reading = eventsOfFiles([{ name: '', bytes: Buffer.from(text) }]);
      while (!reading.next().done) steps += 1;
      expect(steps).toBeGreaterThan(10);
    }
  });

  test('has a limited number of parts', () => {
    const file = read('BEGIN:VEVENT\r\nEND:VEVENT\r\n'.repeat(200_010));
    expect(file.isTooLong).toBe(true);
  });
});

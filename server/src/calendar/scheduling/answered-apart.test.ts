import { describe, expect, test } from 'vitest';
import { prng } from '../../demo-world/prng.ts';
import { readCalendar } from '../../features/invitations/read-calendar.ts';
import { guestsOf } from '../ical/guests.ts';
import { OBJECT_BOUNDS } from '../ical/object-bounds.ts';
import { readObject } from '../ical/read-object.ts';
import { editAll, editOne } from '../objects/edit-series.ts';
import { occurrencesOf } from '../occurrences/occurrences-of.ts';
import { versionedAfter } from './answer-event.ts';
import { withoutPastAnswers } from './answered-apart.ts';
import { applyReply, unkeptAnswers } from './apply-reply.ts';
import { applyRequest } from './apply-request.ts';
import { owedMessages } from './owed-messages.ts';
import { partsByPlace } from './parts-of-object.ts';
import { type ReadMessage, readMessage } from './read-message.ts';

const ORGANISER = new Set(['an@cty.example']);
const LAN = 'lan@cty.example';
const MINH = 'minh@khach.example';
const DAY = 24 * 3600;
const FIRST = Date.UTC(2026, 11, 1, 3) / 1000;
const NOW = FIRST - DAY;
const clock = (seconds: number) => new Date(seconds * 1000).toISOString().replaceAll(/[-:]|\.000/g, '');
const place = (nth: number) => clock(FIRST + nth * DAY);

function calendar(method: string, ...events: string[][]): Buffer {
  const parts = events.flatMap((lines) => ['BEGIN:VEVENT', 'UID:hop', ...lines, 'END:VEVENT']);
  const head = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//x//x', ...(method ? [`METHOD:${method}`] : [])];
  return Buffer.from([...head, ...parts, 'END:VCALENDAR', ''].join('\r\n'));
}

const asked = (guests: number) => [
  ...[LAN, MINH].map((address) => `ATTENDEE;RSVP=TRUE:mailto:${address}`),
  ...Array.from({ length: guests - 2 }, (_, nth) => `ATTENDEE;RSVP=TRUE:mailto:nguoi${nth}@khach.example`),
];
const series = (guests: number, ...singles: string[][]) =>
  calendar(
    '',
    [
      ...['DTSTAMP:20261101T000000Z', `DTSTART:${place(0)}`, `DTEND:${clock(FIRST + 1800)}`],
      ...['RRULE:FREQ=DAILY', 'SUMMARY:Giao ban', 'ORGANIZER:mailto:an@cty.example', ...asked(guests)],
    ],
    ...singles,
  );

function reply(nths: number[], { answer = 'DECLINED', stamp = NOW, of = MINH } = {}): ReadMessage {
  const parts = nths.map((nth) => [
    ...[`DTSTAMP:${clock(stamp)}`, `RECURRENCE-ID:${place(nth)}`, 'SEQUENCE:0'],
    ...['ORGANIZER:mailto:an@cty.example', `ATTENDEE;PARTSTAT=${answer}:mailto:${of}`],
  ]);
  return readMessage(calendar('REPLY', ...parts)) as ReadMessage;
}

const first = (count: number, from = 0) => Array.from({ length: count }, (_, nth) => from + nth);
const replied = (source: Buffer, message: ReadMessage, of = MINH, now = NOW) =>
  applyReply(source, message, of, now).source ?? source;
const singlesIn = (source: Buffer) => readObject(source).changed.length;
const answerOf = (source: Buffer, nth: number, of = MINH) => {
  const parts = partsByPlace(readObject(source));
  const part = (parts.get(place(nth)) ?? parts.get(''))?.part;
  return part && guestsOf(part).find(({ address }) => address === of)?.answer;
};
const edited = (source: Buffer, fields: object, now = NOW + 60) =>
  versionedAfter(source, editAll(source, { fields, now }), ORGANISER);
const owed = (told: Buffer | null, current: Buffer, now = NOW + 60) =>
  owedMessages({ told, current }, ORGANISER, now);
const messageTo = (address: string, told: Buffer | null, current: Buffer, now = NOW + 60) =>
  owed(told, current, now).find(({ to }) => to.some(({ email }) => email === address))?.source;

describe('what an organiser has', () => {
  /** A single one that was moved by its organiser, as long as the series. */
  const moved = (nth: number, guests: number) => [
    ...[
      'DTSTAMP:20261101T000000Z',
      `RECURRENCE-ID:${place(nth)}`,
      `DTSTART:${clock(FIRST + nth * DAY + 3600)}`,
    ],
    ...[`DTEND:${clock(FIRST + nth * DAY + 5400)}`, 'SUMMARY:Giao ban', 'ORGANIZER:mailto:an@cty.example'],
    ...asked(guests),
  ];

  test.each([
    ['as many single ones', OBJECT_BOUNDS.singles, 4],
    ['as many lines', 195, 30],
    ['as many bytes', 60, 120],
  ])(
    'CL-372 is read by the calendars and the mail of its guests, of %s as it can hold',
    (_what, count, guests) => {
      const source = series(guests, ...first(count).map((nth) => moved(nth, guests)));
      const told = messageTo(LAN, null, source) as Buffer;
      const message = readMessage(told) as ReadMessage;
      const copy = applyRequest(null, message, new Set([LAN])) as Buffer;
      expect(singlesIn(copy)).toBe(count);
      expect(readCalendar(told)).toMatchObject({ kind: 'request', mark: { uid: 'hop' } });
    },
  );
});

describe('answers to single dates', () => {
  const SOURCE = series(22);

  test('CL-373 of one guest take a part of what a series holds, and leave room for those of others', () => {
    const { source, unkept } = applyReply(SOURCE, reply(first(400)), MINH, NOW);
    const full = source as Buffer;
    expect(singlesIn(full) + unkept).toBe(400);
    expect(singlesIn(full)).toBeGreaterThan(20);
    expect(full.length).toBeLessThan(OBJECT_BOUNDS.bytes / 4);
    expect(applyReply(full, reply([350], { stamp: NOW + 1 }), MINH, NOW)).toEqual({
      source: null,
      unkept: 1,
    });
    const other = 'nguoi0@khach.example';
    const next = replied(full, reply([350], { of: other }), other);
    expect(answerOf(next, 350, other)).toBe('DECLINED');
    // To a date that is by itself already, every answer has room.
    expect(answerOf(replied(full, reply([3], { answer: 'ACCEPTED', stamp: NOW + 1 })), 3)).toBe('ACCEPTED');
  });

  test('CL-373 of many guests leave room for what the organiser changes', () => {
    let source = SOURCE;
    for (let nth = 0; nth < 20; nth += 1) {
      const of = `nguoi${nth}@khach.example`;
      source = replied(source, reply(first(40, nth * 40), { of }), of);
    }
    const { singles, lines, bytes } = OBJECT_BOUNDS;
    expect(singlesIn(source)).toBeLessThanOrEqual(singles / 2);
    expect(source.toString().split('\n').length).toBeLessThan((lines * 3) / 4);
    expect(source.length).toBeLessThan((bytes * 3) / 4);
  });

  test('CL-373 that had no room are told of, and no others', () => {
    const full = replied(SOURCE, reply(first(400)));
    const count = (message: ReadMessage, source = full, now = NOW) =>
      unkeptAnswers(source, message, MINH, now);
    const late = { stamp: NOW + 1 };
    expect(count(reply([350], late))).toBe(1);
    expect(count(reply([3], late))).toBe(0);
    expect(count(reply([350], late), full, FIRST + 351 * DAY)).toBe(0);
    expect(count(reply([350], { answer: 'NEEDS-ACTION' }))).toBe(0);
    const whole = readMessage(
      calendar('REPLY', [`DTSTAMP:${clock(NOW + 5)}`, `ATTENDEE;PARTSTAT=DECLINED:mailto:${MINH}`]),
    ) as ReadMessage;
    expect(count(reply([350], late), replied(full, whole))).toBe(0);
  });

  test('CL-373 go when their dates are over, and those that say more than an answer stay', () => {
    const answered = replied(SOURCE, reply([0, 1, 2, 9]));
    const titled = versionedAfter(
      answered,
      editOne(answered, place(1), { fields: { title: 'Riêng' }, now: NOW }),
      ORGANISER,
    );
    const later = FIRST + 5 * DAY;
    const places = (source: Buffer) => [...partsByPlace(readObject(source)).keys()];
    expect(places(withoutPastAnswers(titled, later))).toEqual(['', place(1), place(9)]);
    const next = replied(titled, reply([10], { stamp: NOW + 9 }), MINH, later);
    expect(places(next)).toEqual(['', place(1), place(9), place(10)]);
    // For itself that is no reason to write.
    expect(applyReply(titled, reply([9]), MINH, later).source).toBeNull();
  });

  test('CL-373 of one mail count for the series and for each date, the last of each', () => {
    const [one, two] = [reply([4]), reply([4], { answer: 'ACCEPTED', stamp: NOW + 3 })];
    const message = { ...one, parts: [...two.parts, ...one.parts] };
    expect(answerOf(replied(SOURCE, message), 4)).toBe('ACCEPTED');
  });
});

describe('a date that others have answered', () => {
  const SOURCE = series(22);

  test('CL-374 is in the messages of who answered it, and of nobody else', () => {
    const answered = replied(SOURCE, reply(first(20)));
    const next = edited(answered, { title: 'Giao ban sớm' });
    const [lans, minhs] = [LAN, MINH].map((address) => messageTo(address, answered, next) as Buffer);
    expect(readMessage(lans as Buffer)?.parts).toHaveLength(1);
    expect(readMessage(minhs as Buffer)?.parts).toHaveLength(21);
    expect(owed(SOURCE, answered)).toEqual([]);
  });

  test('CL-374 is answered with the series by who was never told of it, and not by who has answered it', () => {
    const answered = replied(SOURCE, reply([4]));
    const all = (of: string, answer: string, stamp: number) =>
      readMessage(
        calendar('REPLY', [`DTSTAMP:${clock(stamp)}`, `ATTENDEE;PARTSTAT=${answer}:mailto:${of}`]),
      ) as ReadMessage;
    const lans = replied(answered, all(LAN, 'ACCEPTED', NOW + 1), LAN);
    expect(answerOf(lans, 4, LAN)).toBe('ACCEPTED');
    const both = replied(lans, all(MINH, 'ACCEPTED', NOW + 2));
    expect([answerOf(both, 3), answerOf(both, 4)]).toEqual(['ACCEPTED', 'DECLINED']);
    expect(answerOf(replied(both, all(LAN, 'TENTATIVE', NOW + 3), LAN), 4, LAN)).toBe('TENTATIVE');
  });

  test('CL-374 is told like every other once its organiser has changed it, and when that is taken back', () => {
    const answered = replied(SOURCE, reply([2, 3]));
    const one = (source: Buffer, title: string) =>
      versionedAfter(source, editOne(source, place(2), { fields: { title }, now: NOW + 70 }), ORGANISER);
    const titled = one(answered, 'Riêng');
    expect(owed(answered, titled).every(({ about }) => about === place(2))).toBe(true);
    const back = one(titled, 'Giao ban');
    expect(owed(answered, back)).toEqual([]);
    const [told] = owed(titled, back);
    expect(told?.source.toString()).toContain(`RECURRENCE-ID:${place(2)}`);
  });

  test('CL-374 copies of guests are what the organiser has, whoever answers and whatever is changed', () => {
    const span = { from: FIRST - DAY, to: FIRST + 12 * DAY };
    const happens = (source: Buffer) =>
      occurrencesOf(readObject(source), span)
        .map(({ at, part }) => `${clock(at)} ${part.title} ${part.place}`)
        .toSorted();
    for (let seed = 0; seed < 40; seed += 1) {
      const random = prng(`apart ${seed}`);
      let current = series(4);
      let told: Buffer | null = null;
      let copy: Buffer | null = null;
      for (let step = 1; step <= 10; step += 1) {
        const now = NOW + step * 60;
        const nth = random.int(0, 9);
        const one = (fields: object) => {
          const found = occurrencesOf(readObject(current), span);
          return editOne(current, random.pick(found).original, { fields, now });
        };
        const text = random.pick([
          () => replied(current, reply([nth], { stamp: now }), MINH),
          () => replied(current, reply([nth], { stamp: now }), MINH),
          () => editAll(current, { fields: { title: `Họp ${random.int(1, 9)}` }, now }),
          () => editAll(current, { fields: { place: `Phòng ${random.int(1, 9)}` }, now }),
          () => one({ title: `Riêng ${random.int(1, 2)}` }),
          () => one({ title: 'Giao ban', place: '' }),
        ])();
        current = versionedAfter(current, text, ORGANISER);
        if (random.chance(0.3)) continue;
        const source = messageTo(LAN, told, current, now);
        told = current;
        const message = source && readMessage(source);
        if (message) copy = applyRequest(copy, message, new Set([LAN])) ?? copy;
      }
      const last = messageTo(LAN, told, current, NOW + 3600);
      const message = last && readMessage(last);
      if (message) copy = applyRequest(copy, message, new Set([LAN])) ?? copy;
      expect(happens(copy as unknown as Buffer), `seed ${seed}`).toEqual(happens(current));
    }
  });
});

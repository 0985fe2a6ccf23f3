import { expect, test } from 'vitest';
import { randomSeries, type Series } from '../../interop/random-recurrences.ts';
import { momentOf, originalOf } from '../ical/event-time.ts';
import { ObjectFault } from '../ical/object-fault.ts';
import { type CalendarObject, readObject } from '../ical/read-object.ts';
import { writeTime } from '../ical/write-lines.ts';
import { writeWall } from '../ical/written-times.ts';
import { occurrencesOf } from '../occurrences/occurrences-of.ts';
import { editAll } from './edit-series.ts';
import { timeAt } from './series-parts.ts';
import { splitSeries } from './split-series.ts';

const SERIES = 2_000;
/** Of those that go on for long, so many of the first ones are looked at. */
const MOST = 60;
const CRLF = '\r\n';
const NOW = Date.UTC(2026, 0, 1) / 1000;
const DAY = 24 * 3600;

function textOf({ rule, start, zone, excluded }: Series): string {
  const time = (name: string, wall: number) =>
    zone === 'UTC' ? `${name}:${writeWall(wall, false)}Z` : `${name};TZID=${zone}:${writeWall(wall, false)}`;
  return [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'BEGIN:VEVENT', 'UID:1', time('DTSTART', start), 'DURATION:PT45M'],
    ...[`RRULE:${rule}`, ...excluded.map((wall) => time('EXDATE', wall)), 'SUMMARY:Họp', 'END:VEVENT'],
    ...['END:VCALENDAR', ''],
  ].join(CRLF);
}

type Found = { original: string; at: number; until: number };

/** The first ones, with when each would have been. */
function happens(object: CalendarObject, to: number): Found[] {
  const from = Date.UTC(2023, 0, 1) / 1000;
  return occurrencesOf(object, { from, to })
    .map(({ original, at, until }) => ({ original, at, until }))
    .toSorted((a, b) => a.original.localeCompare(b.original));
}

/** None where a rule never finds a day, or looks for it too long. */
function firstOf(object: CalendarObject, to: number): Found[] {
  try {
    return happens(object, to).slice(0, MOST);
  } catch (error) {
    if (error instanceof ObjectFault) return [];
    throw error;
  }
}

/** The third of them begins later, in a part of its own. */
function withMoved(text: string, object: CalendarObject, { original, at }: Found): string {
  const { main } = object;
  if (!main) throw new Error('a series has its part');
  const place = timeAt(main.start, at);
  const lines = [
    ...['BEGIN:VEVENT', 'UID:1', 'SUMMARY:Muộn hơn'],
    writeTime('RECURRENCE-ID', place, '').toString(),
    writeTime('DTSTART', { ...place, wall: place.wall + 5 * DAY + 5400 }, '').toString(),
    ...['DURATION:PT20M', 'END:VEVENT', 'END:VCALENDAR', ''],
  ];
  expect(originalOf(place.kind, momentOf(place))).toBe(original);
  return text.replace(`END:VCALENDAR${CRLF}`, lines.join(CRLF));
}

test(`CL-246 ${SERIES} random series happen after they were split as before, and an edit of what follows leaves the rest`, () => {
  const different: unknown[] = [];
  let split = 0;
  for (const [index, series] of randomSeries(46, SERIES).entries()) {
    const plain = readObject(Buffer.from(textOf(series)));
    const days = series.rule.includes('HOURLY') ? 40 : 1_500;
    const known = firstOf(plain, series.start + days * DAY);
    const third = known[2];
    const at = known[1 + (index % Math.max(1, known.length - 1))];
    if (!third || !at) continue;
    split += 1;
    const source = Buffer.from(withMoved(textOf(series), plain, third));
    const to = (known.at(-1)?.at ?? 0) + 30 * DAY;
    const { before, after } = splitSeries(source, at.original, '2');
    const edited = editAll(after, { fields: { title: 'Khác' }, now: NOW });
    const [whole, first, rest] = [source, before ?? source, edited].map((text) =>
      happens(readObject(text), to),
    );
    const together = [...(before === null ? [] : (first ?? [])), ...(rest ?? [])];
    if (JSON.stringify(together) !== JSON.stringify(whole)) different.push({ series, at: at.original });
    const titles = occurrencesOf(readObject(edited), { from: series.start, to }).map(
      ({ part }) => part.title,
    );
    if (titles.includes('Họp')) different.push({ series, titles });
  }
  expect(split).toBeGreaterThan(SERIES / 2);
  expect(different.slice(0, 3)).toEqual([]);
  expect(different).toHaveLength(0);
}, 60_000);

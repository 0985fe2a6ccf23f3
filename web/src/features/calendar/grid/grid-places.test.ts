import { expect, test } from 'vitest';
import { DAY_MS, wallOfDay } from '../../../lib/calendar-days.ts';
import type { ShownEvent } from '../use-calendar-screen.ts';
import { droppedAt, type Grab, type GridPoint } from './grid-places.ts';

const HOUR_MS = 3600_000;

const wall = (day: string, hour = 0) => wallOfDay(day) + hour * HOUR_MS;
const point = (day: string, hour = 0, isAbove = false): GridPoint => ({ wall: wall(day, hour), isAbove });

function shown(kind: 'zoned' | 'day', start: number, end: number): ShownEvent {
  const one = { event_id: 'one', calendar_id: 'own', original: '', title: '', place: '', at: 0, until: 0 };
  const looks = { is_busy: true, is_private: false, repeats: false };
  return { key: 'one ', calendar: null, span: { start, end }, one: { ...one, ...looks, kind } };
}

const timed = shown('zoned', wall('2026-11-18', 9), wall('2026-11-18', 10));
const whole = shown('day', wall('2026-11-18'), wall('2026-11-20'));
const moves = (event: ShownEvent, from: GridPoint): Grab => ({ act: 'move', event, from });

test('CV-13 an event goes by as much as the pointer, to the quarter of an hour', () => {
  const { span, kind } = droppedAt(
    moves(timed, point('2026-11-18', 9.5)),
    point('2026-11-19', 11.6),
    'hours',
  );
  expect([kind, span.start, span.end]).toEqual(['zoned', wall('2026-11-19', 11), wall('2026-11-19', 12)]);
});

test('CV-13 a timed event among the whole days is one of that day', () => {
  const to = point('2026-11-19', 0, true);
  expect(droppedAt(moves(timed, point('2026-11-18', 9.5)), to, 'hours')).toEqual({
    kind: 'day',
    span: { start: wall('2026-11-19'), end: wall('2026-11-20') },
  });
});

test('CV-13 an event of whole days among the hours takes one hour from there', () => {
  const from = point('2026-11-18', 0, true);
  expect(droppedAt(moves(whole, from), point('2026-11-17', 14.3), 'hours')).toEqual({
    kind: 'zoned',
    span: { start: wall('2026-11-17', 14.25), end: wall('2026-11-17', 15.25) },
  });
  // Late in the evening it is still one of that day.
  expect(droppedAt(moves(whole, from), point('2026-11-17', 23.9), 'hours').span.end).toBe(wall('2026-11-18'));
});

test('CV-13 an event of whole days goes by days among them', () => {
  const from = point('2026-11-19', 0, true);
  expect(droppedAt(moves(whole, from), point('2026-11-20', 0, true), 'hours')).toEqual({
    kind: 'day',
    span: { start: wall('2026-11-19'), end: wall('2026-11-21') },
  });
});

test('CV-13 in a month all go by days and keep their time', () => {
  const to = point('2026-11-26', 0, true);
  expect(droppedAt(moves(timed, point('2026-11-18', 0, true)), to, 'weeks').span.start).toBe(
    wall('2026-11-26', 9),
  );
  // Taken by its second day.
  const long = droppedAt(moves(whole, point('2026-11-19', 0, true)), to, 'weeks');
  expect(long).toEqual({ kind: 'day', span: { start: wall('2026-11-25'), end: wall('2026-11-27') } });
});

test('an end never comes before the other one', () => {
  const end = droppedAt(
    { act: 'end', event: timed, from: point('2026-11-18', 10) },
    point('2026-11-18', 7),
    'hours',
  );
  expect(end.span).toEqual({ start: wall('2026-11-18', 9), end: wall('2026-11-18', 9.25) });
  const start = droppedAt(
    { act: 'start', event: timed, from: point('2026-11-18', 9) },
    point('2026-11-18', 12),
    'hours',
  );
  expect(start.span).toEqual({ start: wall('2026-11-18', 9.75), end: wall('2026-11-18', 10) });
});

test('what is made over free hours has at least half an hour, and over days those days', () => {
  const make = (from: GridPoint): Grab => ({ act: 'make', event: null, from });
  expect(droppedAt(make(point('2026-11-18', 9)), point('2026-11-18', 9.1), 'hours').span).toEqual({
    start: wall('2026-11-18', 9),
    end: wall('2026-11-18', 9.5),
  });
  const days = droppedAt(make(point('2026-11-18', 0, true)), point('2026-11-19', 0, true), 'hours');
  expect(days.span.end - days.span.start).toBe(2 * DAY_MS);
});

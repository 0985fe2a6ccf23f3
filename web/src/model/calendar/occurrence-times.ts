import type { CalendarTime, EventFields, Occurrence } from '@bocau/contract/calendar.ts';
import { momentOf, shownAt } from '@bocau/contract/zoned-time.ts';
import { DAY_MS, dayOfWall, wallOfDay } from '../../lib/calendar-days.ts';

const MINUTE_MS = 60_000;

/** From when to when something stands on the wall of who looks, in milliseconds as if that wall were in Greenwich. */
export type Span = { start: number /** Exclusive. */; end: number };

/** Where an occurrence stands for a person in a zone. */
export function spanOf({ kind, at, until }: Pick<Occurrence, 'kind' | 'at' | 'until'>, zone: string): Span {
  if (kind !== 'zoned') return { start: at * 1000, end: until * 1000 };
  return { start: shownAt(at * 1000, zone), end: shownAt(until * 1000, zone) };
}

/** Whether it is to be seen on one of the days. What takes no time counts where it begins. */
export function isWithin({ start, end }: Span, from: string, to: string): boolean {
  return start < wallOfDay(to) + DAY_MS && Math.max(end, start + 1) > wallOfDay(from);
}

export function momentOfWall(wall: number, zone: string): number {
  const day = Math.floor(wall / DAY_MS);
  return momentOf(day, (wall - day * DAY_MS) / MINUTE_MS, zone);
}

export function clockOf(wall: number): string {
  return new Date(wall).toISOString().slice(11, 16);
}

/** The wall of the event's own zone, which shows its time. */
export function wallOfTime({ day, clock }: CalendarTime): number {
  const [hour = 0, minute = 0] = (clock ?? '00:00').split(':').map(Number);
  return wallOfDay(day) + (hour * 60 + minute) * MINUTE_MS;
}

type Times = Pick<EventFields, 'start' | 'end'>;
type Moments = Pick<Occurrence, 'kind' | 'at' | 'until'>;

/** When an event with these fields happens, as an occurrence tells it. */
export function momentsOf({ start, end }: Times): Moments {
  if (start.clock === null) {
    return { kind: 'day', at: wallOfDay(start.day) / 1000, until: wallOfDay(end.day) / 1000 + DAY_MS / 1000 };
  }
  const seconds = (time: CalendarTime) =>
    (time.zone === null ? wallOfTime(time) : momentOfWall(wallOfTime(time), time.zone)) / 1000;
  return { kind: start.zone === null ? 'floating' : 'zoned', at: seconds(start), until: seconds(end) };
}

/** The fields of an occurrence that takes place in a span of the person's wall; it stays in the zone of the event. */
export function timesOf(kind: Occurrence['kind'], span: Span, zones: { own: string; event: string }): Times {
  if (kind === 'day') {
    const time = (day: string): CalendarTime => ({ day, clock: null, zone: null });
    const last = Math.max(span.start, span.end - 1);
    return { start: time(dayOfWall(span.start)), end: time(dayOfWall(last)) };
  }
  const time = (wall: number): CalendarTime => {
    if (kind === 'floating') return { day: dayOfWall(wall), clock: clockOf(wall), zone: null };
    const there = shownAt(momentOfWall(wall, zones.own), zones.event);
    return { day: dayOfWall(there), clock: clockOf(there), zone: zones.event };
  };
  return { start: time(span.start), end: time(span.end) };
}

/** A time that is later by milliseconds on the wall of its own zone. */
export function laterTime(time: CalendarTime, by: number): CalendarTime {
  const wall = wallOfTime(time) + by;
  return { ...time, day: dayOfWall(wall), clock: time.clock === null ? null : clockOf(wall) };
}

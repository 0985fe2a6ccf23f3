import { momentOf } from '../ical/event-time.ts';
import { textOf } from '../ical/part-values.ts';
import type { CalendarObject, EventPart } from '../ical/read-object.ts';
import { parseWall } from '../ical/written-times.ts';
import type { Zone } from '../ical/zones.ts';
import type { FoundOccurrence, Span } from '../occurrences/occurrences-of.ts';
import { type Alarm, alarmsOf, momentIn, type Trigger } from './alarms-of.ts';

/** When somebody is reminded of an occurrence. */
export type DerivedReminder = {
  original: string;
  action: Alarm['action'];
  /** A moment; where `isWall`, what a clock shows wherever the person is, as if it hung in Greenwich. */
  due: number;
  isWall: boolean;
  /** When the alarm is due for the first time: one that was seen isn't given again. Like `due`. */
  first: number;
  /** The moment until which what was due is over. */
  seen: number;
};

/** Reminders of one object within a window; the next ones are known when it is derived again. */
export const MOST_REMINDERS = 500;
const MOST_SNOOZED = 100;
/** Thunderbird: what was due until then was seen; and when it reminds again, of the event or of one of a series. */
export const LAST_SEEN = 'X-MOZ-LASTACK';
export const SNOOZED = 'X-MOZ-SNOOZE-TIME';
const NEVER = Number.NEGATIVE_INFINITY;
const DAY = 24 * 3600;
/** Between what a wall shows anywhere and the same in Greenwich. */
const ZONES_APART = 14 * 3600;
/** Between an alarm and its event, and somewhat more. */
const FURTHEST = 380 * DAY;

/** In the order of time, each once, without those that were seen. */
export function remindersOf(found: FoundOccurrence[], span: Span): DerivedReminder[] {
  const known = new Map<string, DerivedReminder>();
  for (const [event, ones] of Map.groupBy(found, ({ part }) => part)) {
    if (event.isCancelled) continue;
    const seen = momentIn(event.part, LAST_SEEN) ?? NEVER;
    for (const reminder of [...ofAlarms(event, ones, seen), ...snoozedOf(event, ones, seen)]) {
      const { original, action, due } = reminder;
      if (due >= span.from && due < span.to) known.set(`${original} ${action} ${due}`, reminder);
    }
  }
  return [...known.values()].toSorted((a, b) => a.due - b.due).slice(0, MOST_REMINDERS);
}

function* ofAlarms(
  { part }: EventPart,
  ones: FoundOccurrence[],
  lastSeen: number,
): Generator<DerivedReminder> {
  for (const alarm of alarmsOf(part)) {
    const seen = Math.max(alarm.acknowledged ?? NEVER, lastSeen);
    for (const one of meantBy(alarm, ones)) {
      const { at: first, isWall } = dueOf(alarm.trigger, one);
      if (first + (isWall ? ZONES_APART : 0) <= seen) continue;
      for (let n = 0; n <= alarm.repeats; n += 1) {
        const due = first + n * alarm.every;
        yield { original: one.original, action: alarm.action, due, isWall, first, seen };
      }
    }
  }
}

/** An alarm of a series at a moment is of one occurrence: the one that it names, or the next that is not over. */
function meantBy({ trigger, original }: Alarm, ones: FoundOccurrence[]): FoundOccurrence[] {
  if (original !== null) return ones.filter((one) => one.original === original);
  if (trigger.kind !== 'moment') return ones;
  const open = ones.filter(({ until }) => until > trigger.at);
  const [first = ones.at(-1), ...others] = open;
  return first ? [others.reduce((next, each) => (next.at <= each.at ? next : each), first)] : [];
}

/** When an alarm is due for an occurrence; days before it are those of its calendar, also over summer time. */
export function dueOf(
  trigger: Trigger,
  { part, at, until, kind }: FoundOccurrence,
): { at: number; isWall: boolean } {
  if (trigger.kind === 'moment') return { at: trigger.at, isWall: false };
  const { days, seconds } = trigger.by;
  const [moment, { zone }] = trigger.kind === 'start' ? [at, part.start] : [until, part.end];
  const day = days === 0 ? moment : zone.momentOf(zone.wallOf(moment) + days * DAY);
  return { at: day + seconds, isWall: kind !== 'zoned' };
}

/** What Thunderbird was told to remind of later. */
function snoozedOf({ part }: EventPart, ones: FoundOccurrence[], seen: number): DerivedReminder[] {
  return part.lines
    .filter(({ name }) => name.startsWith(SNOOZED))
    .slice(0, MOST_SNOOZED)
    .flatMap(({ name }) => {
      const at = parseWall(textOf(part, name, 40));
      // Of one of a series, its moment in microseconds stands behind the name.
      const moment = name === SNOOZED ? null : Number(name.slice(SNOOZED.length + 1)) / 1e6;
      const one = moment === null && ones.length === 1 ? ones[0] : ones.find((each) => each.at === moment);
      if (!at?.isUtc || at.seconds <= seen || !one) return [];
      const due = at.seconds;
      return [{ original: one.original, action: 'screen', due, isWall: false, first: due, seen }];
    });
}

type PlacedReminder = { original: string; action: Alarm['action']; due_at: number };

/** The reminders of a person at a place. */
export function placeReminders(reminders: DerivedReminder[], zone: Zone): PlacedReminder[] {
  return reminders.flatMap(({ original, action, due, first, seen, isWall }) => {
    const by = isWall ? first - zone.momentOf(first) : 0;
    return first - by <= seen ? [] : [{ original, action, due_at: due - by }];
  });
}

/** Whether a series may have more reminders after a moment. */
export function remindsAfter(
  { main, changed }: CalendarObject,
  last: number | null,
  moment: number,
): boolean {
  if (last !== null && last + FURTHEST < moment) return false;
  const isLater = (event: EventPart) => event === main || momentOf(event.end) + FURTHEST > moment;
  return [...(main ? [main] : []), ...changed].some(
    (event) => isLater(event) && alarmsOf(event.part).length > 0,
  );
}

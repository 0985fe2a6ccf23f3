import { LIMITS } from '@bocau/contract/limits.ts';
import { type EventTime, momentOf, originalOf, readTime } from '../ical/event-time.ts';
import { ObjectFault } from '../ical/object-fault.ts';
import { firstLine, rawValue, textOf, wordOf } from '../ical/part-values.ts';
import type { CalendarObject, EventPart } from '../ical/read-object.ts';
import type { Part } from '../ical/scan-object.ts';
import { parseDuration, parseWall } from '../ical/written-times.ts';
import type { Zone } from '../ical/zones.ts';
import { type FoundOccurrence, occurrencesOf, repeats } from '../occurrences/occurrences-of.ts';

const DAY = 24 * 3600;
const YEAR = 366 * DAY;

/** A task as it stands: of a series, the one that is to be done next. */
export type TaskState = {
  /** The part that says what is to be done. */
  part: EventPart;
  /** Which one of the series; empty for what is done once. */
  original: string;
  /** Its place in the series; without one, when it begins. */
  at: number;
  due: EventTime | null;
  /** Unix seconds; null while it is open. */
  doneAt: number | null;
};

/** Null for an event. */
export function taskOf(object: CalendarObject): TaskState | null {
  const { component, main, changed } = object;
  const [single] = changed;
  if (component !== 'task') return null;
  if (!main) return single ? stateOf(object, single, single.original, 0) : null;
  if (!repeats(object)) return stateOf(object, main, null, 0);
  const next = doneAtOf(main.part) === null && hasGaps(object, main) ? firstOpen(object, main) : undefined;
  if (!next) return stateOf(object, main, main.start, 0);
  if (next.part !== main) return stateOf(object, next.part, next.part.original, 0);
  const { zone, wall } = main.start;
  const shift = zone.wallOf(next.at) - wall;
  return stateOf(object, main, { ...main.start, wall: wall + shift }, shift);
}

function stateOf(
  { findZone, main }: CalendarObject,
  part: EventPart,
  original: EventTime | null,
  shift: number,
): TaskState {
  const due = dueOf(part, findZone);
  const kind = main?.start.kind ?? part.start.kind;
  return {
    part,
    original: original ? originalOf(kind, momentOf(original)) : '',
    at: momentOf(original ?? part.start),
    due: due && { ...due, wall: due.wall + shift },
    doneAt: doneAtOf(part.part),
  };
}

/** DTSTART alone says when one may begin, not until when it is to be done. */
export function dueOf({ part, start }: EventPart, findZone: CalendarObject['findZone']): EventTime | null {
  const due = readTime(firstLine(part, 'DUE'), findZone);
  const duration = firstLine(part, 'DURATION');
  if (due || !duration || !firstLine(part, 'DTSTART')) return due;
  const seconds = parseDuration(rawValue(duration));
  return seconds === null ? null : { ...start, wall: start.wall + seconds };
}

/** What its STATUS says; without one, that it was completed. */
function doneAtOf(part: Part): number | null {
  const status = wordOf(part, 'STATUS');
  const isDone =
    status === ''
      ? firstLine(part, 'COMPLETED') !== undefined || textOf(part, 'PERCENT-COMPLETE', 4) === '100'
      : status === 'COMPLETED' || status === 'CANCELLED';
  if (!isDone) return null;
  const [at] = ['COMPLETED', 'LAST-MODIFIED', 'DTSTAMP'].flatMap((name) => {
    const line = firstLine(part, name);
    return (line && parseWall(rawValue(line))?.seconds) ?? [];
  });
  return at ?? 0;
}

/** Some programs leave the series as it is, and write which ones of it are done. */
function hasGaps({ changed }: CalendarObject, { part }: EventPart): boolean {
  return changed.length > 0 || part.lines.some(({ name }) => name === 'EXDATE');
}

/** In which the next one is looked for, each only where the one before has none. */
const SPANS = [90 * DAY, YEAR, 5 * YEAR, 50 * YEAR];

function firstOpen(object: CalendarObject, main: EventPart): FoundOccurrence | undefined {
  return firstWithin(object, momentOf(main.start), () => true);
}

/** The next one to be done after the one that stands, not before today at a place; undefined where there is none. */
export function nextTask(
  object: CalendarObject,
  state: TaskState,
  { now, place }: { now: number; place: Zone },
): FoundOccurrence | undefined {
  const { main } = object;
  if (!main || state.original === '' || !repeats(object)) return undefined;
  const due = dueOf(main, object.findZone) ?? main.start;
  const length = momentOf(due) - momentOf(main.start);
  const today = Math.floor(place.wallOf(now) / DAY) * DAY;
  const wallOf = (moment: number) => (due.kind === 'zoned' ? place.wallOf(moment) : moment);
  return firstWithin(
    object,
    Math.max(state.at + 1, now - length - 2 * DAY),
    ({ at }) => at > state.at && wallOf(at + length) >= today,
  );
}

function firstWithin(
  object: CalendarObject,
  from: number,
  isMeant: (one: FoundOccurrence) => boolean,
): FoundOccurrence | undefined {
  for (const length of SPANS) {
    try {
      const found = occurrencesOf(object, { from, to: from + length })
        .filter((one) => (one.part === object.main || doneAtOf(one.part.part) === null) && isMeant(one))
        .toSorted((a, b) => a.at - b.at);
      if (found[0]) return found[0];
    } catch (error) {
      // One that comes too often to be counted is done as a whole.
      if (error instanceof ObjectFault) return undefined;
      throw error;
    }
  }
  return undefined;
}

/** As what a person is reminded of it; null where nobody is, because it has no date, or is done. */
export function remindedTask(object: CalendarObject): FoundOccurrence | null {
  const state = taskOf(object);
  if (!state?.due || state.doneAt !== null) return null;
  const { part, due } = state;
  const until = momentOf(due);
  const own = dueOf(part, object.findZone);
  const begins = firstLine(part.part, 'DTSTART') && own ? momentOf(own) - momentOf(part.start) : 0;
  return { original: '', part, kind: due.kind, at: until - begins, until };
}

export type DerivedTask = {
  original: string;
  due_kind: EventTime['kind'] | null;
  due_at: number | null;
  done_at: number | null;
  priority: number;
  has_notes: boolean;
  has_reminders: boolean;
  url: string;
  is_private: boolean;
};

/** What a list shows of it; null for an event. */
export function deriveTask(object: CalendarObject): DerivedTask | null {
  const state = taskOf(object);
  if (!state) return null;
  const { main, changed } = object;
  const { part } = state.part;
  return {
    original: state.original,
    due_kind: state.due?.kind ?? null,
    due_at: state.due && momentOf(state.due),
    done_at: state.doneAt,
    priority: priorityOf(part),
    has_notes: textOf(part, 'DESCRIPTION', LIMITS.eventDescriptionLength) !== '',
    has_reminders: part.parts.some(({ name }) => name === 'VALARM'),
    url: textOf(part, 'URL', 2000),
    is_private: [...changed, ...(main ? [main] : [])].some(({ isPrivate }) => isPrivate),
  };
}

export function priorityOf(part: Part): number {
  const priority = Number(textOf(part, 'PRIORITY', 4));
  return Number.isInteger(priority) && priority > 0 && priority < 10 ? priority : 0;
}

import { createHash } from 'node:crypto';
import { momentOf, type TimeKind } from '../ical/event-time.ts';
import { ANSWERS, type Guest, guestsOf, organiserOf } from '../ical/guests.ts';
import { lunarExtendAt } from '../ical/lunar-lines.ts';
import { type CalendarObject, type EventPart, readAttendees, readObject } from '../ical/read-object.ts';
import { boundOverlaps, isCrowded } from '../occurrences/bound-overlaps.ts';
import {
  type FoundOccurrence,
  lastOf,
  occurrencesOf,
  repeats,
  type Span,
} from '../occurrences/occurrences-of.ts';
import {
  type DerivedReminder,
  MOST_REMINDERS,
  remindersOf,
  remindsAfter,
} from '../reminders/reminders-of.ts';
import { wordsOf } from '../search/words-of.ts';
import { type DerivedTask, deriveTask, remindedTask } from '../tasks/read-task.ts';

/** What is derived from objects changes with it: older rows are derived again. */
export const DERIVED_VERSION = 9;
const DAY = 24 * 3600;
const YEAR = 366 * DAY;
const YEARS_KEPT = 2;
/** What was due before has been told, or nobody wants to hear of it any more. */
const REMINDED_BACK = 7 * DAY;
const REMINDED_AHEAD = 60 * DAY;
/** Long before the windows are at their ends. */
const REFRESH_REMINDERS = 30 * DAY;
const REFRESH_OCCURRENCES = 180 * DAY;
/** Objects that came together are not all derived again in one night. */
const SCATTERED = 10 * DAY;
const HOUR = 3600;
const HASH_LENGTH = 32;
/** Of events that happen once, every occurrence is kept. */
const EVER: Span = { from: -1e12, to: 1e12 };

export type DerivedOccurrence = {
  original: string;
  title: string;
  place: string;
  kind: TimeKind;
  at: number;
  until: number;
  is_busy: boolean;
  is_private: boolean;
  is_tentative: boolean;
  /** Addresses in small letters; null where nobody has. */
  declined_by: string[] | null;
  /** Whom somebody else asks and who has not answered, as addresses are compared; null where nobody is. */
  waiting_for: string[] | null;
  /** The same of who may come. */
  maybe_by: string[] | null;
};

/** Who has answered what, and who has not. */
type Answers = Pick<DerivedOccurrence, 'declined_by' | 'waiting_for' | 'maybe_by'>;

/** Everything in the database that follows from an iCalendar text. */
export type DerivedObject = {
  uid: string;
  etag: string;
  derived_version: number;
  component: CalendarObject['component'];
  title: string;
  repeats: boolean;
  /** Moments between which all of it lies; null for a series without end. */
  first_at: number;
  last_at: number | null;
  /** Between which its occurrences are rows. */
  spread_from: number;
  spread_to: number;
  /** Who asks others to it, as addresses are compared; null where nobody is asked. */
  organiser: string | null;
  /** Some part of it is. */
  is_private: boolean;
  occurrences: DerivedOccurrence[];
  /** It lies over itself, or happens very often: not all of it may be in rows. */
  is_crowded: boolean;
  /** Those of the next weeks, and of the last days; of what happens once, all. */
  reminders: DerivedReminder[];
  /** When the windows have to move on; null where everything is in rows. */
  refresh_at: number | null;
  /** By which it is found. */
  words: string;
  /** When further dates of its lunar rule are to be written. */
  extend_at: number | null;
  /** What a list of tasks shows; null for an event. */
  task: DerivedTask | null;
};

export type ObjectColumns = Omit<
  DerivedObject,
  'occurrences' | 'is_crowded' | 'reminders' | 'refresh_at' | 'words' | 'extend_at' | 'task'
>;

/** What stands in the row of the object itself; the rest is in tables of its own. */
export function columnsOf({
  occurrences: _occurrences,
  is_crowded: _isCrowded,
  reminders: _reminders,
  refresh_at: _refreshAt,
  words: _words,
  extend_at: _extendAt,
  task: _task,
  ...columns
}: DerivedObject): ObjectColumns {
  return columns;
}

/** Throws an `ObjectFault` for what can't be kept. `now` is in Unix seconds. */
export function deriveObject(source: Buffer, now: number): DerivedObject {
  const object = readObject(source);
  const { main, changed, uid, component } = object;
  const again = repeats(object);
  const last = lastOf(object);
  const span = again ? { from: now - YEARS_KEPT * YEAR, to: now + YEARS_KEPT * YEAR } : EVER;
  const isTask = component === 'task';
  // Tasks stand in lists of their own, and one is reminded of the one that is to be done next.
  const all = isTask ? [] : occurrencesOf(object, span);
  const found = boundOverlaps(all);
  const reminded = isTask ? (remindedTask(object) ?? []) : found;
  const ahead =
    again && !isTask
      ? { from: now - REMINDED_BACK, to: now + REMINDED_AHEAD }
      : { ...EVER, from: now - REMINDED_BACK };
  const reminders = remindersOf([reminded].flat(), ahead);
  const etag = createHash('sha256').update(source).digest('hex').slice(0, HASH_LENGTH);
  const parts = [...changed, ...(main ? [main] : [])];
  const starts = parts.map(({ start }) => momentOf(start));
  return {
    ...{ uid, component, repeats: again, derived_version: DERIVED_VERSION },
    etag,
    title: (main ?? changed[0])?.title ?? '',
    first_at: Math.min(...starts),
    last_at: last,
    spread_from: span.from,
    spread_to: span.to,
    organiser: isTask ? null : askedBy(parts),
    is_private: parts.some(({ isPrivate }) => isPrivate),
    occurrences: rowsOf(found),
    is_crowded: isCrowded(all, found),
    reminders,
    refresh_at: again && !isTask ? refreshAt() : null,
    words: wordsOf(object),
    extend_at: main ? lunarExtendAt(main.part, main.start) : null,
    task: deriveTask(object),
  };

  function refreshAt(): number | null {
    const scattered = Number.parseInt(etag.slice(0, 8), 16) % SCATTERED;
    const lastKept = reminders.length < MOST_REMINDERS ? undefined : reminders.at(-1)?.due;
    const at = [
      ...(last === null || last > span.to ? [now + REFRESH_OCCURRENCES + scattered] : []),
      ...(remindsAfter(object, last, ahead.to) ? [now + REFRESH_REMINDERS + scattered] : []),
      ...(lastKept === undefined ? [] : [Math.max(lastKept - HOUR, now + HOUR)]),
    ];
    return at.length === 0 ? null : Math.min(...at);
  }
}

/** The moment as of which an object was derived: any for one that happens once. */
export function momentOfSpread({ spread_from: from }: Pick<DerivedObject, 'spread_from'>): number {
  return from + YEARS_KEPT * YEAR;
}

/** What happens within a span that is not, or not wholly, in rows. */
export function spreadObject(source: Buffer, span: Span): DerivedOccurrence[] {
  return rowsOf(boundOverlaps(occurrencesOf(readObject(source), span)));
}

function rowsOf(found: FoundOccurrence[]): DerivedOccurrence[] {
  const answers = new Map<EventPart, Answers>();
  return found.map(({ original, part, kind, at, until }) => {
    const answered = answers.get(part) ?? answersTo(part);
    answers.set(part, answered);
    return {
      ...{ original, kind, at, until, title: part.title, place: part.place },
      ...{ is_busy: part.isBusy && !part.isCancelled, is_private: part.isPrivate },
      ...{ is_tentative: part.isTentative, ...answered },
    };
  });
}

/** Rooms are booked and not asked, and what is called off asks nobody. */
function askedBy(parts: EventPart[]): string | null {
  for (const { part, isCancelled } of parts) {
    const organiser = isCancelled ? null : organiserOf(part);
    const asks = guestsOf(part).some((guest) => !guest.isResource && guest.address !== organiser?.address);
    if (organiser && asks) return organiser.address;
  }
  return null;
}

function declinedBy({ part }: EventPart): string[] | null {
  const declined = readAttendees(part).filter(({ answer }) => answer === 'declined');
  return declined.length === 0 ? null : declined.map(({ email }) => email.toLowerCase());
}

function answersTo(part: EventPart): Answers {
  const asked = askedGuests(part);
  return {
    declined_by: declinedBy(part),
    waiting_for: addressesOf(asked.filter(({ answer }) => !ANSWERS.includes(answer))),
    maybe_by: addressesOf(asked.filter(({ answer }) => answer === 'TENTATIVE')),
  };
}

/** Whom somebody else asks. */
function askedGuests({ part, isCancelled }: EventPart): Guest[] {
  const organiser = organiserOf(part);
  if (!organiser || isCancelled) return [];
  return guestsOf(part).filter(({ address }) => address !== organiser.address);
}

function addressesOf(guests: Guest[]): string[] | null {
  return guests.length === 0 ? null : guests.map(({ address }) => address);
}

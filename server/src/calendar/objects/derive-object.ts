import { createHash } from 'node:crypto';
import { momentOf, type TimeKind } from '../ical/event-time.ts';
import { lunarExtendAt } from '../ical/lunar-lines.ts';
import { type CalendarObject, readObject } from '../ical/read-object.ts';
import { lastOf, occurrencesOf, repeats, type Span } from '../occurrences/occurrences-of.ts';
import { wordsOf } from '../search/words-of.ts';

/** What is derived from objects changes with it: older rows are derived again. Since 2 with words and lunar rules. */
export const DERIVED_VERSION = 2;
const YEAR = 366 * 24 * 3600;
const YEARS_KEPT = 2;
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
};

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
  occurrences: DerivedOccurrence[];
  /** By which it is found. */
  words: string;
  /** When further dates of its lunar rule are to be written. */
  extend_at: number | null;
};

/** Throws an `ObjectFault` for what can't be kept. `now` is in Unix seconds. */
export function deriveObject(source: Buffer, now: number): DerivedObject {
  const object = readObject(source);
  const { main, changed, uid, component } = object;
  const again = repeats(object);
  const last = lastOf(object);
  const span = again ? { from: now - YEARS_KEPT * YEAR, to: now + YEARS_KEPT * YEAR } : EVER;
  const starts = [...changed, ...(main ? [main] : [])].map(({ start }) => momentOf(start));
  return {
    ...{ uid, component, repeats: again, derived_version: DERIVED_VERSION },
    etag: createHash('sha256').update(source).digest('hex').slice(0, HASH_LENGTH),
    title: (main ?? changed[0])?.title ?? '',
    first_at: Math.min(...starts),
    last_at: last,
    spread_from: span.from,
    spread_to: span.to,
    // Tasks stand in lists of their own.
    occurrences: component === 'task' ? [] : rowsOf(object, span),
    words: wordsOf(object),
    extend_at: main ? lunarExtendAt(main.part, main.start) : null,
  };
}

/** What happens within a span that is not, or not wholly, in rows. */
export function spreadObject(source: Buffer, span: Span): DerivedOccurrence[] {
  return rowsOf(readObject(source), span);
}

function rowsOf(object: CalendarObject, span: Span): DerivedOccurrence[] {
  return occurrencesOf(object, span).map(({ original, part, kind, at, until }) => ({
    ...{ original, kind, at, until, title: part.title, place: part.place },
    ...{ is_busy: part.isBusy, is_private: part.isPrivate },
  }));
}

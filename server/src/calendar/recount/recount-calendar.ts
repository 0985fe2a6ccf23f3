import { isDeepStrictEqual } from 'node:util';
import { findDiffering } from '../../kernel/find-differing.ts';
import type { ReadDb } from '../../tables.ts';
import { ObjectFault } from '../ical/object-fault.ts';
import {
  DERIVED_VERSION,
  type DerivedObject,
  deriveObject,
  momentOfSpread,
} from '../objects/derive-object.ts';
import {
  type ComparedObject,
  type Occurrence,
  readCalendarFaults,
  readComparedObjects,
} from './recount.store.ts';

const SHOWN_OF_EACH = 20;
const OBJECTS_A_STEP = 100;

/**
 * Discrepancies between calendars and a recount, as sentences; empty when everything agrees. Every object is derived again
 * from its text, as of the moment at which it was derived.
 */
export async function recountCalendar(db: ReadDb, mailboxId: number): Promise<string[]> {
  const faults = await readCalendarFaults(db, mailboxId, SHOWN_OF_EACH);
  const rows = faults.map(
    ({ fault, entity, detail }) => `calendar: ${[fault, entity].join(' ').trim()}: ${detail}`,
  );
  const differing = await findDiffering(
    {
      ...{ name: 'calendar: object', step: OBJECTS_A_STEP, differencesOf },
      read: (after) => readComparedObjects(db, mailboxId, after, OBJECTS_A_STEP),
    },
    SHOWN_OF_EACH,
  );
  return [...rows, ...differing];
}

const COLUMNS = [
  ...([
    'etag',
    'component',
    'title',
    'repeats',
    'first_at',
    'last_at',
    'spread_from',
    'spread_to',
    'organiser',
    'is_private',
  ] as const),
];

/** Names what was derived otherwise than this release derives it. */
export function differencesOf(object: ComparedObject): string[] {
  if (object.derived_version !== DERIVED_VERSION) return [];
  const derived = tryDerive(object.source, momentOfSpread(object));
  if (derived === null) return [];
  const wrong: string[] = COLUMNS.filter((column) => object[column] !== derived[column]);
  // Objects in the trash have no occurrences; what is left of them is an orphan.
  if (object.trashed_at !== null) return wrong;
  const { calendar_id, repeats } = { ...object, repeats: derived.repeats };
  const expected = derived.occurrences.map(({ waiting_for: _waiting, maybe_by: _maybe, ...one }) => ({
    ...one,
    calendar_id,
    repeats,
  }));
  if (!isDeepStrictEqual(object.occurrences.toSorted(byOriginal), expected.toSorted(byOriginal)))
    wrong.push('occurrences');
  if (!isDeepStrictEqual(object.task, derived.task && { ...derived.task, calendar_id })) wrong.push('task');
  return wrong;
}

function byOriginal(one: Pick<Occurrence, 'original'>, other: Pick<Occurrence, 'original'>): number {
  return one.original < other.original ? -1 : 1;
}

/** Null for what this release can't read: it stays as it is. */
export function tryDerive(source: Buffer, now: number): DerivedObject | null {
  try {
    return deriveObject(source, now);
  } catch (error) {
    if (error instanceof ObjectFault) return null;
    throw error;
  }
}

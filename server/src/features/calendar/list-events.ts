import type { Occurrence } from '@bocau/contract/calendar.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import { zoneNamed } from '../../calendar/ical/zones.ts';
import { type DerivedOccurrence, spreadObject } from '../../calendar/objects/derive-object.ts';
import { readOccurrences, readUnspread } from '../../calendar/occurrences/occurrences.store.ts';
import type { Span } from '../../calendar/occurrences/occurrences-of.ts';
import { CALENDAR } from '../../kernel/calendar.ts';
import { readJournalSeq } from '../../kernel/things-changed.store.ts';
import { Failure } from '../../platform/failure.ts';
import type { ReadDb } from '../../tables.ts';

const DAY = 24 * 3600;
/** Series that are read anew for days for which they have no rows. */
const MOST_UNSPREAD = 500;

type Days = { from: string; to: string; zone: string };

/** What happens from one day to another. What has no zone is shown by its days, wherever one is. */
export async function listEvents(db: ReadDb, person: number, days: Days) {
  const { shown, walls } = spansOf(days);
  const wide = { from: Math.min(shown.from, walls.from), to: Math.max(shown.to, walls.to) };
  // Read first: what is listed is at least as new.
  const seq = await readJournalSeq(db, CALENDAR.journal, person);
  const limit = LIMITS.eventsListed;
  const rows = await readOccurrences(db, person, wide, limit + 1);
  const unspread = await readUnspread(db, person, wide, MOST_UNSPREAD + 1);
  const beyond = unspread.flatMap(({ id, calendar_id, source, spread_from, spread_to }) => {
    const isInRows = ({ at, until }: DerivedOccurrence) =>
      at < spread_to && (until > spread_from || at >= spread_from);
    return spreadObject(source, wide)
      .filter((one) => !isInRows(one))
      .map((one) => ({ ...one, object_id: id, calendar_id, repeats: true }));
  });
  const found = [...rows, ...beyond].filter((one) => isWithin(one, one.kind === 'zoned' ? shown : walls));
  const sorted = found.toSorted((a, b) => a.at - b.at || a.until - b.until);
  return {
    data: sorted.slice(0, limit).map(
      ({ object_id, ...one }): Occurrence => ({
        ...{ event_id: object_id, calendar_id: one.calendar_id, original: one.original },
        ...{ title: one.title, place: one.place, kind: one.kind, at: one.at, until: one.until },
        ...{ repeats: one.repeats, is_busy: one.is_busy, is_private: one.is_private },
      }),
    ),
    meta: {
      seq,
      complete: rows.length <= limit && sorted.length <= limit && unspread.length <= MOST_UNSPREAD,
    },
  };
}

/** The days as moments at their place, and as a wall in Greenwich shows them. */
function spansOf({ from, to, zone }: Days): { shown: Span; walls: Span } {
  const place = zoneNamed(zone);
  const walls = {
    from: Date.parse(`${from}T00:00:00Z`) / 1000,
    to: Date.parse(`${to}T00:00:00Z`) / 1000 + DAY,
  };
  const days = (walls.to - walls.from) / DAY;
  if (!place || !(days >= 1 && days <= LIMITS.eventDaysListed)) {
    throw new Failure(
      'invalid_days',
      `A list is of 1 to ${LIMITS.eventDaysListed} days, at a place that there is`,
    );
  }
  return { shown: { from: place.momentOf(walls.from), to: place.momentOf(walls.to) }, walls };
}

function isWithin({ at, until }: Pick<Occurrence, 'at' | 'until'>, { from, to }: Span): boolean {
  return at < to && (until > from || at >= from);
}

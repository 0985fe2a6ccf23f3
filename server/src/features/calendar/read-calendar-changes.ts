import type { CalendarChangeSet } from '@bocau/contract/calendar.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import { CALENDAR } from '../../kernel/calendar.ts';
import { readThingsSince } from '../../kernel/things-changed.store.ts';
import type { ReadDb } from '../../tables.ts';

/** What has changed since a number, by its ids; without a number only the number. */
export async function readCalendarChanges(
  db: ReadDb,
  person: number,
  since: number | null,
): Promise<CalendarChangeSet> {
  const { seq, things } = await readThingsSince(db, CALENDAR.journal, person, {
    since,
    limit: LIMITS.changesPerAnswer,
  });
  return {
    seq,
    events: things.filter(({ kind }) => kind === 'object').map(({ entity }) => entity),
    ...(things.some(({ kind }) => kind === 'calendar') ? { calendars: true as const } : {}),
  };
}

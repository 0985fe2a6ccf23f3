import type { CalendarChangeSet } from '@bocau/contract/calendar.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import { readCalendarJournal } from '../../calendar/journal/journal.store.ts';
import { Failure } from '../../platform/failure.ts';
import type { ReadDb } from '../../tables.ts';

/** What has changed since a number, by its ids; without a number only the number. */
export async function readCalendarChanges(
  db: ReadDb,
  person: number,
  since: number | null,
): Promise<CalendarChangeSet> {
  const journal = await readCalendarJournal(db, person, since, LIMITS.changesPerAnswer);
  const { seq, forgotten_seq, things } = journal;
  if (things === null || (since !== null && (since < forgotten_seq || since > seq))) {
    throw new Failure(
      'changes_too_old',
      'What changed since then is not known any more; fetch the days anew',
    );
  }
  const events =
    since === null ? [] : things.filter(({ kind }) => kind === 'object').map(({ entity }) => entity);
  const hasCalendars = since !== null && things.some(({ kind }) => kind === 'calendar');
  return { seq, events, ...(hasCalendars ? { calendars: true as const } : {}) };
}

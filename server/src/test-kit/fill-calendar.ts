import { sql } from 'kysely';
import { changeCalendar } from '../calendar/change-calendar.ts';
import { deriveObject } from '../calendar/objects/derive-object.ts';
import { putObjects } from '../calendar/objects/put-objects.ts';
import { writeObject } from '../calendar/objects/write-object.ts';
import { createCalendar } from '../features/calendar/change-calendars.ts';
import { systemClock, unixSeconds } from '../platform/clock.ts';
import { newId } from '../platform/ids.ts';
import { withDatabase } from './with-database.ts';

const CALENDARS = 10;
const A_BATCH = 500;
const DAY = 24 * 3600;
/** Two years back to two ahead. */
const DAYS = 1_460;

/** Adds this many events to ten calendars of a user, over four years; each twentieth repeats weekly, ten times. */
export async function fillCalendarOf(
  databaseUrl: string,
  email: string,
  events: number,
  count = CALENDARS,
): Promise<void> {
  await withDatabase(databaseUrl, async (db) => {
    const deps = { db, clock: systemClock, calendarPublisher: { changed: () => undefined } };
    const { id } = await db
      .selectFrom('mailboxes')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    // A previous run may have filled it.
    for (const table of CLEARED) await db.deleteFrom(table).where('mailbox_id', '=', id).execute();
    const calendars: string[] = [];
    for (let n = 1; n <= count; n += 1) {
      calendars.push((await createCalendar(deps, id, { name: `Lịch ${n}`, color: '#1a73e8' })).id);
    }
    const now = unixSeconds(systemClock);
    for (let first = 0; first < events; first += A_BATCH) {
      const puts = Array.from({ length: Math.min(A_BATCH, events - first) }, (_, at) => {
        const n = first + at;
        const source = writeObject(eventOf(n, events, now), { uid: `${n}@bench`, now });
        const calendarId = calendars[n % count] ?? '';
        return { id: newId(systemClock), calendarId, source, derived: deriveObject(source, now) };
      });
      await changeCalendar(deps, id, (change) => putObjects(change, puts));
    }
    await sql`vacuum analyze calendar_objects, calendar_sources, calendar_occurrences`.execute(db);
  });
}

function eventOf(n: number, events: number, now: number) {
  const at = new Date((now + (Math.floor((n * DAYS) / events) - DAYS / 2) * DAY) * 1000);
  const day = at.toISOString().slice(0, 10);
  const time = (hour: number) => ({
    ...{ day, zone: 'Asia/Ho_Chi_Minh' },
    clock: `${String(hour).padStart(2, '0')}:00`,
  });
  const hour = 7 + (n % 12);
  return {
    title: `Họp ${n}`,
    place: `Phòng ${n % 7}`,
    start: time(hour),
    end: time(hour + 1),
    rule: n % 20 === 0 ? 'FREQ=WEEKLY;COUNT=10' : null,
  };
}

const CLEARED = [
  'calendar_occurrences',
  'calendar_sources',
  'calendar_objects',
  'calendar_removed',
  'calendar_tasks',
  'calendar_owed',
  'calendar_proposals',
  'calendars',
] as const;

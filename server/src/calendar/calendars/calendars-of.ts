import type { ReadDb } from '../../tables.ts';
import { FIRST_CALENDAR, firstCalendarOf } from '../calendar.store.ts';
import { type CalendarRow, readCalendars } from './calendars.store.ts';

/** The own calendars of a person, with the first one also before it has a row. */
export async function calendarsOf(db: ReadDb, person: number): Promise<CalendarRow[]> {
  const calendars = await readCalendars(db, person);
  if (calendars.some(({ is_default }) => is_default)) return calendars;
  const { name, color } = FIRST_CALENDAR;
  const first: CalendarRow = {
    ...{ mailbox_id: person, id: firstCalendarOf(person), name, color, is_default: true, seq: 0 },
    ...{ permission: 'OWNER', owner_name: '', owner_email: '', is_company: false },
  };
  return [first, ...calendars];
}

import type { DefaultReminders } from '@bocau/contract/calendar.ts';
import type { ReadDb } from '../../tables.ts';
import { FIRST_CALENDAR, firstCalendarOf } from '../calendar.store.ts';
import { eventNotFound } from '../refusals.ts';
import { type CalendarRow, readCalendars } from './calendars.store.ts';

/** Unless somebody has chosen some, new events remind of nothing. */
export const NO_REMINDERS: DefaultReminders = { timed: [], day: [] };

/** The own calendars of a person, with the first one also before it has a row. */
export async function calendarsOf(db: ReadDb, person: number): Promise<CalendarRow[]> {
  const calendars = await readCalendars(db, person);
  if (calendars.some(({ is_default }) => is_default)) return calendars;
  const { name, color } = FIRST_CALENDAR;
  const first: CalendarRow = {
    ...{ mailbox_id: person, id: firstCalendarOf(person), name, color, is_default: true, seq: 0 },
    ...{ reminders: NO_REMINDERS, permission: 'OWNER', owner_name: '', owner_email: '', is_company: false },
    ...{ subscription: null, timezone: null },
  };
  return [first, ...calendars];
}

/** One of their own; what others share reads as not found. */
export async function ownCalendar(db: ReadDb, person: number, id: string): Promise<CalendarRow> {
  const calendar = (await calendarsOf(db, person)).find((one) => one.id === id);
  if (!calendar) throw eventNotFound();
  return calendar;
}

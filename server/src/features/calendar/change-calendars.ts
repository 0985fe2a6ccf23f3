import type { Calendar, DefaultReminders } from '@bocau/contract/calendar.ts';
import { fold } from '@bocau/contract/fold.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import {
  type CalendarRow,
  hasCalendarNamed,
  insertCalendar,
  removeCalendar,
  updateCalendar,
} from '../../calendar/calendars/calendars.store.ts';
import { calendarsOf, NO_REMINDERS, reachCalendar } from '../../calendar/calendars/calendars-of.ts';
import { type CalendarDeps, changeCalendar } from '../../calendar/change-calendar.ts';
import { readIdsOfCalendar } from '../../calendar/objects/objects.store.ts';
import { trashObjects } from '../../calendar/objects/put-objects.ts';
import { Failure } from '../../platform/failure.ts';
import { newId } from '../../platform/ids.ts';
import type { ReadDb } from '../../tables.ts';

export async function showCalendars(db: ReadDb, person: number): Promise<Calendar[]> {
  return (await calendarsOf(db, person)).map(showCalendar);
}

function showCalendar({ id, name, color, is_default, reminders }: CalendarRow): Calendar {
  return { id, name, color, is_default, reminders };
}

export async function createCalendar(
  deps: CalendarDeps,
  person: number,
  {
    id = newId(deps.clock),
    name,
    color,
    reminders = NO_REMINDERS,
  }: { id?: string; name: string; color: string; reminders?: DefaultReminders | undefined },
): Promise<Calendar> {
  await changeCalendar(deps, person, async (change) => {
    const { tx, seq, now } = change;
    const limit = LIMITS.calendarsPerMailbox;
    if ((await calendarsOf(tx, person)).length >= limit) {
      throw new Failure('too_many_events', `There are at most ${limit} calendars`, { details: { limit } });
    }
    const row = { id, name, color, reminders, name_key: keyOf(name), seq, created_at: now };
    if (!(await insertCalendar(tx, person, row))) throw nameTaken();
    change.journal('calendar', id);
  });
  return { id, name, color, is_default: false, reminders };
}

type Changes = {
  name?: string | undefined;
  color?: string | undefined;
  reminders?: DefaultReminders | undefined;
};

export async function changeCalendarEntry(
  deps: CalendarDeps,
  person: number,
  id: string,
  changes: Changes,
): Promise<Calendar> {
  return changeCalendar(deps, person, async (change) => {
    const { tx, seq } = change;
    const calendar = await reachCalendar(tx, person, id);
    const { name = calendar.name, color = calendar.color, reminders = calendar.reminders } = changes;
    if (await hasCalendarNamed(tx, person, keyOf(name), id)) throw nameTaken();
    await updateCalendar(tx, person, { id, name, color, reminders, name_key: keyOf(name), seq });
    change.journal('calendar', id);
    return { id, name, color, is_default: calendar.is_default, reminders };
  });
}

const A_BATCH = 500;

/** Its events go into the trash first, some hundred at a time, so that nothing waits for thousands. */
export async function deleteCalendar(deps: CalendarDeps, person: number, id: string): Promise<void> {
  const { is_default: isDefault } = await reachCalendar(deps.db, person, id);
  if (isDefault) throw new Failure('forbidden', 'New events go to this calendar');
  for (let isDone = false; !isDone; ) {
    isDone = await changeCalendar(deps, person, async (change) => {
      await reachCalendar(change.tx, person, id);
      const ids = await readIdsOfCalendar(change.tx, person, id, A_BATCH);
      await trashObjects(change, ids);
      if (ids.length === A_BATCH) return false;
      await removeCalendar(change.tx, person, id);
      change.journal('calendar', id);
      return true;
    });
  }
}

function keyOf(name: string): string {
  return fold(name.trim());
}

function nameTaken(): Failure {
  return new Failure('already_exists', 'There is a calendar of this name', { details: { field: 'name' } });
}

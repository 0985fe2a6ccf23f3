import { ownCalendar } from '../../calendar/calendars/calendars-of.ts';
import { objectsOf } from '../../calendar/object-resources.ts';
import { type ResourceRow, readResourcesByName } from '../../kernel/resources.store.ts';
import { notFound } from '../../platform/dav/dav-refusal.ts';
import { isId } from '../../platform/ids.ts';
import type { ReadDb } from '../../tables.ts';

/** Ids are UUIDs: at other names there is nothing. */
export async function openCalendar(db: ReadDb, person: number, calendarId: string) {
  if (!isId(calendarId)) throw notFound();
  return ownCalendar(db, person, calendarId);
}

export async function findResource(
  db: ReadDb,
  mailboxId: number,
  { calendarId, name }: { calendarId: string; name: string },
  withSource = false,
): Promise<ResourceRow | undefined> {
  if (!isId(calendarId)) return undefined;
  const [row] = await readResourcesByName(db, objectsOf(mailboxId, calendarId, withSource), [name]);
  return row;
}

import type { Tx } from '../../tables.ts';
import { readOwnerAddresses } from '../access/owner-addresses.store.ts';
import type { CalendarChange } from '../change-calendar.ts';
import { writeReminders } from '../reminders/write-reminders.ts';
import { freeRooms } from '../rooms/book-rooms.ts';
import { deleteSearch, wordOfCalendar, writeSearch } from '../search/search.store.ts';
import { deleteTasks, writeTasks } from '../tasks/tasks.store.ts';
import type { DerivedObject, DerivedOccurrence } from './derive-object.ts';
import { replaceOccurrences } from './objects.store.ts';

type DerivedOf = { id: string; calendarId: string; derived: DerivedObject };

/** Writes the rows of other tables that follow from objects, in place of those that they had. */
export async function writeFollowing(change: CalendarChange, objects: DerivedOf[]): Promise<void> {
  if (objects.length === 0) return;
  const { tx, mailboxId } = change;
  const isOwn = await readOwn(tx, mailboxId, objects);
  const ids = objects.map(({ id }) => id);
  const occurrences = objects.flatMap(({ id, calendarId, derived }) =>
    derived.occurrences.map(({ waiting_for, maybe_by, ...one }) => ({
      ...{ ...one, is_waiting: isOwn(waiting_for), is_maybe: isOwn(maybe_by) },
      ...{ object_id: id, calendar_id: calendarId, repeats: derived.repeats },
    })),
  );
  const reminded = objects.map(({ id, derived: { reminders, refresh_at } }) => ({
    id,
    reminders,
    refresh_at,
  }));
  const searched = objects.map(({ id, calendarId, derived: { words, is_private, extend_at } }) => ({
    ...{ object_id: id, extend_at },
    // Those with whom its calendar is shared find what is not private.
    words: is_private ? words : `${words} ${wordOfCalendar(calendarId)}`,
  }));
  const tasks = objects.flatMap(({ id, calendarId, derived: { task } }) =>
    task ? [{ ...task, object_id: id, calendar_id: calendarId }] : [],
  );
  await Promise.all([
    replaceOccurrences(tx, mailboxId, ids, occurrences),
    writeReminders(change, reminded),
    writeSearch(tx, mailboxId, searched),
    writeTasks(tx, mailboxId, tasks),
  ]);
}

/**
 * Whether the owner of the mailbox is among those who have not answered, or may come. The names of up to five hundred guests at each
 * time of a series would be more than all the rest of its rows.
 */
async function readOwn(tx: Tx, mailboxId: number, objects: DerivedOf[]) {
  const isAsked = ({ waiting_for, maybe_by }: DerivedOccurrence) => waiting_for !== null || maybe_by !== null;
  const own = objects.some(({ derived }) => derived.occurrences.some(isAsked))
    ? await readOwnerAddresses(tx, mailboxId)
    : new Set<string>();
  return (addresses: string[] | null) => addresses?.some((address) => own.has(address)) ?? false;
}

/** Of objects that are in the trash or gone nothing follows. */
export async function clearFollowing(change: CalendarChange, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  const { tx, mailboxId } = change;
  await replaceOccurrences(tx, mailboxId, ids, []);
  await writeReminders(
    change,
    ids.map((id) => ({ id, reminders: [], refresh_at: null })),
  );
  await deleteSearch(tx, mailboxId, ids);
  await deleteTasks(tx, mailboxId, ids);
  await freeRooms(change, ids);
}

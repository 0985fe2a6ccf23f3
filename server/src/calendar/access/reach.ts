import { Failure } from '../../platform/failure.ts';
import { isId } from '../../platform/ids.ts';
import type { ReadDb } from '../../tables.ts';
import { type CalendarRow, readSharedCalendars } from '../calendars/calendars.store.ts';
import { calendarsOf } from '../calendars/calendars-of.ts';
import { readWholeObjects } from '../objects/objects.store.ts';
import { eventNotFound } from '../refusals.ts';
import { findObjects, type ReachedObject } from './find-objects.store.ts';
import { refusePrivateChange } from './hide-private.ts';
import type { CalendarRight } from './shared-calendars.store.ts';

const RANK: Record<CalendarRight, number> = { BUSY: 1, READ: 2, WRITE: 3, MANAGE: 4, OWNER: 5 };

/** The calendars that a person sees: their own, and those that people of their domain share with them. */
export async function seenCalendars(db: ReadDb, person: number): Promise<CalendarRow[]> {
  return [...(await calendarsOf(db, person)), ...(await readSharedCalendars(db, person))];
}

/**
 * The access check for calendars, for every path to them. What is not the caller's and not shared with them reads as
 * not found.
 */
export async function reachCalendar(
  db: ReadDb,
  person: number,
  id: string,
  right: CalendarRight,
): Promise<CalendarRow> {
  const isIt = (one: CalendarRow) => one.id === id;
  const own = (await calendarsOf(db, person)).find(isIt);
  const calendar = own ?? (await readSharedCalendars(db, person)).find(isIt);
  if (!calendar) throw eventNotFound();
  refuseLess(calendar.permission, right);
  return calendar;
}

/**
 * The objects of these ids in their order, each once. Those in the trash only for who may change them; what their owner
 * has marked as private is refused by `refusePrivate` and `refusePrivateChange`, which see the text.
 */
export async function reachObjects(
  db: ReadDb,
  person: number,
  ids: string[],
  right: 'READ' | 'WRITE' | 'OWNER',
): Promise<ReachedObject[]> {
  const wanted = [...new Set(ids)];
  if (!wanted.every(isId)) throw eventNotFound();
  const rows = await findObjects(db, person, wanted);
  const seen = rows.filter(({ permission, isTrashed }) => !isTrashed || isEnough(permission, 'WRITE'));
  // The first of an id wins: the caller's own, or else the older one.
  const found = new Map(seen.toReversed().map((row) => [row.id, row]));
  const reached = wanted.map((id) => {
    const object = found.get(id);
    if (!object) throw eventNotFound();
    return object;
  });
  const less = reached.find(({ permission }) => !isEnough(permission, right));
  if (less) await refuseObject(db, less, right);
  return reached;
}

/** Who may only see a calendar is not told whether there is a private event. */
async function refuseObject(db: ReadDb, { id, mailboxId, permission }: ReachedObject, right: CalendarRight) {
  const [whole] = await readWholeObjects(db, mailboxId, [id]);
  if (whole) refusePrivateChange(permission, whole.source, null);
  refuseLess(permission, right);
}

export async function reachObject(
  db: ReadDb,
  person: number,
  id: string,
  right: 'READ' | 'WRITE',
): Promise<ReachedObject> {
  const [object] = await reachObjects(db, person, [id], right);
  if (!object) throw eventNotFound();
  return object;
}

function isEnough(permission: CalendarRight, right: CalendarRight): boolean {
  return RANK[permission] >= RANK[right];
}

function refuseLess(permission: CalendarRight, right: CalendarRight): void {
  if (isEnough(permission, right)) return;
  throw new Failure('forbidden', 'This calendar is shared with you for less than that');
}

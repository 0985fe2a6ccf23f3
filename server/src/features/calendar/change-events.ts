import type { CalendarEvent, CalendarTime, EventFields, EventScope } from '@bocau/contract/calendar.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import type { CalendarRow } from '../../calendar/calendars/calendars.store.ts';
import { calendarsOf, NO_REMINDERS, reachCalendar } from '../../calendar/calendars/calendars-of.ts';
import { type CalendarChange, type CalendarDeps, changeCalendar } from '../../calendar/change-calendar.ts';
import { invalidEvent } from '../../calendar/ical/event-fields.ts';
import { ObjectFault } from '../../calendar/ical/object-fault.ts';
import { type DerivedObject, deriveObject } from '../../calendar/objects/derive-object.ts';
import { dropOne, editAll, editOne } from '../../calendar/objects/edit-series.ts';
import { readWholeObjects, type WholeObject } from '../../calendar/objects/objects.store.ts';
import { putObjects, trashObjects } from '../../calendar/objects/put-objects.ts';
import { dropFollowing, splitSeries } from '../../calendar/objects/split-series.ts';
import { readSplit, writeSplit } from '../../calendar/objects/splits.store.ts';
import { writeObject } from '../../calendar/objects/write-object.ts';
import { eventNotFound } from '../../calendar/refusals.ts';
import { unixSeconds } from '../../platform/clock.ts';
import { Failure } from '../../platform/failure.ts';
import { isId, newId } from '../../platform/ids.ts';
import type { ReadDb } from '../../tables.ts';
import { findEvent, showEvent } from './show-event.ts';

type NewEvent = {
  uid?: string | undefined;
  calendar_id?: string | undefined;
  fields: Partial<EventFields> & Pick<EventFields, 'title' | 'start' | 'end'>;
};

/** A second call with the same id answers with the event of the first. */
export async function createEvent(
  deps: CalendarDeps,
  person: number,
  { uid: id = newId(deps.clock), calendar_id, fields }: NewEvent,
): Promise<CalendarEvent> {
  const calendar = calendar_id === undefined ? null : await reachCalendar(deps.db, person, calendar_id);
  const now = unixSeconds(deps.clock);
  const reminders = fields.reminders ?? (await defaultReminders(deps.db, person, calendar, fields.start));
  const source = writeObject({ ...fields, reminders }, { uid: id, now });
  const derived = checkEvent(source, now);
  await changeCalendar(deps, person, async (change) => {
    if ((await readWholeObjects(change.tx, person, [id])).length > 0) return;
    await putObjects(change, [{ id, calendarId: calendar?.id ?? change.defaultCalendar, source, derived }]);
  });
  return findEvent(deps.db, person, id);
}

async function defaultReminders(
  db: ReadDb,
  person: number,
  given: CalendarRow | null,
  { clock }: CalendarTime,
): Promise<number[]> {
  const calendar = given ?? (await calendarsOf(db, person)).find(({ is_default }) => is_default);
  const { timed, day } = calendar?.reminders ?? NO_REMINDERS;
  return clock === null ? day : timed;
}

export type EventEdit = {
  revision?: number | undefined;
  scope: EventScope;
  original?: string | undefined;
  calendar_id?: string | undefined;
  fields: Partial<EventFields>;
};

/** Answers with the event that has the change: of "this and following" that is another one. */
export async function changeEvent(
  deps: CalendarDeps,
  person: number,
  id: string,
  { revision, scope, original = '', calendar_id, fields }: EventEdit,
): Promise<CalendarEvent> {
  if (scope !== 'all' && original === '')
    throw invalidEvent('original', 'It is not said which occurrence is meant');
  const changed = await changeCalendar(deps, person, async (change) => {
    const whole = await eventToChange(change, id, revision);
    const calendarId = calendar_id ?? whole.calendar_id;
    if (calendar_id !== undefined) await reachCalendar(change.tx, person, calendar_id);
    const edit = { fields, now: change.now };
    if (scope === 'following')
      return changeFollowing(deps, change, { whole, calendarId }, { original, ...edit });
    const source = scope === 'one' ? editOne(whole.source, original, edit) : editAll(whole.source, edit);
    await putObjects(change, [{ id, calendarId, source, derived: checkEvent(source, change.now) }]);
    return id;
  });
  return findEvent(deps.db, person, changed, scope === 'one' ? original : '');
}

type Edit = { original: string; fields: Partial<EventFields>; now: number };

/** The series ends before the occurrence, and another one begins with it. */
async function changeFollowing(
  deps: CalendarDeps,
  change: CalendarChange,
  { whole, calendarId }: { whole: WholeObject; calendarId: string },
  { original, fields, now }: Edit,
): Promise<string> {
  const nextId = newId(deps.clock);
  const { before, after } = splitSeries(whole.source, original, nextId);
  if (before === null) {
    const source = editAll(whole.source, { fields, now });
    await putObjects(change, [{ id: whole.id, calendarId, source, derived: checkEvent(source, now) }]);
    await rememberSplit(change, whole, null);
    return whole.id;
  }
  const source = editAll(after, { fields, now });
  await putObjects(change, [
    { id: whole.id, calendarId: whole.calendar_id, source: before, derived: checkEvent(before, now) },
    { id: nextId, calendarId, source, derived: checkEvent(source, now) },
  ]);
  await rememberSplit(change, whole, nextId);
  return nextId;
}

type Drop = { revision?: number | undefined; scope: 'one' | 'following'; original: string };

/** What has no occurrence left goes into the trash. */
export async function dropOccurrences(
  deps: CalendarDeps,
  person: number,
  id: string,
  { revision, scope, original }: Drop,
): Promise<CalendarEvent> {
  await changeCalendar(deps, person, async (change) => {
    const whole = await eventToChange(change, id, revision);
    const source = scope === 'one' ? dropOne(whole.source, original) : dropFollowing(whole.source, original);
    const derived = source && checkEvent(source, change.now);
    if (!source || !derived || isOver(derived)) await trashObjects(change, [id]);
    else await putObjects(change, [{ id, calendarId: whole.calendar_id, source, derived }]);
    if (scope === 'following') await rememberSplit(change, whole, null);
  });
  return findEvent(deps.db, person, id);
}

function rememberSplit(
  { tx, mailboxId, seq }: CalendarChange,
  { id, source, calendar_id: calendarId }: WholeObject,
  made: string | null,
): Promise<void> {
  return writeSplit(tx, mailboxId, id, { seq, source, calendarId, made });
}

/** Undoes what was done to an occurrence and those that follow. A second call does nothing more. */
export async function rejoinSeries(deps: CalendarDeps, person: number, id: string): Promise<CalendarEvent> {
  await changeCalendar(deps, person, async (change) => {
    const [whole] = await wholeEvents(change, [id]);
    if (!whole) throw eventNotFound();
    const split = await readSplit(change.tx, person, id);
    if (split?.seq !== whole.seq) throw changedMeanwhile(whole);
    const { source, calendarId, made } = split;
    if (source === null) return;
    const homeOf = await homesOf(change);
    await putObjects(change, [
      { id, source, derived: checkEvent(source, change.now), calendarId: homeOf(calendarId) },
    ]);
    if (made !== null) await trashObjects(change, [made]);
    await writeSplit(change.tx, person, id, { ...split, seq: change.seq, source: null });
  });
  return findEvent(deps.db, person, id);
}

/** Whether a series that ends has nothing left. */
function isOver({ repeats, occurrences, last_at, first_at, spread_from, spread_to }: DerivedObject): boolean {
  return (
    repeats && occurrences.length === 0 && last_at !== null && last_at < spread_to && first_at >= spread_from
  );
}

export async function trashEvents(deps: CalendarDeps, person: number, ids: string[]): Promise<void> {
  await changeCalendar(deps, person, async (change) => {
    const wholes = await wholeEvents(change, ids);
    await trashObjects(
      change,
      wholes.map(({ id }) => id),
    );
  });
}

export async function restoreEvents(deps: CalendarDeps, person: number, ids: string[]): Promise<void> {
  await changeCalendar(deps, person, async (change) => {
    const trashed = (await wholeEvents(change, ids)).filter(({ trashed_at }) => trashed_at !== null);
    const homeOf = await homesOf(change);
    await putObjects(
      change,
      trashed.map(({ id, calendar_id, source }) => ({
        ...{ id, source, derived: checkEvent(source, change.now) },
        calendarId: homeOf(calendar_id),
      })),
    );
  });
}

/** The calendar to which an event comes back: its own, or the one of new events where that was deleted. */
async function homesOf({
  tx,
  mailboxId,
  defaultCalendar,
}: CalendarChange): Promise<(calendarId: string | null) => string> {
  const calendars = new Set((await calendarsOf(tx, mailboxId)).map(({ id }) => id));
  return (calendarId) => (calendarId !== null && calendars.has(calendarId) ? calendarId : defaultCalendar);
}

async function wholeEvents({ tx, mailboxId }: CalendarChange, ids: string[]): Promise<WholeObject[]> {
  const wanted = [...new Set(ids)];
  if (!wanted.every(isId)) throw eventNotFound();
  const wholes = await readWholeObjects(tx, mailboxId, wanted);
  if (wholes.length < wanted.length) throw eventNotFound();
  return wholes;
}

export async function eventToChange(
  change: CalendarChange,
  id: string,
  revision: number | undefined,
): Promise<WholeObject> {
  const [whole] = await wholeEvents(change, [id]);
  if (!whole || whole.trashed_at !== null) throw eventNotFound();
  if (revision === undefined || revision === whole.seq) return whole;
  throw changedMeanwhile(whole);
}

function changedMeanwhile(whole: WholeObject): Failure {
  return new Failure('event_changed', 'This event was changed by somebody else meanwhile', {
    details: { event: showEvent(whole, '') },
  });
}

/** What follows from a text that a person has written; refuses what is too much. */
export function checkEvent(source: Buffer, now: number): DerivedObject {
  try {
    return deriveObject(source, now);
  } catch (error) {
    if (!(error instanceof ObjectFault)) throw error;
    if (error.problem === 'max-resource-size') {
      throw new Failure('too_large', `An event has at most ${LIMITS.eventBytes} bytes`, { cause: error });
    }
    throw new Failure('invalid_event', error.message, {
      details: { field: error.problem === 'max-instances' ? 'rule' : 'event' },
      cause: error,
    });
  }
}

import { isDeepStrictEqual } from 'node:util';
import type { CalendarEvent, CalendarTime, EventFields, EventScope } from '@bocau/contract/calendar.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import type { ReachedObject } from '../../calendar/access/find-objects.store.ts';
import { refusePrivateChange } from '../../calendar/access/hide-private.ts';
import { reachCalendar, reachObject, reachObjects } from '../../calendar/access/reach.ts';
import type { CalendarRight } from '../../calendar/access/shared-calendars.store.ts';
import type { CalendarRow } from '../../calendar/calendars/calendars.store.ts';
import { calendarsOf, NO_REMINDERS } from '../../calendar/calendars/calendars-of.ts';
import { type CalendarChange, type CalendarDeps, changeCalendar } from '../../calendar/change-calendar.ts';
import { invalidEvent } from '../../calendar/ical/event-fields.ts';
import { ObjectFault } from '../../calendar/ical/object-fault.ts';
import { chosenEventId } from '../../calendar/objects/chosen-ids.ts';
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
import { newId } from '../../platform/ids.ts';
import type { ReadDb, Tx } from '../../tables.ts';
import { findEvent, showEvent } from './show-event.ts';

type NewEvent = {
  uid?: string | undefined;
  calendar_id?: string | undefined;
  fields: Partial<EventFields> & Pick<EventFields, 'title' | 'start' | 'end'>;
};

/** A second call with the same uid answers with the event of the first. */
export async function createEvent(
  deps: CalendarDeps,
  person: number,
  { uid, calendar_id, fields }: NewEvent,
): Promise<CalendarEvent> {
  const calendar =
    calendar_id === undefined ? null : await reachCalendar(deps.db, person, calendar_id, 'WRITE');
  if (calendar) refuseMarking(calendar.permission, fields);
  const mailboxId = calendar?.mailbox_id ?? person;
  const id = uid === undefined ? newId(deps.clock) : chosenEventId(mailboxId, uid);
  const now = unixSeconds(deps.clock);
  const reminders = fields.reminders ?? (await defaultReminders(deps.db, person, calendar, fields.start));
  const source = writeObject({ ...fields, reminders }, { uid: id, now });
  const derived = checkEvent(source, now);
  const make = async (change: CalendarChange) => {
    if ((await readWholeObjects(change.tx, mailboxId, [id])).length > 0) return;
    await putObjects(change, [{ id, calendarId: calendar?.id ?? change.defaultCalendar, source, derived }]);
  };
  await changeCalendar(deps, mailboxId, make, person);
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
  const reached = await reachObject(deps.db, person, id, 'WRITE');
  refuseMarking(reached.permission, fields);
  const work = async (change: CalendarChange) => {
    const meant = scope === 'one' ? original : null;
    const whole = await eventToChange(change, reached, { revision: undefined, original: meant });
    if (revision !== undefined && revision !== whole.seq) {
      if (scope !== 'following' && isChangedAlready(whole, meant ?? '', { calendar_id, fields })) return id;
      throw changedMeanwhile(whole, reached.permission);
    }
    const calendarId = calendar_id ?? whole.calendar_id;
    if (calendar_id !== undefined) await refuseOtherOwner(change.tx, person, calendar_id, change.mailboxId);
    const edit = { fields, now: change.now };
    if (scope === 'following')
      return changeFollowing(deps, change, { whole, calendarId }, { original, ...edit });
    const source = scope === 'one' ? editOne(whole.source, original, edit) : editAll(whole.source, edit);
    await putObjects(change, [{ id, calendarId, source, derived: checkEvent(source, change.now) }]);
    return id;
  };
  const changed = await changeCalendar(deps, reached.mailboxId, work, person);
  return findEvent(deps.db, person, changed, scope === 'one' ? original : '');
}

/** Whoever lost the answer sends the same change again, of the revision before it. */
function isChangedAlready(
  whole: WholeObject,
  original: string,
  { calendar_id = whole.calendar_id, fields }: Pick<EventEdit, 'calendar_id' | 'fields'>,
): boolean {
  const known = showEvent(whole, original, 'OWNER').fields;
  return calendar_id === whole.calendar_id && isDeepStrictEqual({ ...known, ...fields }, known);
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
  const reached = await reachObject(deps.db, person, id, 'WRITE');
  const work = async (change: CalendarChange) => {
    const whole = await eventToChange(change, reached, {
      revision,
      original: scope === 'one' ? original : null,
    });
    const source = scope === 'one' ? dropOne(whole.source, original) : dropFollowing(whole.source, original);
    const derived = source && checkEvent(source, change.now);
    if (!source || !derived || isOver(derived)) await trashObjects(change, [id]);
    else await putObjects(change, [{ id, calendarId: whole.calendar_id, source, derived }]);
    // What is kept for the undo may be more than was taken away.
    change.allowGrowth();
    if (scope === 'following') await rememberSplit(change, whole, null);
  };
  await changeCalendar(deps, reached.mailboxId, work, person);
  return findEvent(deps.db, person, id);
}

function rememberSplit(
  change: CalendarChange,
  { id, source, calendar_id: calendarId }: WholeObject,
  made: string | null,
): Promise<void> {
  return writeSplit(change, id, { seq: change.seq, source, calendarId, made });
}

/** Undoes what was done to an occurrence and those that follow. A second call does nothing more. */
export async function rejoinSeries(deps: CalendarDeps, person: number, id: string): Promise<CalendarEvent> {
  const reached = await reachObject(deps.db, person, id, 'WRITE');
  const { mailboxId, permission } = reached;
  const work = async (change: CalendarChange) => {
    const [whole] = await wholeEvents(change, [reached]);
    if (!whole) throw eventNotFound();
    const split = await readSplit(change.tx, mailboxId, id);
    if (split?.seq !== whole.seq) throw changedMeanwhile(whole, permission);
    const { source, calendarId, made } = split;
    if (source === null) return;
    refusePrivateChange(permission, source, null);
    // Its owner may have hidden what was made of the rest.
    if (made !== null && permission !== 'OWNER')
      await wholeEvents(change, await reachObjects(change.tx, person, [made], 'WRITE'));
    // Who shares one calendar may have nothing to do with the one that the series was in before.
    const home = permission === 'OWNER' ? (await homesOf(change))(calendarId) : whole.calendar_id;
    await putObjects(change, [{ id, source, derived: checkEvent(source, change.now), calendarId: home }]);
    if (made !== null) await trashObjects(change, [made]);
    await writeSplit(change, id, { ...split, seq: change.seq, source: null });
  };
  await changeCalendar(deps, mailboxId, work, person);
  return findEvent(deps.db, person, id);
}

/** Whether a series that ends has nothing left. */
function isOver({ repeats, occurrences, last_at, first_at, spread_from, spread_to }: DerivedObject): boolean {
  return (
    repeats && occurrences.length === 0 && last_at !== null && last_at < spread_to && first_at >= spread_from
  );
}

export async function trashEvents(deps: CalendarDeps, person: number, ids: string[]): Promise<void> {
  const reached = await reachObjects(deps.db, person, ids, 'WRITE');
  for (const [mailboxId, some] of Map.groupBy(reached, (one) => one.mailboxId)) {
    const work = async (change: CalendarChange) => {
      const wholes = await wholeEvents(change, some);
      await trashObjects(
        change,
        wholes.map(({ id }) => id),
      );
    };
    await changeCalendar(deps, mailboxId, work, person);
  }
}

export async function restoreEvents(deps: CalendarDeps, person: number, ids: string[]): Promise<void> {
  const reached = await reachObjects(deps.db, person, ids, 'WRITE');
  for (const [mailboxId, some] of Map.groupBy(reached, (one) => one.mailboxId)) {
    const work = async (change: CalendarChange) => {
      const trashed = (await wholeEvents(change, some)).filter(({ trashed_at }) => trashed_at !== null);
      const homeOf = await homesOf(change);
      await putObjects(
        change,
        trashed.map(({ id, calendar_id, source }) => ({
          ...{ id, source, derived: checkEvent(source, change.now) },
          calendarId: homeOf(calendar_id),
        })),
      );
    };
    await changeCalendar(deps, mailboxId, work, person);
  }
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

/** Under the lock: what was reached is as it was, in the calendar that gave the right. */
async function wholeEvents(
  { tx, mailboxId }: CalendarChange,
  reached: ReachedObject[],
): Promise<WholeObject[]> {
  const rights = new Map(reached.map((one) => [one.id, one]));
  const wholes = await readWholeObjects(tx, mailboxId, [...rights.keys()]);
  if (wholes.length < rights.size) throw eventNotFound();
  for (const { id, calendar_id, source } of wholes) {
    const right = rights.get(id);
    if (!right || (right.permission !== 'OWNER' && calendar_id !== right.calendarId)) throw eventNotFound();
    refusePrivateChange(right.permission, source, null);
  }
  return wholes;
}

type Meant = {
  revision: number | undefined;
  /** Null where the whole of a series is meant, or more than one of it. */
  original: string | null;
};

async function eventToChange(
  { tx, mailboxId }: CalendarChange,
  { id, permission, calendarId }: ReachedObject,
  { revision, original }: Meant,
): Promise<WholeObject> {
  const [whole] = await readWholeObjects(tx, mailboxId, [id]);
  if (!whole || whole.trashed_at !== null) throw eventNotFound();
  if (permission !== 'OWNER' && whole.calendar_id !== calendarId) throw eventNotFound();
  refusePrivateChange(permission, whole.source, original);
  if (revision === undefined || revision === whole.seq) return whole;
  throw changedMeanwhile(whole, permission);
}

function changedMeanwhile(whole: WholeObject, permission: CalendarRight): Failure {
  return new Failure('event_changed', 'This event was changed by somebody else meanwhile', {
    details: { event: showEvent(whole, '', permission) },
  });
}

/** An event stays with its owner: its revisions and undo are theirs. */
async function refuseOtherOwner(tx: Tx, person: number, calendarId: string, owner: number): Promise<void> {
  const { mailbox_id } = await reachCalendar(tx, person, calendarId, 'WRITE');
  if (mailbox_id !== owner) {
    throw new Failure('forbidden', 'An event moves among the calendars of one owner');
  }
}

/** Whoever marks an event of somebody else as private would not see it any more. */
function refuseMarking(permission: CalendarRight, fields: Partial<EventFields>): void {
  if (permission === 'OWNER' || fields.is_private !== true) return;
  throw new Failure('forbidden', 'Only the owner of a calendar marks its events as private');
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

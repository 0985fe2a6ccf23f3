import type { CalendarEvent, EventAnswer, EventFields, EventScope } from '@bocau/contract/calendar.ts';
import type { MailAddress } from '@bocau/contract/fields.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import { calendarsOf, reachCalendar } from '../../calendar/calendars/calendars-of.ts';
import { type CalendarChange, changeCalendar } from '../../calendar/change-calendar.ts';
import { invalidEvent } from '../../calendar/ical/event-fields.ts';
import { ObjectFault } from '../../calendar/ical/object-fault.ts';
import { readObject } from '../../calendar/ical/read-object.ts';
import { type DerivedObject, deriveObject } from '../../calendar/objects/derive-object.ts';
import { dropOne, editAll, editOne } from '../../calendar/objects/edit-series.ts';
import { readWholeObjects, type WholeObject } from '../../calendar/objects/objects.store.ts';
import { dropFollowing, splitSeries } from '../../calendar/objects/split-series.ts';
import { writeObject } from '../../calendar/objects/write-object.ts';
import { eventNotFound } from '../../calendar/refusals.ts';
import {
  answerEvent as answered,
  declineOne,
  isInvited,
  versionedAfter,
} from '../../calendar/scheduling/answer-event.ts';
import { changeObjects, type Scheduling, trashChanged } from '../../calendar/scheduling/change-objects.ts';
import { unixSeconds } from '../../platform/clock.ts';
import { Failure } from '../../platform/failure.ts';
import { isId, newId } from '../../platform/ids.ts';
import { type MeetingDeps, schedulingOf } from './scheduling-of.ts';
import { findEvent, showEvent } from './show-event.ts';

type NewEvent = {
  uid?: string | undefined;
  calendar_id?: string | undefined;
  fields: Partial<EventFields> & Pick<EventFields, 'title' | 'start' | 'end'>;
};

/** A second call with the same id answers with the event of the first. */
export async function createEvent(
  deps: MeetingDeps,
  person: number,
  { uid: id = newId(deps.clock), calendar_id, fields }: NewEvent,
): Promise<CalendarEvent> {
  const calendar = calendar_id === undefined ? null : await reachCalendar(deps.db, person, calendar_id);
  const now = unixSeconds(deps.clock);
  const by = await schedulingOf(deps, person);
  const source = writeObject(fields, { uid: id, organiser: by.organiser, now });
  const derived = check(source, now);
  await changeCalendar(deps, person, async (change) => {
    if ((await readWholeObjects(change.tx, person, [id])).length > 0) return;
    const put = { id, calendarId: calendar?.id ?? change.defaultCalendar, source, derived };
    await changeObjects(change, [{ before: null, put }], by);
  });
  return findEvent(deps.db, person, id);
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
  deps: MeetingDeps,
  person: number,
  id: string,
  { revision, scope, original = '', calendar_id, fields }: EventEdit,
): Promise<CalendarEvent> {
  if (scope !== 'all' && original === '')
    throw invalidEvent('original', 'It is not said which occurrence is meant');
  const by = await schedulingOf(deps, person);
  const eventId = await changeCalendar(deps, person, async (change) => {
    const whole = await eventToChange(change, id, revision, by);
    refuseOfOthers(whole, by, { fields, scope });
    const calendarId = calendar_id ?? whole.calendar_id;
    if (calendar_id !== undefined) await reachCalendar(change.tx, person, calendar_id);
    const edit = { fields, organiser: by.organiser, now: change.now };
    if (scope === 'following')
      return changeFollowing(deps, change, { whole, calendarId }, { original, by, ...edit });
    const text = scope === 'one' ? editOne(whole.source, original, edit) : editAll(whole.source, edit);
    await changeObjects(change, [changed(change, whole, { calendarId, text }, by)], by);
    return id;
  });
  return findEvent(deps.db, person, eventId, scope === 'one' ? original : '');
}

/** A text of a person's as it is put: with the versions that its parts have after the edit. */
function changed(
  { now }: CalendarChange,
  { id, calendar_id, source: before }: WholeObject,
  { calendarId = calendar_id, text }: { calendarId?: string; text: Buffer },
  { own }: Scheduling,
) {
  // Before it is compared with what was, it has to be one that can be kept.
  check(text, now);
  const source = versionedAfter(before, text, own);
  return { before, put: { id, calendarId, source, derived: check(source, now) } };
}

/** What a guest keeps for themselves; all else of a meeting is changed by who asks to it. */
const OF_GUESTS = ['reminders', 'is_busy', 'is_private'];

function refuseOfOthers(
  { source }: WholeObject,
  { own }: Scheduling,
  { fields, scope }: Pick<EventEdit, 'fields' | 'scope'>,
): void {
  const isOwn = Object.keys(fields).every((name) => OF_GUESTS.includes(name)) && scope !== 'following';
  if (isOwn || !isInvited(readObject(source), own)) return;
  throw new Failure('forbidden', 'Only who asks to a meeting changes it');
}

type Edit = {
  original: string;
  by: Scheduling;
  organiser: MailAddress | undefined;
  fields: Partial<EventFields>;
  now: number;
};

/** The series ends before the occurrence, and another one begins with it. */
async function changeFollowing(
  deps: MeetingDeps,
  change: CalendarChange,
  { whole, calendarId }: { whole: WholeObject; calendarId: string },
  { original, by, ...edit }: Edit,
): Promise<string> {
  const nextId = newId(deps.clock);
  const { before, after } = splitSeries(whole.source, original, nextId);
  if (before === null) {
    const text = editAll(whole.source, edit);
    await changeObjects(change, [changed(change, whole, { calendarId, text }, by)], by);
    return whole.id;
  }
  const source = editAll(after, edit);
  const next = { id: nextId, calendarId, source, derived: check(source, change.now) };
  const ended = changed(change, whole, { text: before }, by);
  await changeObjects(change, [ended, { before: null, put: next }], by);
  return nextId;
}

type Drop = { revision?: number | undefined; scope: 'one' | 'following'; original: string };

/** What has no occurrence left goes into the trash. */
export async function dropOccurrences(
  deps: MeetingDeps,
  person: number,
  id: string,
  { revision, scope, original }: Drop,
): Promise<CalendarEvent> {
  const by = await schedulingOf(deps, person);
  await changeCalendar(deps, person, async (change) => {
    const whole = await eventToChange(change, id, revision, by);
    const text = dropped(whole.source, { scope, original }, by);
    const next = text && changed(change, whole, { text }, by);
    if (!next || isOver(next.put.derived)) await trashChanged(change, [whole], by);
    else await changeObjects(change, [next], by);
  });
  return findEvent(deps.db, person, id);
}

function dropped(
  source: Buffer,
  { scope, original }: Pick<Drop, 'scope' | 'original'>,
  { own }: Scheduling,
): Buffer | null {
  if (!isInvited(readObject(source), own)) {
    return scope === 'one' ? dropOne(source, original) : dropFollowing(source, original);
  }
  const declined = scope === 'one' && declineOne(source, own, original);
  if (!declined) throw new Failure('forbidden', 'A guest leaves out single ones, or all');
  return declined;
}

/** Whether a series that ends has nothing left. */
function isOver({ repeats, occurrences, last_at, first_at, spread_from, spread_to }: DerivedObject): boolean {
  return (
    repeats && occurrences.length === 0 && last_at !== null && last_at < spread_to && first_at >= spread_from
  );
}

/** Answers who asks to a meeting; the same answer again tells nobody. */
export async function answerEvent(
  deps: MeetingDeps,
  person: number,
  id: string,
  { answer, original }: { answer: EventAnswer; original: string },
): Promise<CalendarEvent> {
  const by = await schedulingOf(deps, person);
  await changeCalendar(deps, person, async (change) => {
    const whole = await eventToChange(change, id, undefined, by);
    const text =
      isInvited(readObject(whole.source), by.own) && answered(whole.source, by.own, { answer, original });
    if (!text) throw new Failure('invitation_closed', 'Nobody asks for an answer to this');
    await changeObjects(change, [changed(change, whole, { text }, by)], by);
  });
  return findEvent(deps.db, person, id, original);
}

export async function trashEvents(deps: MeetingDeps, person: number, ids: string[]): Promise<void> {
  const by = await schedulingOf(deps, person);
  await changeCalendar(deps, person, async (change) => {
    await trashChanged(change, await wholeEvents(change, ids), by);
  });
}

/** Back to their calendars, or to the one of new events where theirs was deleted. */
export async function restoreEvents(deps: MeetingDeps, person: number, ids: string[]): Promise<void> {
  const by = await schedulingOf(deps, person);
  await changeCalendar(deps, person, async (change) => {
    const trashed = (await wholeEvents(change, ids)).filter(({ trashed_at }) => trashed_at !== null);
    const calendars = new Set((await calendarsOf(change.tx, person)).map(({ id }) => id));
    const puts = trashed.map(({ id, calendar_id, source }) => ({
      ...{ id, source, derived: check(source, change.now) },
      calendarId: calendars.has(calendar_id) ? calendar_id : change.defaultCalendar,
    }));
    await changeObjects(
      change,
      puts.map((put) => ({ before: null, put })),
      by,
    );
  });
}

async function wholeEvents({ tx, mailboxId }: CalendarChange, ids: string[]): Promise<WholeObject[]> {
  const wanted = [...new Set(ids)];
  if (!wanted.every(isId)) throw eventNotFound();
  const wholes = await readWholeObjects(tx, mailboxId, wanted);
  if (wholes.length < wanted.length) throw eventNotFound();
  return wholes;
}

async function eventToChange(
  change: CalendarChange,
  id: string,
  revision: number | undefined,
  { own }: Scheduling,
): Promise<WholeObject> {
  const [whole] = await wholeEvents(change, [id]);
  if (!whole || whole.trashed_at !== null) throw eventNotFound();
  if (revision === undefined || revision === whole.seq) return whole;
  throw new Failure('event_changed', 'This event was changed by somebody else meanwhile', {
    details: { event: showEvent(whole, '', own) },
  });
}

/** What follows from a text that a person has written; refuses what is too much. */
function check(source: Buffer, now: number): DerivedObject {
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

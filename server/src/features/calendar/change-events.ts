import { isDeepStrictEqual } from 'node:util';
import type { CalendarEvent, CalendarTime, EventFields, EventScope } from '@bocau/contract/calendar.ts';
import type { MailAddress } from '@bocau/contract/fields.ts';
import { refusePrivateChange } from '../../calendar/access/hide-private.ts';
import { reachCalendar, reachObject, reachObjects } from '../../calendar/access/reach.ts';
import type { CalendarRow } from '../../calendar/calendars/calendars.store.ts';
import { calendarsOf, NO_REMINDERS } from '../../calendar/calendars/calendars-of.ts';
import { type CalendarChange, changeCalendar } from '../../calendar/change-calendar.ts';
import { openFiles } from '../../calendar/files/open-files.ts';
import { invalidEvent } from '../../calendar/ical/event-fields.ts';
import { readObject } from '../../calendar/ical/read-object.ts';
import type { DerivedObject } from '../../calendar/objects/derive-object.ts';
import { dropOne, editAll, editOne } from '../../calendar/objects/edit-series.ts';
import { readWholeObjects, type WholeObject } from '../../calendar/objects/objects.store.ts';
import { deleteObjects } from '../../calendar/objects/put-objects.ts';
import { dropFollowing, splitSeries } from '../../calendar/objects/split-series.ts';
import { readSplit, writeSplit } from '../../calendar/objects/splits.store.ts';
import { writeObject } from '../../calendar/objects/write-object.ts';
import { eventNotFound } from '../../calendar/refusals.ts';
import { declineOne, isInvited } from '../../calendar/scheduling/answer-event.ts';
import { changeObjects, type Scheduling, trashChanged } from '../../calendar/scheduling/change-objects.ts';
import { Failure } from '../../platform/failure.ts';
import { newId } from '../../platform/ids.ts';
import type { ReadDb, Tx } from '../../tables.ts';
import { changeAsGuest, OF_GUESTS, refused } from './change-as-guest.ts';
import { bindFiles } from './files/bind-files.ts';
import { readLeave } from './guest-leave.ts';
import { askMembers } from './guests-of-groups.ts';
import { makeObject } from './make-object.ts';
import {
  changedMeanwhile,
  checkEvent,
  editedPut,
  eventToChange,
  refuseMarking,
  wholeEvents,
} from './reached-events.ts';
import { homesOf } from './restore-events.ts';
import { type MeetingDeps, schedulingOf } from './scheduling-of.ts';
import { findEvent, showEvent } from './show-event.ts';

type NewEvent = {
  uid?: string | undefined;
  calendar_id?: string | undefined;
  fields: Partial<EventFields> & Pick<EventFields, 'title' | 'start' | 'end'>;
};

/** A second call with the same uid answers with the event of the first. Guests are asked by the owner of the calendar. */
export async function createEvent(
  deps: MeetingDeps,
  person: number,
  { uid, calendar_id, fields: given }: NewEvent,
): Promise<CalendarEvent> {
  const fields = await askMembers(deps.db, person, given);
  const id = await makeObject(
    deps,
    person,
    { uid, calendar_id, fields },
    async ({ id: own, calendar, organiser, now }) => {
      const reminders = fields.reminders ?? (await defaultReminders(deps.db, person, calendar, fields.start));
      return writeObject({ ...fields, reminders }, { uid: own, organiser, now });
    },
  );
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
  deps: MeetingDeps,
  person: number,
  id: string,
  { revision, scope, original = '', calendar_id, fields: given }: EventEdit,
): Promise<CalendarEvent> {
  if (scope !== 'all' && original === '')
    throw invalidEvent('original', 'It is not said which occurrence is meant');
  const reached = await reachObject(deps.db, person, id, 'WRITE');
  refuseMarking(reached.permission, given);
  const fields = await askMembers(deps.db, person, given);
  const leave = Object.keys(fields).every(isOfGuests) ? null : await readLeave(deps.db, reached);
  if (leave && scope !== 'following' && calendar_id === undefined)
    return changeAsGuest(deps, person, { reached, leave }, { revision, scope, original, fields });
  const by = await schedulingOf(deps, reached.mailboxId, person);
  const work = async (change: CalendarChange) => {
    const meant = scope === 'one' ? original : null;
    const whole = await eventToChange(change, reached, { revision: undefined, original: meant }, by);
    refuseOfOthers(whole, by, { fields, scope });
    if (revision !== undefined && revision !== whole.seq) {
      if (scope !== 'following' && isChangedAlready(whole, meant ?? '', { calendar_id, fields }, by))
        return id;
      throw changedMeanwhile(whole, reached.permission, by.own);
    }
    const calendarId = calendar_id ?? whole.calendar_id;
    if (calendar_id !== undefined) await refuseOtherOwner(change.tx, person, calendar_id, change.mailboxId);
    const edit = { fields, organiser: by.organiser, now: change.now };
    if (scope === 'following')
      return changeFollowing(deps, change, { whole, calendarId }, { original, by, ...edit });
    const text = scope === 'one' ? editOne(whole.source, original, edit) : editAll(whole.source, edit);
    await bindFiles(change, fields.files, { id, source: text, own: by.own });
    const edited = { calendarId, text, single: meant ?? '' };
    await changeObjects(change, [await editedPut(change, whole, edited, by)], by);
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
  { own }: Scheduling,
): boolean {
  const known = showEvent(whole, original, { permission: 'OWNER', own }).fields;
  return calendar_id === whole.calendar_id && isDeepStrictEqual({ ...known, ...fields }, known);
}

const isOfGuests = (name: string) => OF_GUESTS.includes(name);

function refuseOfOthers(
  { source }: WholeObject,
  { own }: Scheduling,
  { fields, scope }: Pick<EventEdit, 'fields' | 'scope'>,
): void {
  const others = Object.keys(fields).filter((name) => !isOfGuests(name));
  const isOwn = others.length === 0 && scope !== 'following';
  if (isOwn || !isInvited(readObject(source), own)) return;
  if (others.length > 0) throw refused(others);
  const problem = 'A guest changes one of a series, or all';
  throw new Failure('forbidden', problem, { details: { fields: [{ field: 'scope', problem }] } });
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
    await bindFiles(change, edit.fields.files, { id: whole.id, source: text, own: by.own });
    await changeObjects(change, [await editedPut(change, whole, { calendarId, text }, by)], by);
    await rememberSplit(change, whole, null);
    return whole.id;
  }
  const source = editAll(after, edit);
  await bindFiles(change, edit.fields.files, { id: nextId, from: whole.id, source, own: by.own });
  const next = { id: nextId, calendarId, source, derived: checkEvent(source, change.now) };
  const ended = await editedPut(change, whole, { text: before }, by);
  await changeObjects(change, [ended, { before: null, put: next }], by);
  await rememberSplit(change, whole, nextId);
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
  const reached = await reachObject(deps.db, person, id, 'WRITE');
  const by = await schedulingOf(deps, reached.mailboxId, person);
  const work = async (change: CalendarChange) => {
    const meant = { revision, original: scope === 'one' ? original : null };
    const whole = await eventToChange(change, reached, meant, by);
    const text = dropped(whole.source, { scope, original }, by);
    const next = text && (await editedPut(change, whole, { text }, by));
    if (!next || isOver(next.put.derived)) await trashChanged(change, [whole], by);
    else await changeObjects(change, [next], by);
    // What is kept for the undo may be more than was taken away.
    change.allowGrowth();
    // A guest has no text of their own to put back: they undo this like a split.
    if (scope === 'following' || isInvited(readObject(whole.source), by.own))
      await rememberSplit(change, whole, null);
  };
  await changeCalendar(deps, reached.mailboxId, work, person);
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

function rememberSplit(
  change: CalendarChange,
  { id, source, calendar_id: calendarId }: WholeObject,
  made: string | null,
): Promise<void> {
  return writeSplit(change, id, { seq: change.seq, source, calendarId, made });
}

/**
 * Undoes what was done to an occurrence and those that follow. A second call does nothing more. To guests who were told of
 * the split it is a change like others.
 */
export async function rejoinSeries(deps: MeetingDeps, person: number, id: string): Promise<CalendarEvent> {
  const reached = await reachObject(deps.db, person, id, 'WRITE');
  const { mailboxId, permission } = reached;
  const by = await schedulingOf(deps, mailboxId, person);
  const work = async (change: CalendarChange) => {
    const [whole] = await wholeEvents(change, [reached]);
    if (!whole) throw eventNotFound();
    const split = await readSplit(change.tx, mailboxId, id);
    if (split?.seq !== whole.seq) throw changedMeanwhile(whole, permission, by.own);
    const { source, calendarId, made } = split;
    if (source === null) return;
    refusePrivateChange(permission, source, null);
    // Its owner may have hidden what was made of the rest.
    if (made !== null && permission !== 'OWNER')
      await wholeEvents(change, await reachObjects(change.tx, person, [made], 'WRITE'));
    // Who shares one calendar may have nothing to do with the one that the series was in before.
    const home = permission === 'OWNER' ? (await homesOf(change))(calendarId) : whole.calendar_id;
    const { before, put } = await editedPut(change, whole, { calendarId: home, text: source }, by);
    await openFiles(change, { id, source, own: by.own });
    // First, as the series gets back the rooms of what was made of it.
    if (made !== null) await dropMade(change, made, { since: split.seq, by });
    await changeObjects(change, [{ before: whole.trashed_at === null ? before : null, put }], by);
    await writeSplit(change, id, { ...split, seq: change.seq, source: null });
  };
  await changeCalendar(deps, mailboxId, work, person);
  return findEvent(deps.db, person, id);
}

/** What a split made goes for good: from the trash it would come back beside the whole. What was changed since is kept there. */
async function dropMade(
  change: CalendarChange,
  id: string,
  { since, by }: { since: number; by: Scheduling },
): Promise<void> {
  const wholes = await readWholeObjects(change.tx, change.mailboxId, [id]);
  await trashChanged(change, wholes, by);
  if (wholes.every(({ seq }) => seq === since)) await deleteObjects(change, [id]);
}

/** Whether a series that ends has nothing left. */
function isOver({ repeats, occurrences, last_at, first_at, spread_from, spread_to }: DerivedObject): boolean {
  return (
    repeats && occurrences.length === 0 && last_at !== null && last_at < spread_to && first_at >= spread_from
  );
}

export async function trashEvents(deps: MeetingDeps, person: number, ids: string[]): Promise<void> {
  const reached = await reachObjects(deps.db, person, ids, 'WRITE');
  for (const [mailboxId, some] of Map.groupBy(reached, (one) => one.mailboxId)) {
    const by = await schedulingOf(deps, mailboxId, person);
    const work = async (change: CalendarChange) => trashChanged(change, await wholeEvents(change, some), by);
    await changeCalendar(deps, mailboxId, work, person);
  }
}

/** An event stays with its owner: its revisions and undo are theirs. */
export async function refuseOtherOwner(
  tx: Tx,
  person: number,
  calendarId: string,
  owner: number,
): Promise<void> {
  const { mailbox_id } = await reachCalendar(tx, person, calendarId, 'WRITE');
  if (mailbox_id !== owner) {
    const problem = 'An event moves among the calendars of one owner';
    throw new Failure('forbidden', problem, { details: { fields: [{ field: 'calendar_id', problem }] } });
  }
}

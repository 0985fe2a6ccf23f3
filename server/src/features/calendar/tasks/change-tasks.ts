import { isDeepStrictEqual } from 'node:util';
import type { TaskDetail, TaskFields } from '@bocau/contract/calendar-tasks.ts';
import type { ReachedObject } from '../../../calendar/access/find-objects.store.ts';
import { refusePrivate } from '../../../calendar/access/hide-private.ts';
import { reachObject } from '../../../calendar/access/reach.ts';
import type { CalendarRight } from '../../../calendar/access/shared-calendars.store.ts';
import { type CalendarChange, changeCalendar } from '../../../calendar/change-calendar.ts';
import { repeatsOtherwise } from '../../../calendar/ical/event-fields.ts';
import { readObject } from '../../../calendar/ical/read-object.ts';
import { UTC, zoneNamed } from '../../../calendar/ical/zones.ts';
import { readWholeObjects, type WholeObject } from '../../../calendar/objects/objects.store.ts';
import { writeSplit } from '../../../calendar/objects/splits.store.ts';
import { repeats } from '../../../calendar/occurrences/occurrences-of.ts';
import { eventNotFound } from '../../../calendar/refusals.ts';
import { readZoneOf } from '../../../calendar/reminders/reminders.store.ts';
import { changeObjects, type Scheduling } from '../../../calendar/scheduling/change-objects.ts';
import { editTask, writeTask } from '../../../calendar/tasks/edit-task.ts';
import { finishTask as finishText, reopenTask } from '../../../calendar/tasks/finish-task.ts';
import { deriveTask, taskOf } from '../../../calendar/tasks/read-task.ts';
import { fieldsOfTask } from '../../../calendar/tasks/task-fields.ts';
import { Failure } from '../../../platform/failure.ts';
import type { ReadDb } from '../../../tables.ts';
import { refuseOtherOwner } from '../change-events.ts';
import { makeObject } from '../make-object.ts';
import { editedPut, eventToChange, refuseMarking } from '../reached-events.ts';
import { type MeetingDeps, schedulingOf } from '../scheduling-of.ts';

type NewTask = {
  uid?: string | undefined;
  calendar_id?: string | undefined;
  fields: Partial<TaskFields> & Pick<TaskFields, 'title'>;
};

/** CL-161: a second call with the same uid answers with the task of the first. */
export async function createTask(
  deps: MeetingDeps,
  person: number,
  { uid, calendar_id, fields }: NewTask,
): Promise<TaskDetail> {
  const id = await makeObject(deps, person, { uid, calendar_id, fields }, async ({ id: own, now }) =>
    writeTask(fields, { uid: own, now }),
  );
  return findTask(deps.db, person, id);
}

export async function findTask(db: ReadDb, person: number, id: string): Promise<TaskDetail> {
  const { mailboxId, permission } = await reachObject(db, person, id, 'READ');
  const [whole] = await readWholeObjects(db, mailboxId, [id]);
  if (!whole) throw eventNotFound();
  return showTask(whole, permission);
}

function showTask(whole: WholeObject, permission: CalendarRight): TaskDetail {
  const object = readObject(whole.source);
  const [state, row] = [taskOf(object), deriveTask(object)];
  if (!state || !row) throw eventNotFound();
  for (const part of [...(object.main ? [object.main] : []), ...object.changed])
    refusePrivate(permission, part);
  const { due_kind, due_at, ...shown } = row;
  return {
    ...{ id: whole.id, calendar_id: whole.calendar_id, revision: whole.seq },
    ...{ ...shown, title: state.part.title, repeats: repeats(object) },
    due: due_kind === null || due_at === null ? null : { kind: due_kind, at: due_at },
    fields: fieldsOfTask(object, state),
    repeats_otherwise: repeatsOtherwise((object.main ?? state.part).part),
  };
}

type TaskEdit = {
  revision?: number | undefined;
  calendar_id?: string | undefined;
  fields: Partial<TaskFields>;
};

/** CL-161: what is not named stays as it was put, byte for byte. */
export async function changeTask(
  deps: MeetingDeps,
  person: number,
  id: string,
  { revision, calendar_id, fields }: TaskEdit,
): Promise<TaskDetail> {
  const reached = await reachObject(deps.db, person, id, 'WRITE');
  refuseMarking(reached.permission, fields);
  const by = await schedulingOf(deps, reached.mailboxId, person);
  const work = async (change: CalendarChange) => {
    const whole = await taskToChange(change, reached, by);
    const known = showTask(whole, reached.permission);
    const calendarId = calendar_id ?? whole.calendar_id;
    if (revision !== undefined && revision !== whole.seq) {
      // Whoever lost the answer sends the same change again, of the revision before it.
      const isMade =
        calendarId === whole.calendar_id && isDeepStrictEqual({ ...known.fields, ...fields }, known.fields);
      if (isMade) return;
      throw new Failure('event_changed', 'This task was changed by somebody else meanwhile', {
        details: { task: known },
      });
    }
    if (calendar_id !== undefined) await refuseOtherOwner(change.tx, person, calendar_id, change.mailboxId);
    const text =
      Object.keys(fields).length === 0 ? whole.source : editTask(whole.source, { fields, now: change.now });
    await changeObjects(change, [await editedPut(change, whole, { calendarId, text }, by)], by);
  };
  await changeCalendar(deps, reached.mailboxId, work, person);
  return findTask(deps.db, person, id);
}

/** CL-162: of a series the text before is kept, by which the undo puts it back. */
export async function finishTask(
  deps: MeetingDeps,
  person: number,
  id: string,
  { done, original }: { done: boolean; original: string },
): Promise<TaskDetail> {
  const reached = await reachObject(deps.db, person, id, 'WRITE');
  const by = await schedulingOf(deps, reached.mailboxId, person);
  const work = async (change: CalendarChange) => {
    const { tx, now, seq } = change;
    const whole = await taskToChange(change, reached, by);
    const { source, calendar_id: calendarId } = whole;
    const place = zoneNamed(await readZoneOf(tx, person)) ?? UTC;
    const text = done ? finishText(source, original, { now, place }) : reopenTask(source, now);
    if (text === null) return;
    // A few lines, and what is kept for the undo: done is done whatever room there is.
    change.allowGrowth();
    await changeObjects(change, [await editedPut(change, whole, { text }, by)], by);
    if (done && original !== '') await writeSplit(change, id, { seq, source, calendarId, made: null });
  };
  await changeCalendar(deps, reached.mailboxId, work, person);
  return findTask(deps.db, person, id);
}

async function taskToChange(
  change: CalendarChange,
  reached: ReachedObject,
  by: Scheduling,
): Promise<WholeObject> {
  const whole = await eventToChange(change, reached, { revision: undefined, original: null }, by);
  if (readObject(whole.source).component !== 'task') throw eventNotFound();
  return whole;
}

import { calendarsOf } from '../../../calendar/calendars/calendars-of.ts';
import { type CalendarChange, changeCalendar } from '../../../calendar/change-calendar.ts';
import { ObjectFault } from '../../../calendar/ical/object-fault.ts';
import { deriveObject } from '../../../calendar/objects/derive-object.ts';
import { readIdsOfCalendar, readPlacedObjects } from '../../../calendar/objects/objects.store.ts';
import { deleteObjects, putObjects, trashObjects } from '../../../calendar/objects/put-objects.ts';
import { eventNotFound } from '../../../calendar/refusals.ts';
import { unixSeconds } from '../../../platform/clock.ts';
import { inSlices, type Steps } from '../../../platform/in-slices.ts';
import type { ReadDb } from '../../../tables.ts';
import { deleteCalendar } from '../delete-calendar.ts';
import type { MeetingDeps } from '../scheduling-of.ts';
import {
  deleteImport,
  deleteSteps,
  findImport,
  type ImportStep,
  type ReachedImport,
  readSteps,
} from './imports.store.ts';

const CREATED_AT_ONCE = 200;
/** Each may have a megabyte. */
const REPLACED_AT_ONCE = 20;

/** How far an import has come that the caller may undo. */
export async function reachImport(db: ReadDb, person: number, uid: string): Promise<ReachedImport> {
  const found = await findImport(db, person, uid);
  if (!found) throw eventNotFound();
  return found;
}

/**
 * Deletes what an import has made, for good: the file still has it. What it replaced comes back. Whatever was changed since
 * stays as it is; says how many these are.
 */
export async function undoImport(
  deps: MeetingDeps & { signal: AbortSignal },
  person: number,
  uid: string,
): Promise<number> {
  const done = await reachImport(deps.db, person, uid);
  let changed = 0;
  for (const replaced of [false, true]) {
    const limit = replaced ? REPLACED_AT_ONCE : CREATED_AT_ONCE;
    for (;;) {
      const steps = await readSteps(deps.db, done.mailbox_id, uid, { replaced, limit });
      if (steps.length === 0) break;
      changed += await undoSteps(deps, person, done, steps);
    }
  }
  await changeCalendar(deps, done.mailbox_id, ({ tx }) => deleteImport(tx, done.mailbox_id, uid), person);
  if (done.is_new_calendar && done.mailbox_id === person) await removeEmpty(deps, person, done.calendar_id);
  return changed;
}

async function undoSteps(
  deps: MeetingDeps & { signal: AbortSignal },
  person: number,
  { mailbox_id: mailboxId, id, calendar_id: calendarId }: ReachedImport,
  steps: ImportStep[],
): Promise<number> {
  const before = await inSlices(deriveBefore(steps, deps), deps.signal);
  return changeCalendar(
    deps,
    mailboxId,
    async (change: CalendarChange) => {
      // A share that has ended meanwhile undoes nothing more.
      await reachImport(change.tx, person, id);
      const ids = steps.map(({ object_id }) => object_id);
      const placed = new Map(
        (await readPlacedObjects(change.tx, mailboxId, ids)).map((one) => [one.id, one]),
      );
      const same = steps.filter(({ object_id, seq, before: text }) => {
        const object = placed.get(object_id);
        if (text !== null && !before.has(object_id)) return false;
        return object?.seq === seq && object.trashed_at === null && object.calendar_id === calendarId;
      });
      const made = same.flatMap(({ object_id, before: text }) => (text === null ? [object_id] : []));
      await trashObjects(change, made);
      await deleteObjects(change, made);
      await putObjects(
        change,
        same.flatMap(({ object_id }) => before.get(object_id) ?? []).map((put) => ({ ...put, calendarId })),
      );
      await deleteSteps(change.tx, mailboxId, id, ids);
      // What was deleted since is not there to be told of.
      return [...placed.values()].filter(({ trashed_at }) => trashed_at === null).length - same.length;
    },
    person,
  );
}

type PutBack = { id: string; source: Buffer; derived: ReturnType<typeof deriveObject> };

function* deriveBefore(steps: ImportStep[], { clock }: MeetingDeps): Steps<Map<string, PutBack>> {
  const now = unixSeconds(clock);
  const puts = new Map<string, PutBack>();
  for (const { object_id: id, before } of steps) {
    if (before === null) continue;
    yield;
    try {
      puts.set(id, { id, source: before, derived: deriveObject(before, now) });
    } catch (error) {
      // An earlier release kept what this one would not.
      if (!(error instanceof ObjectFault)) throw error;
    }
  }
  return puts;
}

/** The calendar that was made for an import, if nothing else has come into it. */
async function removeEmpty(deps: MeetingDeps, person: number, calendarId: string): Promise<void> {
  const calendar = (await calendarsOf(deps.db, person)).find(({ id }) => id === calendarId);
  if (!calendar || calendar.is_default) return;
  if ((await readIdsOfCalendar(deps.db, person, calendarId, 1)).length > 0) return;
  await deleteCalendar(deps, person, calendarId);
}

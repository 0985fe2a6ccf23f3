import { LIMITS } from '@bocau/contract/limits.ts';
import type { ReachedObject } from '../../calendar/access/find-objects.store.ts';
import { refusePrivateChange } from '../../calendar/access/hide-private.ts';
import type { CalendarRight } from '../../calendar/access/shared-calendars.store.ts';
import type { CalendarChange } from '../../calendar/change-calendar.ts';
import { ObjectFault } from '../../calendar/ical/object-fault.ts';
import { readObject } from '../../calendar/ical/read-object.ts';
import { type DerivedObject, deriveObject } from '../../calendar/objects/derive-object.ts';
import { readWholeObjects, type WholeObject } from '../../calendar/objects/objects.store.ts';
import type { ObjectPut } from '../../calendar/objects/put-objects.ts';
import { rejoinOne } from '../../calendar/objects/rejoin-one.ts';
import { eventNotFound } from '../../calendar/refusals.ts';
import { isInvited, versionedAfter } from '../../calendar/scheduling/answer-event.ts';
import { withoutPastAnswers } from '../../calendar/scheduling/answered-apart.ts';
import { namesOrganiser, type Scheduling } from '../../calendar/scheduling/change-objects.ts';
import { readOwed } from '../../calendar/scheduling/owed.store.ts';
import { Failure } from '../../platform/failure.ts';
import { showEvent } from './show-event.ts';

/** Under the lock: what was reached is as it was, in the calendar that gave the right. */
export async function wholeEvents(
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

export async function eventToChange(
  { tx, mailboxId }: CalendarChange,
  { id, permission, calendarId }: ReachedObject,
  { revision, original }: Meant,
  { own }: Scheduling,
): Promise<WholeObject> {
  const [whole] = await readWholeObjects(tx, mailboxId, [id]);
  if (!whole || whole.trashed_at !== null) throw eventNotFound();
  if (permission !== 'OWNER' && whole.calendar_id !== calendarId) throw eventNotFound();
  refusePrivateChange(permission, whole.source, original);
  if (revision === undefined || revision === whole.seq) return whole;
  throw changedMeanwhile(whole, permission, own);
}

export function changedMeanwhile(
  whole: WholeObject,
  permission: CalendarRight,
  own: ReadonlySet<string>,
): Failure {
  return new Failure('event_changed', 'This event was changed by somebody else meanwhile', {
    details: { event: showEvent(whole, '', { permission, own }) },
  });
}

/** Whoever marks an event of somebody else as private would not see it any more. */
export function refuseMarking(permission: CalendarRight, fields: { is_private?: boolean | undefined }): void {
  if (permission === 'OWNER' || fields.is_private !== true) return;
  const problem = 'Only the owner of a calendar marks its events as private';
  throw new Failure('forbidden', problem, { details: { fields: [{ field: 'fields.is_private', problem }] } });
}

/** What others know of an event, and what was told before a change that has not left yet. */
async function readTold(
  { tx, mailboxId }: CalendarChange,
  { id, source }: Pick<WholeObject, 'id' | 'source'>,
) {
  if (!namesOrganiser(source)) return { known: null, beforeChange: null };
  const owed = await readOwed(tx, mailboxId, id);
  const known = owed ? (owed.taken ?? owed.told) : source;
  return {
    // Of what was called off nothing is known any more.
    known: known && known.length > 0 ? known : null,
    beforeChange: owed?.taken === null ? owed.told : null,
  };
}

/** The text of an event that others have been told; null where that is none. */
export async function toldText(change: CalendarChange, whole: WholeObject): Promise<Buffer | null> {
  return (await readTold(change, whole)).known;
}

type Edited = {
  calendarId?: string;
  text: Buffer;
  /** The one of a series that was edited by itself, which may say what its series says now. */
  single?: string;
};

/** A text of a person's as it is put: with the versions that its parts have after the edit. */
export async function editedPut(
  change: CalendarChange,
  { id, calendar_id, source: before }: WholeObject,
  { calendarId = calendar_id, text, single = '' }: Edited,
  { own }: Scheduling,
): Promise<{ before: Buffer; put: ObjectPut }> {
  const { now } = change;
  // Before it is compared with what was, it has to be one that can be kept.
  checkEvent(text, now);
  const { known, beforeChange } = await readTold(change, { id, source: before });
  const joined = single === '' ? text : rejoinOne(text, single, known);
  const kept = isInvited(readObject(before), own) ? joined : withoutPastAnswers(joined, now);
  const source = versionedAfter(before, kept, own, beforeChange);
  return { before, put: { id, calendarId, source, derived: checkEvent(source, now) } };
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

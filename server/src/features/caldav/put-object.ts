import { LIMITS } from '@bocau/contract/limits.ts';
import { ownCalendar } from '../../calendar/calendars/calendars-of.ts';
import { type CalendarDeps, changeCalendar } from '../../calendar/change-calendar.ts';
import { ObjectFault } from '../../calendar/ical/object-fault.ts';
import { objectsOf } from '../../calendar/object-resources.ts';
import { type DerivedObject, deriveObject } from '../../calendar/objects/derive-object.ts';
import { readObjectsByUid } from '../../calendar/objects/objects.store.ts';
import { putObjects, trashObjects } from '../../calendar/objects/put-objects.ts';
import { findTrashedByUid } from '../../kernel/resources.store.ts';
import { unixSeconds } from '../../platform/clock.ts';
import { isAllowed, type Preconditions, preconditionsOf } from '../../platform/dav/dav-headers.ts';
import { DavRefusal, notFound } from '../../platform/dav/dav-refusal.ts';
import { etagOf } from '../../platform/dav/etag-of.ts';
import { href } from '../../platform/dav/multistatus.ts';
import { readBytes } from '../../platform/dav/read-body.ts';
import { preconditionFailed } from '../../platform/dav/refusals.ts';
import type { HomeCall } from '../../platform/dav-site/dav-home.ts';
import { newId } from '../../platform/ids.ts';
import { caldav } from './calendar-names.ts';
import { methodNotAllowed } from './get-object.ts';
import { findResource, openCalendar } from './open-calendar.ts';
import { objectHref, type Place } from './places.ts';

type ObjectPlace = Extract<Place, { kind: 'object' }>;

/** Longest name of a resource. */
const NAME_LENGTH = 255;
const OBJECT_TYPES = /^\s*(text\/calendar|application\/octet-stream)\b/i;

export async function putObject(deps: CalendarDeps, { caller, request, reply }: HomeCall, place: Place) {
  if (place.kind !== 'object') throw methodNotAllowed(place);
  const type = request.headers['content-type'];
  if (type !== undefined && !OBJECT_TYPES.test(type)) {
    throw new DavRefusal(403, 'What is put here is an iCalendar text', {
      condition: caldav('supported-calendar-data'),
    });
  }
  const source = await readBytes(request, LIMITS.eventBytes);
  if (source === null) throw tooLarge();
  await openCalendar(deps.db, caller.person, place.calendarId);
  const name = nameOf(place.name);
  const derived = derive(source, unixSeconds(deps.clock));
  const put = { place: { ...place, name }, source, derived };
  const { isNew, isAsPut } = await writeObject(deps, caller.person, put, preconditionsOf(request.headers));
  // RFC 4791, section 5.3.4: without an ETag the program reads what rooms have answered.
  return reply
    .code(isNew ? 201 : 204)
    .headers(isAsPut ? { etag: etagOf(derived) } : {})
    .send();
}

type Put = { place: ObjectPlace; source: Buffer; derived: DerivedObject };

/**
 * Answers whether it is a new resource, and whether it is kept as it was put. An object in the trash that is put again comes back. It owes guests no message:
 * programs are told of no scheduling, so that they tell guests by themselves (decision 135).
 */
async function writeObject(
  deps: CalendarDeps,
  person: number,
  { place, source, derived }: Put,
  preconditions: Preconditions,
): Promise<{ isNew: boolean; isAsPut: boolean }> {
  const { calendarId, name } = place;
  return changeCalendar(deps, person, async (change) => {
    const { tx } = change;
    // It may have been deleted while the text came.
    await ownCalendar(tx, person, calendarId);
    const found = await findResource(tx, person, place);
    if (!isAllowed(preconditions, found ? etagOf(found) : null)) throw preconditionFailed();
    // RFC 4791, section 5.3.2.1: another object under the same name would be taken for a change of this one.
    if (found && found.uid !== derived.uid) throw uidConflict(place, name);
    const [other] = found ? [] : await readObjectsByUid(tx, person, calendarId, [derived.uid]);
    if (other) throw uidConflict(place, other.name);
    const trashed = found
      ? undefined
      : await findTrashedByUid(tx, objectsOf(person, calendarId, false), derived.uid);
    const id = found?.id ?? trashed ?? newId(deps.clock);
    const [written] = await putObjects(change, [{ id, calendarId, name, source, derived }]);
    return { isNew: !found, isAsPut: written?.source === source };
  });
}

/** Into the trash; as with what is put, guests are told by the program. */
export async function deleteObject(
  deps: CalendarDeps,
  { caller, request, reply }: HomeCall,
  place: ObjectPlace,
) {
  await changeCalendar(deps, caller.person, async (change) => {
    const found = await findResource(change.tx, caller.person, place);
    if (!found) throw notFound();
    if (!isAllowed(preconditionsOf(request.headers), etagOf(found))) throw preconditionFailed();
    await trashObjects(change, [found.id]);
  });
  return reply.code(204).send();
}

/** Refuses what can't be kept by the precondition that it breaks (RFC 4791, section 5.3.2.1). */
export function derive(source: Buffer, now: number): DerivedObject {
  try {
    return deriveObject(source, now);
  } catch (error) {
    if (!(error instanceof ObjectFault)) throw error;
    throw new DavRefusal(403, error.message, { condition: caldav(error.problem) });
  }
}

function tooLarge(): DavRefusal {
  return new DavRefusal(403, 'The object is larger than a megabyte', {
    condition: caldav('max-resource-size'),
    // What is far larger was not read to its end.
    headers: { connection: 'close' },
  });
}

export function uidConflict(
  { address, written }: Pick<ObjectPlace, 'address' | 'written'>,
  name: string,
): DavRefusal {
  return new DavRefusal(409, 'Another event has this UID, or this one another', {
    condition: caldav('no-uid-conflict'),
    inside: [href(objectHref(address, written, name))],
  });
}

export function nameOf(name: string): string {
  if (name.length > NAME_LENGTH || /\p{Cc}/u.test(name)) {
    throw new DavRefusal(403, `A resource has a name of at most ${NAME_LENGTH} characters`);
  }
  return name;
}

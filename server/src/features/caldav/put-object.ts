import type { IncomingHttpHeaders } from 'node:http';
import { LIMITS } from '@bocau/contract/limits.ts';
import type { CalendarRow } from '../../calendar/calendars/calendars.store.ts';
import { type CalendarChange, changeCalendar } from '../../calendar/change-calendar.ts';
import { openFiles } from '../../calendar/files/open-files.ts';
import { ObjectFault } from '../../calendar/ical/object-fault.ts';
import { readObject } from '../../calendar/ical/read-object.ts';
import { objectsOf } from '../../calendar/object-resources.ts';
import { type DerivedObject, deriveObject } from '../../calendar/objects/derive-object.ts';
import { readObjectOfUid, readObjectsByUid } from '../../calendar/objects/objects.store.ts';
import { putObjects, trashObjects } from '../../calendar/objects/put-objects.ts';
import { lastOf } from '../../calendar/occurrences/occurrences-of.ts';
import { scheduleTagOf } from '../../calendar/schedule-tag.ts';
import { isInvited } from '../../calendar/scheduling/answer-event.ts';
import {
  changeObjects,
  namesOrganiser,
  type Scheduling,
  type SchedulingDeps,
  trashChanged,
} from '../../calendar/scheduling/change-objects.ts';
import { owedMessages } from '../../calendar/scheduling/owed-messages.ts';
import { bringsInvitation, isMeeting, textOfProgram } from '../../calendar/scheduling/put-by-program.ts';
import { toldBefore } from '../../calendar/scheduling/told-before.ts';
import { findTrashedByUid, type ResourceRow } from '../../kernel/resources.store.ts';
import { unixSeconds } from '../../platform/clock.ts';
import { isAllowed, isScheduleTagMatched, preconditionsOf } from '../../platform/dav/dav-headers.ts';
import { DavRefusal, notFound } from '../../platform/dav/dav-refusal.ts';
import { etagOf } from '../../platform/dav/etag-of.ts';
import { href } from '../../platform/dav/multistatus.ts';
import { readBytes } from '../../platform/dav/read-body.ts';
import { needPrivileges, preconditionFailed } from '../../platform/dav/refusals.ts';
import type { HomeCall } from '../../platform/dav-site/dav-home.ts';
import { newId } from '../../platform/ids.ts';
import { caldav } from './calendar-names.ts';
import { methodNotAllowed } from './get-object.ts';
import { findObject, openCalendar, openToReplace } from './open-calendar.ts';
import { objectHref, type Place } from './places.ts';

type ObjectPlace = Extract<Place, { kind: 'object' }>;

/** Longest name of a resource. */
const NAME_LENGTH = 255;
const OBJECT_TYPES = /^\s*(text\/calendar|application\/octet-stream)\b/i;

export async function putObject(deps: SchedulingDeps, { caller, request, reply }: HomeCall, place: Place) {
  if (place.kind !== 'object') throw methodNotAllowed(place);
  const type = request.headers['content-type'];
  if (type !== undefined && !OBJECT_TYPES.test(type)) {
    throw new DavRefusal(403, 'What is put here is an iCalendar text', {
      condition: caldav('supported-calendar-data'),
    });
  }
  const source = await readBytes(request, LIMITS.eventBytes);
  if (source === null) throw tooLarge();
  const { person } = caller;
  // Most calendars are one's own.
  const [{ mailbox_id: mailboxId }, ofOwn] = await Promise.all([
    openCalendar(deps.db, person, place.calendarId, 'WRITE'),
    deps.schedulingOf(person, person),
  ]);
  const by = mailboxId === person ? ofOwn : await deps.schedulingOf(mailboxId, person);
  const name = nameOf(place.name);
  const derived = derive(source, unixSeconds(deps.clock));
  const { isNew, tag, etag } = await writeObject(
    deps,
    person,
    { mailboxId, by, known: new Set([...by.own, ...ofOwn.own]), place: { ...place, name }, source, derived },
    request.headers,
  );
  return reply
    .code(isNew ? 201 : 204)
    .headers({ 'schedule-tag': tag, ...(etag !== null && { etag }) })
    .send();
}

type Put = {
  mailboxId: number;
  by: Scheduling;
  /** The addresses of the owner and of the person. */
  known: ReadonlySet<string>;
  place: ObjectPlace;
  source: Buffer;
  derived: DerivedObject;
};
/** `etag` is null where another text is kept than was put (RFC 4791, section 5.3.4). */
type Written = { isNew: boolean; tag: string; etag: string | null };

/** An object in the trash that is put again comes back. Guests are told of it as of an edit in the web. */
async function writeObject(
  deps: SchedulingDeps,
  person: number,
  { mailboxId, by, known, place, source, derived: given }: Put,
  headers: IncomingHttpHeaders,
): Promise<Written> {
  const { calendarId, name } = place;
  const work = async (change: CalendarChange) => {
    const { tx, now } = change;
    // It may have been deleted while the text came, or is not shared any more. What only a new object needs is asked along.
    const [{ calendar, found }, [taken], inTrash] = await Promise.all([
      openToReplace(tx, person, { mailboxId, calendarId, name }),
      readObjectsByUid(tx, mailboxId, calendarId, [given.uid]),
      // What is in the trash of somebody else may be private.
      mailboxId === person
        ? findTrashedByUid(tx, objectsOf(mailboxId, calendarId, false), given.uid)
        : undefined,
    ]);
    const isOwn = calendar.permission === 'OWNER';
    if (!isOwn && given.is_private) throw needPrivileges('Only the owner marks events as private');
    const keepsAnswers = refuseUnmatched(headers, found);
    // RFC 4791, section 5.3.2.1: another object under the same name would be taken for a change of this one.
    if (found && found.uid !== given.uid) throw uidConflict(isOwn ? place : null, name);
    const [other, trashed] = found ? [] : [taken, inTrash];
    if (other) throw uidConflict(isOwn ? place : null, other.name);
    if (!found) await refuseSecond(change, calendar, place, source);
    const before = found?.source ?? null;
    if (!isOwn && bringsInvitation(source, before, known))
      throw needPrivileges('What somebody else asks to comes into a calendar by its owner alone');
    const canBeKnown = isOwn && trashed === undefined;
    const { own } = by;
    const { told, text: asked } = toldBefore({ before, given: source, own, canBeKnown, now });
    const isKnown = () => told !== null && owedMessages({ told, current: asked }, own, now).length === 0;
    const movesIn = before === null && (isOver(given, now) || isKnown());
    const text = movesIn ? source : textOfProgram({ before, told, given: asked, own, keepsAnswers, now });
    const derived = text.equals(source) ? given : derive(text, now);
    const id = found?.id ?? trashed ?? newId(deps.clock);
    const put = { id, calendarId, name, source: text, derived };
    await openFiles(change, { id, source: text, own, isByProgram: true });
    const [written] = movesIn
      ? await putObjects(change, [put])
      : await changeObjects(change, [{ before: told, put }], by);
    const kept = written?.derived ?? derived;
    return { isNew: !found, tag: etagOf(kept), etag: kept === given ? etagOf(kept) : null };
  };
  return changeCalendar(deps, mailboxId, work, person);
}

/** Refuses where it is another object than was meant. Answers whether it may be another by answers of others alone. */
function refuseUnmatched(headers: IncomingHttpHeaders, found: ResourceRow | undefined): boolean {
  const isTag = isScheduleTagMatched(headers, found ? scheduleTagOf(found) : null);
  if (isTag === false || !isAllowed(preconditionsOf(headers), found ? etagOf(found) : null)) {
    throw preconditionFailed();
  }
  return isTag === true;
}

/** RFC 6638, section 3.2.4.1: of two copies of a meeting each would tell its guests. */
export async function refuseSecond(
  { tx, mailboxId }: CalendarChange,
  { permission }: CalendarRow,
  { address, calendarId }: Pick<ObjectPlace, 'address' | 'calendarId'>,
  text: Buffer,
): Promise<void> {
  if (!namesOrganiser(text)) return;
  const object = readObject(text);
  if (!isMeeting(object)) return;
  const other = await readObjectOfUid(tx, mailboxId, object.uid);
  if (!other || other.trashed_at !== null || other.calendar_id === calendarId) return;
  if (!isMeeting(readObject(other.source))) return;
  throw new DavRefusal(403, 'This meeting is in another calendar', {
    condition: caldav('unique-scheduling-object-resource'),
    // Where it is in the calendars of somebody else, they say themselves.
    inside: permission === 'OWNER' ? [href(objectHref(address, other.calendar_id, other.name))] : [],
  });
}

function isOver({ last_at: last }: Pick<DerivedObject, 'last_at'>, now: number): boolean {
  return last !== null && last < now;
}

/**
 * Into the trash. A meeting is called off, and an invitation declined, unless it is over, or its guest wants to say nothing
 * (RFC 6638, section 8.1).
 */
export async function deleteObject(
  deps: SchedulingDeps,
  { caller, request, reply }: HomeCall,
  place: ObjectPlace,
) {
  const { person } = caller;
  const { headers } = request;
  const { mailbox_id: mailboxId } = await openCalendar(deps.db, person, place.calendarId, 'WRITE');
  const by = await deps.schedulingOf(mailboxId, person);
  const work = async (change: CalendarChange) => {
    const calendar = await openCalendar(change.tx, person, place.calendarId, 'WRITE');
    const found = await findObject(change.tx, calendar, place.name);
    if (!found?.source) throw notFound();
    refuseUnmatched(headers, found);
    const { id, source } = found;
    const object = readObject(source);
    const isSilent = headers['schedule-reply'] === 'F' && isInvited(object, by.own);
    if (isSilent || isOver({ last_at: lastOf(object) }, change.now)) await trashObjects(change, [id]);
    else await trashChanged(change, [{ id, source, trashed_at: null }], by);
  };
  await changeCalendar(deps, mailboxId, work, person);
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

/** `place`: where the other one is; null where it is not told, as it may be hidden. */
export function uidConflict(
  place: Pick<ObjectPlace, 'address' | 'written'> | null,
  name: string,
): DavRefusal {
  return new DavRefusal(409, 'Another event has this UID, or this one another', {
    condition: caldav('no-uid-conflict'),
    inside: place === null ? [] : [href(objectHref(place.address, place.written, name))],
  });
}

export function nameOf(name: string): string {
  if (name.length > NAME_LENGTH || /\p{Cc}/u.test(name)) {
    throw new DavRefusal(403, `A resource has a name of at most ${NAME_LENGTH} characters`);
  }
  return name;
}

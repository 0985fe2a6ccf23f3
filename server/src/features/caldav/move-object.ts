import { type CalendarChange, changeCalendar } from '../../calendar/change-calendar.ts';
import { readObjectsByUid } from '../../calendar/objects/objects.store.ts';
import {
  changeObjects,
  type SchedulingDeps,
  trashChanged,
} from '../../calendar/scheduling/change-objects.ts';
import { isAllowed, mayOverwrite, preconditionsOf } from '../../platform/dav/dav-headers.ts';
import { DavRefusal, notFound } from '../../platform/dav/dav-refusal.ts';
import { etagOf } from '../../platform/dav/etag-of.ts';
import { pathOfHref } from '../../platform/dav/hrefs.ts';
import { needPrivileges, preconditionFailed } from '../../platform/dav/refusals.ts';
import type { DavCaller, HomeCall } from '../../platform/dav-site/dav-home.ts';
import { newId } from '../../platform/ids.ts';
import { methodNotAllowed } from './get-object.ts';
import { findObject, findToReplace, openCalendar } from './open-calendar.ts';
import { objectAt, objectHref, type Place } from './places.ts';
import { derive, nameOf, refuseSecond, uidConflict } from './put-object.ts';

/** COPY and MOVE of an object (RFC 4918, sections 9.8 and 9.9), between calendars of the caller's. A meeting that is moved is told to nobody. */
export async function moveObject(
  deps: SchedulingDeps,
  { caller, method, request, reply, hosts }: HomeCall,
  place: Place,
) {
  if (place.kind !== 'object') throw methodNotAllowed(place);
  const isMove = method === 'MOVE';
  const { person } = caller;
  const target = targetOf(hosts, caller, request.headers.destination);
  const to = { ...target, address: place.address, name: nameOf(target.name) };
  if (place.calendarId === to.calendarId && place.name === to.name) {
    throw new DavRefusal(403, 'A resource can’t be copied or moved to itself');
  }
  const { mailbox_id: mailboxId } = await openCalendar(deps.db, person, to.calendarId, 'WRITE');
  const by = await deps.schedulingOf(mailboxId, person);
  const work = async (change: CalendarChange) => {
    const { tx, now } = change;
    const calendar = await openCalendar(tx, person, to.calendarId, 'WRITE');
    const source = await openCalendar(tx, person, place.calendarId, isMove ? 'WRITE' : 'READ');
    // Its revisions and its trash are there, and so is who asks to it.
    if (source.mailbox_id !== mailboxId) throw needPrivileges('An event stays with its owner');
    const object = await findObject(tx, source, place.name);
    if (!object?.source) throw notFound();
    if (!isAllowed(preconditionsOf(request.headers), etagOf(object))) throw preconditionFailed();
    const replaced = await findToReplace(tx, calendar, to.name);
    if (replaced && !mayOverwrite(request.headers)) {
      throw new DavRefusal(412, 'There is a resource at the destination');
    }
    const others = await readObjectsByUid(tx, mailboxId, to.calendarId, [object.uid]);
    const other = others.find(({ id }) => id !== replaced?.id && !(isMove && id === object.id));
    if (other) throw uidConflict(calendar.permission === 'OWNER' ? to : null, other.name);
    const { source: text } = object;
    if (!isMove) await refuseSecond(change, calendar, to, text);
    if (replaced?.source) {
      const { id, source: lost } = replaced;
      await trashChanged(change, [{ id, source: lost, trashed_at: null }], by);
    }
    const id = isMove ? object.id : newId(deps.clock);
    const put = { id, calendarId: to.calendarId, name: to.name, source: text, derived: derive(text, now) };
    await changeObjects(change, [{ before: isMove ? text : null, put }], by);
    return !replaced;
  };
  const isNew = await changeCalendar(deps, mailboxId, work, person);
  return reply
    .code(isNew ? 201 : 204)
    .header('location', objectHref(to.address, to.written, to.name))
    .send();
}

function targetOf(
  hosts: readonly string[],
  caller: DavCaller,
  destination: string | string[] | undefined,
): NonNullable<ReturnType<typeof objectAt>> {
  if (typeof destination !== 'string') throw new DavRefusal(400, 'Destination says where to');
  const path = pathOfHref(destination, hosts);
  if (path === null) throw new DavRefusal(502, 'The destination is not on this server');
  const object = objectAt(caller, path);
  if (object === null) throw new DavRefusal(403, 'The destination is in no calendar');
  return object;
}

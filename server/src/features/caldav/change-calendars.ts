import { seenCalendars } from '../../calendar/access/reach.ts';
import type { CalendarRow } from '../../calendar/calendars/calendars.store.ts';
import { visibleName } from '../../kernel/collection-name.ts';
import { type Clock, unixSeconds } from '../../platform/clock.ts';
import { answerPropPatch } from '../../platform/dav/answer-proppatch.ts';
import { DavRefusal, notFound } from '../../platform/dav/dav-refusal.ts';
import { readXmlBody } from '../../platform/dav/read-body.ts';
import {
  childOf,
  childrenOf,
  malformed,
  type PropChange,
  readPropChanges,
} from '../../platform/dav/read-requests.ts';
import type { XmlElement } from '../../platform/dav/read-xml.ts';
import { dav, type XmlName } from '../../platform/dav/xml-names.ts';
import type { DavPerson, HomeCall } from '../../platform/dav-site/dav-home.ts';
import { isId } from '../../platform/ids.ts';
import type { ReadDb } from '../../tables.ts';
import { TIMEZONE, TIMEZONE_ID, zoneChange } from './asked-zone.ts';
import { CALENDAR_COLOR, CALENDAR_ORDER, COMPONENTS, caldav } from './calendar-names.ts';
import { methodNotAllowed } from './get-object.ts';
import { findShown, openCalendar } from './open-calendar.ts';
import { hrefOfPlace, type Place } from './places.ts';
import { titleOf } from './properties-of.ts';

/** What the web does with calendars too. */
export type CalendarActs = {
  create(
    person: number,
    calendar: { id: string; name: string; color: string; timezone: string | null },
  ): Promise<unknown>;
  change(
    person: number,
    id: string,
    changes: { name?: string; color?: string; timezone?: string | null },
  ): Promise<unknown>;
  remove(person: number, id: string): Promise<void>;
  /** For those with whom a calendar is shared. */
  leave(person: number, id: string): Promise<void>;
};

type ChangeDeps = { db: ReadDb; clock: Clock; calendars: CalendarActs };

const NAME_LENGTH = 100;
/** Of a calendar that a program gives no name, and no colour. */
const NAMELESS = 'CalDAV';
const COLOR = '#1a73e8';
/**
 * Calendars have none of these, and they are dropped: programs send them along with the name and would make no calendar at
 * all, and Calendar of macOS sets an order by itself and reads nothing where that is refused.
 */
const NOT_KEPT: readonly XmlName[] = [
  CALENDAR_ORDER,
  caldav('calendar-description'),
  caldav('calendar-free-busy-set'),
  caldav('schedule-calendar-transp'),
  caldav('default-alarm-vevent-date'),
  caldav('default-alarm-vevent-datetime'),
];

/** MKCALENDAR (RFC 4791, section 5.3.1), or MKCOL of a calendar (RFC 5689). */
export async function makeCalendar(
  { db, clock, calendars }: ChangeDeps,
  { caller, method, request, reply }: HomeCall,
  place: Place,
) {
  if (!IS_XML.test(request.headers['content-type'] ?? 'text/xml')) {
    throw new DavRefusal(415, `The body of ${method} is XML`);
  }
  const now = unixSeconds(clock);
  if (place.kind === 'object') throw await refuseInside(db, caller, place, now);
  if (place.kind !== 'calendar') throw methodNotAllowed(place);
  const changes = changesOf(method, await readXmlBody(request));
  // Programs make up a UUID, and the id of a calendar is one.
  if (!isId(place.calendarId)) {
    throw new DavRefusal(403, 'The last segment of the address of a new calendar is a UUID');
  }
  const present = await seenCalendars(db, caller.person);
  if (present.some(({ id }) => id === place.calendarId)) throw methodNotAllowed(place);
  const [name, color] = [dav('displayname'), CALENDAR_COLOR].map((one) =>
    changes.find((each) => each.name === one),
  );
  const components = changes.find((each) => each.name === COMPONENT_SET);
  if (components) refuseOtherComponents(components.element);
  const known = [name, color, components];
  if (changes.some((change) => !known.includes(change) && ![...NOT_KEPT, ...ZONE].includes(change.name))) {
    throw new DavRefusal(403, 'A calendar has a name, a colour and a zone, and nothing else that is set');
  }
  await calendars.create(caller.person, {
    id: place.calendarId,
    name: name ? nameOf(name) : freeName(present.map((calendar) => calendar.name)),
    color: color ? colorOf(color) : COLOR,
    timezone: zoneChange(changes, now) ?? null,
  });
  return reply.code(201).send();
}

const IS_XML = /^\s*(text|application)\/xml\b/i;
const COMPONENT_SET = caldav('supported-calendar-component-set');

/** What is to be set, without what says that it is a calendar. */
function changesOf(method: string, root: XmlElement | null): PropChange[] {
  if (method === 'MKCALENDAR') return root === null ? [] : readPropChanges(root, caldav('mkcalendar'));
  const changes = root === null ? [] : readPropChanges(root, dav('mkcol'));
  const type = changes.find(({ name }) => name === dav('resourcetype'));
  if (!type || !childOf(type.element, caldav('calendar'))) {
    throw new DavRefusal(403, 'Only calendars are made here', { condition: dav('valid-resourcetype') });
  }
  return changes.filter((change) => change !== type);
}

/** Each calendar takes events and tasks, also where a program means to put only one of them there. */
function refuseOtherComponents(set: XmlElement): void {
  const names = childrenOf(set, caldav('comp')).map(({ attributes }) =>
    attributes.get('name')?.toUpperCase(),
  );
  const kept: readonly string[] = Object.values(COMPONENTS);
  if (names.some((name) => name !== undefined && kept.includes(name))) return;
  throw new DavRefusal(403, 'Only events and tasks are kept', {
    condition: caldav('supported-calendar-component'),
  });
}

/** A calendar holds no collections (RFC 4791, section 4.2). */
async function refuseInside(
  db: ReadDb,
  { person }: DavPerson,
  place: Extract<Place, { kind: 'object' }>,
  now: number,
): Promise<DavRefusal> {
  const calendar = (await seenCalendars(db, person)).find(({ id }) => id === place.calendarId);
  if (!calendar) return new DavRefusal(409, 'There is no calendar at this address');
  if (await findShown(db, person, place, now)) return methodNotAllowed(place);
  return new DavRefusal(403, 'In a calendar there are events and tasks only', {
    condition: caldav('calendar-collection-location-ok'),
  });
}

function freeName(taken: readonly string[]): string {
  let name = NAMELESS;
  for (let number = 2; taken.includes(name); number += 1) name = `${NAMELESS} ${number}`;
  return name;
}

/**
 * PROPPATCH (RFC 4918, section 9.2): a calendar takes another name, colour and zone, and what it doesn't know is refused
 * together with them. Other resources take nothing.
 */
export async function changeByProps(
  { db, clock, calendars }: ChangeDeps,
  { caller, request, reply }: HomeCall,
  place: Place,
) {
  const root = await readXmlBody(request);
  if (root === null) throw malformed('The body of PROPPATCH says what to change');
  const changes = readPropChanges(root, dav('propertyupdate'));
  const now = unixSeconds(clock);
  const calendar = await reachPlace(db, caller, place, now);
  const isTaken = ({ name, isRemoval }: PropChange) =>
    place.kind === 'calendar' &&
    ([...NOT_KEPT, ...ZONE].includes(name) || (!isRemoval && KEPT.includes(name)));
  const refused = changes.filter((change) => !isTaken(change));
  if (place.kind === 'calendar' && refused.length === 0) {
    const name = changes.findLast((change) => change.name === dav('displayname'));
    const color = changes.findLast((change) => change.name === CALENDAR_COLOR);
    const zone = zoneChange(
      changes.filter((change) => setsZone(change, calendar)),
      now,
    );
    const changed = {
      ...(name && { name: withoutOwner(nameOf(name), calendar) }),
      ...(color && { color: colorOf(color) }),
      ...(zone !== undefined && { timezone: zone }),
    };
    if (Object.keys(changed).length > 0) await calendars.change(caller.person, place.calendarId, changed);
  }
  return answerPropPatch(reply, hrefOfPlace(place), { changes, refused });
}

/** Programs send the description along to calendars of others as well, where only its id is meant to change something. */
function setsZone({ name }: PropChange, calendar: CalendarRow | null): boolean {
  if (name === TIMEZONE_ID) return true;
  return name === TIMEZONE && (calendar?.permission === 'OWNER' || calendar?.permission === 'MANAGE');
}

const ZONE: readonly XmlName[] = [TIMEZONE, TIMEZONE_ID];
const KEPT: readonly XmlName[] = [dav('displayname'), CALENDAR_COLOR];

async function reachPlace(
  db: ReadDb,
  { person }: DavPerson,
  place: Place,
  now: number,
): Promise<CalendarRow | null> {
  if (place.kind === 'object' && !(await findShown(db, person, place, now))) throw notFound();
  return place.kind === 'calendar' ? openCalendar(db, person, place.calendarId) : null;
}

/** Programs put the name that they were told: in a shared calendar with its owner's. */
function withoutOwner(name: string, calendar: CalendarRow | null): string {
  const shown = calendar === null ? '' : titleOf(calendar).slice(calendar.name.length);
  return shown !== '' && name.endsWith(shown) ? name.slice(0, -shown.length) : name;
}

/** Its events go into the trash. One that somebody else shares is left, and stays what it is. */
export async function removeCalendar(
  { db, calendars }: ChangeDeps,
  { caller, reply }: HomeCall,
  { calendarId }: Extract<Place, { kind: 'calendar' }>,
) {
  const { permission } = await openCalendar(db, caller.person, calendarId);
  if (permission === 'OWNER') await calendars.remove(caller.person, calendarId);
  else await calendars.leave(caller.person, calendarId);
  return reply.code(204).send();
}

function nameOf({ element: { text } }: PropChange): string {
  const name = visibleName(text.replace(/\p{Cc}+/gu, ' '));
  if (name === '' || name.length > NAME_LENGTH) {
    throw new DavRefusal(403, `A calendar has a name of at most ${NAME_LENGTH} characters`);
  }
  return name;
}

/** Apple writes how opaque it is after the colour. */
function colorOf({ element: { text } }: PropChange): string {
  const [, color] = /^\s*(#[0-9a-f]{6})(?:[0-9a-f]{2})?\s*$/i.exec(text) ?? [];
  if (color === undefined) throw new DavRefusal(403, 'A colour is written #RRGGBB');
  return color.toLowerCase();
}

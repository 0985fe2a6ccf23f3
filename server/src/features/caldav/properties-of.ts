import { LIMITS } from '@bocau/contract/limits.ts';
import type { CalendarRight } from '../../calendar/access/shared-calendars.store.ts';
import type { CalendarRow } from '../../calendar/calendars/calendars.store.ts';
import { scheduleTagOf } from '../../calendar/schedule-tag.ts';
import type { ResourceFacts } from '../../kernel/resources.store.ts';
import { etagOf } from '../../platform/dav/etag-of.ts';
import { href } from '../../platform/dav/multistatus.ts';
import { type Property, privileges, supportedReports } from '../../platform/dav/properties.ts';
import { syncToken } from '../../platform/dav/sync-tokens.ts';
import { COLLATIONS } from '../../platform/dav/text-match.ts';
import { element, text, type Xml } from '../../platform/dav/write-xml.ts';
import { calendarServer, dav } from '../../platform/dav/xml-names.ts';
import type { OfPerson } from '../../platform/dav-site/dav-home.ts';
import { principalHref } from '../../platform/dav-site/site-places.ts';
import {
  CURRENT_USER,
  collectionType,
  type FolderFacts,
  HOME,
  type Permission,
  PRIVILEGES,
} from '../../platform/dav-site/site-properties.ts';
import { describeZone, TIMEZONE, TIMEZONE_ID } from './asked-zone.ts';
import { CALENDAR_COLOR, CALENDAR_TYPE, COMPONENTS, caldav, contentTypeOf } from './calendar-names.ts';
import { type OpenCalendar, syncIdOf } from './open-calendar.ts';

/** `seq`: the number of the last change of anything of the person's. */
export type CalendarFacts = OfPerson & { calendar: OpenCalendar; seq: number; now: number };
export type ObjectFacts = OfPerson & { calendar: OpenCalendar; object: ResourceFacts };

const REPORTS = [
  dav('sync-collection'),
  caldav('calendar-query'),
  caldav('calendar-multiget'),
  caldav('free-busy-query'),
] as const;

const RIGHTS: Record<CalendarRight, Permission> = {
  ...{ BUSY: 'READ', READ: 'READ', WRITE: 'WRITE', MANAGE: 'WRITE', OWNER: 'OWNER' },
};

/** What is read from elsewhere is changed by nobody. */
const privilegesOf = ({ calendar: { permission, subscription } }: { calendar: OpenCalendar }) => [
  ...privileges(PRIVILEGES[subscription ? 'READ' : RIGHTS[permission]]),
  element(dav('privilege'), [element(caldav('read-free-busy'))]),
];

/** The caller's own entry (RFC 3744, section 5.5): who else a calendar is shared with, its owner sees in the web. */
const aclOf = (facts: OfPerson & { calendar: OpenCalendar }) =>
  element(dav('ace'), [
    element(dav('principal'), [href(principalHref(facts.person.email))]),
    element(dav('grant'), privilegesOf(facts)),
    element(dav('protected')),
  ]);

const ownerOf = ({ address, calendar }: OfPerson & { calendar: OpenCalendar }) =>
  href(principalHref(calendar.permission === 'OWNER' ? address : calendar.owner_email));

/** Everybody's first calendar has the same name. */
export function titleOf({ name, permission, owner_name, owner_email }: CalendarRow): string {
  return permission === 'OWNER' ? name : `${name} (${owner_name || owner_email})`;
}

/** RFC 7809, section 5.1: descriptions of zones are had from no service of ours. */
export const CALENDAR_HOME: readonly Property<FolderFacts>[] = [
  ...HOME,
  { name: caldav('timezone-service-set'), read: () => [], onlyNamed: true },
];

export const CALENDAR: readonly Property<CalendarFacts>[] = [
  ...CURRENT_USER,
  { name: dav('resourcetype'), read: () => collectionType(element(caldav('calendar'))) },
  { name: dav('displayname'), read: ({ calendar }) => text(titleOf(calendar)) },
  { name: CALENDAR_COLOR, read: ({ calendar }) => text(calendar.color) },
  { name: calendarServer('getctag'), read: ({ calendar }) => text(ctagOf(calendar)) },
  { name: dav('sync-token'), read: ({ calendar, seq }) => text(syncToken(syncIdOf(calendar), seq)) },
  { name: dav('owner'), read: ownerOf, onlyNamed: true },
  { name: dav('current-user-privilege-set'), read: privilegesOf, onlyNamed: true },
  { name: dav('acl'), read: aclOf, onlyNamed: true },
  { name: dav('supported-report-set'), read: () => supportedReports(REPORTS), onlyNamed: true },
  {
    name: caldav('supported-calendar-component-set'),
    read: () => Object.values(COMPONENTS).map((name) => element(caldav('comp'), [], { name })),
    onlyNamed: true,
  },
  {
    name: caldav('supported-calendar-data'),
    read: () => element(caldav('calendar-data'), [], { 'content-type': CALENDAR_TYPE, version: '2.0' }),
    onlyNamed: true,
  },
  {
    name: caldav('supported-collation-set'),
    read: () => COLLATIONS.map((name) => element(caldav('supported-collation'), text(name))),
    onlyNamed: true,
  },
  { name: caldav('max-resource-size'), read: () => text(String(LIMITS.eventBytes)), onlyNamed: true },
  {
    name: caldav('max-attendees-per-instance'),
    read: () => text(String(LIMITS.eventGuests)),
    onlyNamed: true,
  },
  {
    // When others are busy doesn't make the caller so.
    name: caldav('schedule-calendar-transp'),
    read: ({ calendar }) => element(caldav(calendar.permission === 'OWNER' ? 'opaque' : 'transparent')),
    onlyNamed: true,
  },
  { name: TIMEZONE_ID, read: ({ calendar: { timezone } }) => textOrNone(timezone), onlyNamed: true },
  { name: TIMEZONE, read: describeTimezone, onlyNamed: true },
  { name: caldav('max-instances'), read: () => text(String(LIMITS.eventOccurrences)), onlyNamed: true },
  { name: caldav('min-date-time'), read: () => text('19000101T000000Z'), onlyNamed: true },
  { name: caldav('max-date-time'), read: () => text('21991231T235959Z'), onlyNamed: true },
];

function describeTimezone({ calendar: { timezone }, now }: CalendarFacts): Xml | null {
  const described = timezone === null ? null : describeZone(timezone, now);
  return textOrNone(described);
}

const textOrNone = (given: string | null) => (given === null ? null : text(given));

function ctagOf(calendar: OpenCalendar): string {
  const { seq, permission } = calendar;
  if (permission === 'OWNER') return String(seq);
  return `${permission === 'BUSY' ? 0 : seq}-${syncIdOf(calendar)}`;
}

const date = (seconds: number) => new Date(seconds * 1000);

export const OBJECT: readonly Property<ObjectFacts>[] = [
  ...CURRENT_USER,
  { name: dav('resourcetype'), read: () => [] },
  { name: dav('getetag'), read: ({ object }) => text(etagOf(object)) },
  {
    name: caldav('schedule-tag'),
    read: ({ object }) => text(`"${scheduleTagOf(object)}"`),
    onlyNamed: true,
  },
  {
    name: dav('getcontenttype'),
    read: ({ object }) => text(contentTypeOf(object)),
  },
  { name: dav('getcontentlength'), read: ({ object }) => text(String(object.bytes)) },
  { name: dav('getlastmodified'), read: ({ object }) => text(date(object.changed_at).toUTCString()) },
  { name: dav('creationdate'), read: ({ object }) => text(date(object.created_at).toISOString()) },
  { name: dav('owner'), read: ownerOf, onlyNamed: true },
  { name: dav('current-user-privilege-set'), read: privilegesOf, onlyNamed: true },
  { name: dav('acl'), read: aclOf, onlyNamed: true },
];

import { LIMITS } from '@bocau/contract/limits.ts';
import type { CalendarRow } from '../../calendar/calendars/calendars.store.ts';
import type { ResourceRow } from '../../kernel/resources.store.ts';
import { etagOf } from '../../platform/dav/etag-of.ts';
import { href } from '../../platform/dav/multistatus.ts';
import { type Property, privileges, supportedReports } from '../../platform/dav/properties.ts';
import { syncToken } from '../../platform/dav/sync-tokens.ts';
import { COLLATIONS } from '../../platform/dav/text-match.ts';
import { element, text } from '../../platform/dav/write-xml.ts';
import { calendarServer, dav } from '../../platform/dav/xml-names.ts';
import type { OfPerson } from '../../platform/dav-site/dav-home.ts';
import { principalHref } from '../../platform/dav-site/site-places.ts';
import { CURRENT_USER, collectionType, PRIVILEGES } from '../../platform/dav-site/site-properties.ts';
import { CALENDAR_COLOR, CALENDAR_TYPE, COMPONENTS, caldav, contentTypeOf } from './calendar-names.ts';

/** `seq`: the number of the last change of anything of the person's. */
export type CalendarFacts = OfPerson & { calendar: CalendarRow; seq: number };
export type ObjectFacts = OfPerson & { object: ResourceRow };

const REPORTS = [
  dav('sync-collection'),
  caldav('calendar-query'),
  caldav('calendar-multiget'),
  caldav('free-busy-query'),
] as const;

const privilegesOfOwner = () => [
  ...privileges(PRIVILEGES.OWNER),
  element(dav('privilege'), [element(caldav('read-free-busy'))]),
];

export const CALENDAR: readonly Property<CalendarFacts>[] = [
  ...CURRENT_USER,
  { name: dav('resourcetype'), read: () => collectionType(element(caldav('calendar'))) },
  { name: dav('displayname'), read: ({ calendar }) => text(calendar.name) },
  { name: CALENDAR_COLOR, read: ({ calendar }) => text(calendar.color) },
  { name: calendarServer('getctag'), read: ({ calendar }) => text(String(calendar.seq)) },
  { name: dav('sync-token'), read: ({ calendar, seq }) => text(syncToken(calendar.id, seq)) },
  { name: dav('owner'), read: ({ address }) => href(principalHref(address)), onlyNamed: true },
  {
    name: dav('current-user-privilege-set'),
    read: ({ calendar }) => (calendar.subscription ? privileges(PRIVILEGES.READ) : privilegesOfOwner()),
    onlyNamed: true,
  },
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
  { name: caldav('max-instances'), read: () => text(String(LIMITS.eventOccurrences)), onlyNamed: true },
  { name: caldav('min-date-time'), read: () => text('19000101T000000Z'), onlyNamed: true },
  { name: caldav('max-date-time'), read: () => text('21991231T235959Z'), onlyNamed: true },
];

const date = (seconds: number) => new Date(seconds * 1000);

export const OBJECT: readonly Property<ObjectFacts>[] = [
  ...CURRENT_USER,
  { name: dav('resourcetype'), read: () => [] },
  { name: dav('getetag'), read: ({ object }) => text(etagOf(object)) },
  {
    name: dav('getcontenttype'),
    read: ({ object }) => text(contentTypeOf(object)),
  },
  { name: dav('getcontentlength'), read: ({ object }) => text(String(object.bytes)) },
  { name: dav('getlastmodified'), read: ({ object }) => text(date(object.changed_at).toUTCString()) },
  { name: dav('creationdate'), read: ({ object }) => text(date(object.created_at).toISOString()) },
  { name: dav('owner'), read: ({ address }) => href(principalHref(address)), onlyNamed: true },
  { name: dav('current-user-privilege-set'), read: privilegesOfOwner, onlyNamed: true },
];

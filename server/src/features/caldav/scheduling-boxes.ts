import { calendarsOf } from '../../calendar/calendars/calendars-of.ts';
import { DavRefusal } from '../../platform/dav/dav-refusal.ts';
import { href, propResponse, sendResponses } from '../../platform/dav/multistatus.ts';
import { findProps, type Property, privileges, supportedReports } from '../../platform/dav/properties.ts';
import { readXmlBody } from '../../platform/dav/read-body.ts';
import { readPropfindRequest } from '../../platform/dav/read-propfind.ts';
import { malformed, readSyncCollection } from '../../platform/dav/read-requests.ts';
import { syncToken } from '../../platform/dav/sync-tokens.ts';
import { element, text, type Xml } from '../../platform/dav/write-xml.ts';
import { calendarServer, dav } from '../../platform/dav/xml-names.ts';
import type { HomeCall, OfPerson } from '../../platform/dav-site/dav-home.ts';
import { principalHref } from '../../platform/dav-site/site-places.ts';
import { CURRENT_USER, collectionType } from '../../platform/dav-site/site-properties.ts';
import type { ReadDb } from '../../tables.ts';
import { caldav } from './calendar-names.ts';
import { calendarHref, hrefOfPlace, type Place } from './places.ts';

export type Box = Extract<Place, { kind: 'inbox' | 'outbox' }>;
type BoxFacts = OfPerson & { box: Box; defaultCalendar: string };

const PRIVILEGES = { inbox: ['schedule-deliver'], outbox: ['schedule-send', 'schedule-send-freebusy'] };
/** Nothing ever is in an inbox: what comes is applied, or waits in mail for its reader. */
const EMPTY = syncToken('00000000-0000-0000-0000-000000000000', 0);
const REPORTS = [dav('sync-collection'), caldav('calendar-query'), caldav('calendar-multiget')] as const;

const BOX: readonly Property<BoxFacts>[] = [
  ...CURRENT_USER,
  {
    name: dav('resourcetype'),
    read: ({ box: { kind } }) => collectionType(element(caldav(`schedule-${kind}`))),
  },
  { name: dav('displayname'), read: ({ box: { kind } }) => text(kind) },
  { name: dav('owner'), read: ({ address }) => href(principalHref(address)), onlyNamed: true },
  {
    name: dav('current-user-privilege-set'),
    read: ({ box: { kind } }) => [
      ...privileges(['read', 'read-current-user-privilege-set']),
      ...PRIVILEGES[kind].map((name) => element(dav('privilege'), [element(caldav(name))])),
    ],
    onlyNamed: true,
  },
  {
    name: dav('supported-report-set'),
    read: ({ box }) => supportedReports(isInbox(box) ? REPORTS : []),
    onlyNamed: true,
  },
  { name: calendarServer('getctag'), read: ({ box }) => (isInbox(box) ? text('0') : null) },
  { name: dav('sync-token'), read: ({ box }) => (isInbox(box) ? text(EMPTY) : null) },
  {
    name: caldav('schedule-default-calendar-URL'),
    read: ({ box, address, defaultCalendar }) =>
      isInbox(box) ? href(calendarHref(address, defaultCalendar)) : null,
    onlyNamed: true,
  },
];

function isInbox({ kind }: Box): boolean {
  return kind === 'inbox';
}

export async function propfindBox(db: ReadDb, { caller, request, reply }: HomeCall, box: Box) {
  const { asked, minimal } = await readPropfindRequest(request, { isCollection: true });
  const { address } = box;
  const defaultCalendar = await defaultCalendarOf(db, caller.person);
  const found = findProps(BOX, { person: caller, address, box, defaultCalendar }, asked);
  return sendResponses(reply, [propResponse(hrefOfPlace(box), found, minimal)]);
}

async function defaultCalendarOf(db: ReadDb, person: number): Promise<string> {
  const calendars = await calendarsOf(db, person);
  return (calendars.find(({ is_default }) => is_default) ?? calendars[0])?.id ?? '';
}

/** RFC 6638, section 2.2: an inbox is asked like a calendar, and has nothing in it. */
export async function reportBox({ request, reply }: HomeCall, box: Box) {
  const root = await readXmlBody(request);
  if (root === null) throw malformed('The body of REPORT says which one');
  const known: readonly string[] = REPORTS;
  if (!isInbox(box) || !known.includes(root.name)) {
    throw new DavRefusal(403, 'There is no such report here', { condition: dav('supported-report') });
  }
  const answers: Xml[] = [];
  if (root.name === dav('sync-collection')) {
    readSyncCollection(root);
    answers.push(element(dav('sync-token'), text(EMPTY)));
  }
  return sendResponses(reply, answers);
}

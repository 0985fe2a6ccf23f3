import type { Zone } from '../../calendar/ical/zones.ts';
import { objectsOf } from '../../calendar/object-resources.ts';
import {
  type NameInSpan,
  readFirstWithin,
  readNamesWithin,
  type TextsOf,
} from '../../calendar/occurrences/within.store.ts';
import type { ResourceFacts } from '../../kernel/resources.store.ts';
import { prefersMinimal } from '../../platform/dav/dav-headers.ts';
import { DavRefusal } from '../../platform/dav/dav-refusal.ts';
import { pathOfHref } from '../../platform/dav/hrefs.ts';
import { sendMultistatus, statusResponse } from '../../platform/dav/multistatus.ts';
import { readXmlBody } from '../../platform/dav/read-body.ts';
import { askedOf, childrenOf, malformed, readSyncCollection } from '../../platform/dav/read-requests.ts';
import type { XmlElement } from '../../platform/dav/read-xml.ts';
import type { Xml } from '../../platform/dav/write-xml.ts';
import { dav } from '../../platform/dav/xml-names.ts';
import type { DavCaller, HomeCall } from '../../platform/dav-site/dav-home.ts';
import type { ReadDb } from '../../tables.ts';
import { zoneOfReport } from './asked-zone.ts';
import { CALENDAR_TYPE, COMPONENTS, caldav } from './calendar-names.ts';
import { freeBusy } from './free-busy.ts';
import { matchObject } from './match-object.ts';
import { type AskedCalendar, objectAnswers, pageSize } from './object-answers.ts';
import { MOST_BYTES, type OpenCalendar, openWithBlocks, readNamedPieces, readPage } from './open-calendar.ts';
import { calendarHref, objectAt, type Place } from './places.ts';
import { type ObjectFilter, readFilter } from './read-filter.ts';
import type { Range } from './read-range.ts';
import { syncCalendar } from './sync-calendar.ts';
import { type ZoneData, zoneDataOf } from './zone-data.ts';

type Asking = {
  db: ReadDb;
  caller: DavCaller;
  hosts: readonly string[];
  of: AskedCalendar;
  minimal: boolean;
  texts: ZoneData;
};
type Report = (asking: Asking, root: XmlElement) => AsyncGenerator<readonly Xml[]>;

const REPORTS: Record<string, Report> = {
  [dav('sync-collection')]: syncObjects,
  [caldav('calendar-query')]: queryObjects,
  [caldav('calendar-multiget')]: getObjects,
};

/** RFC 3253, section 3.6: the reports of a calendar. Elsewhere there are none. */
export async function report(
  { db, now }: { db: ReadDb; now: number },
  { caller, request, reply, hosts, takeTurn }: HomeCall,
  place: Place,
) {
  const root = await readXmlBody(request);
  if (root === null) throw malformed('The body of REPORT says which one');
  const isFreeBusy = root.name === caldav('free-busy-query');
  const answer = REPORTS[root.name];
  if (place.kind !== 'calendar' || (answer === undefined && !isFreeBusy)) {
    throw new DavRefusal(403, 'There is no such report here', { condition: dav('supported-report') });
  }
  const { address, written, calendarId } = place;
  const turn = await takeTurn();
  const calendar = await openWithBlocks(db, caller.person, calendarId, now);
  const of = { person: caller, address, written, calendar };
  if (answer === undefined) {
    const text = await turn.pace(() => freeBusy(db, of, root, now));
    return reply.header('content-type', `${CALENDAR_TYPE}; charset=utf-8`).send(text);
  }
  const minimal = prefersMinimal(request.headers);
  const texts = zoneDataOf(request.headers);
  return sendMultistatus(reply, answer({ db, caller, hosts, of, minimal, texts }, root), turn);
}

async function* syncObjects({ db, of, minimal, texts }: Asking, root: XmlElement) {
  const asked = readSyncCollection(root);
  const answers = objectAnswers(of, asked.asked, { minimal, texts });
  yield* syncCalendar(db, of.calendar, calendarHref(of.address, of.written), asked, answers);
}

/** RFC 4791, section 7.8: what there is of a kind, happens within a time, or has words in it. */
async function* queryObjects({ db, of, minimal, texts }: Asking, root: XmlElement) {
  const filter = readFilter(root);
  const { answer, withSource, isCostly } = objectAnswers(of, askedOf(root), { minimal, texts });
  const { range } = filter;
  const zone = zoneOfReport(root, of.calendar);
  const needsSource = withSource || filter.props.length > 0;
  const needed = { withSource: needsSource, isCostly: isCostly || filter.props.length > 0 };
  const pages =
    range === null
      ? allOf(db, of.calendar, needed)
      : within(db, of.calendar, { ...filter, range }, { ...needed, zone });
  for await (const page of pages) {
    const found: ResourceFacts[] = [];
    for (const { object, isWithin } of page) {
      // Others are served while rules are expanded, one of which may take long.
      if (range !== null && !isWithin) await new Promise((resume) => setImmediate(resume));
      if (isFound(object, filter, { isWithin, zone })) found.push(object);
    }
    yield found.map(answer);
  }
}

/** `isWithin`: that it happens within the time is known without its text. */
type Candidate = { object: ResourceFacts; isWithin: boolean };

/** Texts are read where what is known of them does not decide. */
function isFound(
  object: ResourceFacts,
  filter: ObjectFilter,
  { isWithin, zone }: { isWithin: boolean; zone: Zone | null },
): boolean {
  const { components, range, props } = filter;
  if (!components.some((one) => one === COMPONENTS[object.kind as keyof typeof COMPONENTS])) return false;
  if ((range === null || range.isOpen || isWithin) && props.length === 0) return true;
  return object.source !== null && matchObject(object.source, filter, { isWithin, zone });
}

/** What has to be read of each object, and whether much is done with its text. */
type Needed = { withSource: boolean; isCostly: boolean };

const notKnown = (object: ResourceFacts): Candidate => ({ object, isWithin: false });

async function* allOf(
  db: ReadDb,
  calendar: OpenCalendar,
  { withSource }: Needed,
): AsyncGenerator<Candidate[]> {
  yield (calendar.blocks ?? []).map(notKnown);
  const limit = pageSize(withSource);
  for (let after: string | null = ''; after !== null; ) {
    const page = await readPage(db, calendar, { after, limit, withSource });
    yield page.rows.map(notKnown);
    after = page.next;
  }
}

/** Names are found by thousands, as each look goes through all of the span; texts are read by pages. */
const NAMES = 5_000;

async function* within(
  db: ReadDb,
  calendar: OpenCalendar,
  { range, components: wanted }: ObjectFilter & { range: Range },
  { withSource, isCostly, zone }: Needed & { zone: Zone | null },
): AsyncGenerator<Candidate[]> {
  const components = (['event', 'task'] as const).filter((one) => wanted.includes(COMPONENTS[one]));
  const resources = objectsOf(calendar.mailbox_id, calendar.id, false);
  // In a zone that is meant, rows say only of times with a zone whether they are within.
  const known = zone === null ? 'is_in_rows' : 'is_certain';
  const isWithinOf = (one: Omit<NameInSpan, 'name'>) => one[known];
  let after = '';
  // What others may not see is found by more than rows.
  if (calendar.blocks === null) {
    const toDecide: TextsOf = range.isOpen ? 'none' : `not ${known}`;
    const textsOf = withSource ? 'all' : toDecide;
    const most = { limit: pageSize(isCostly), mostBytes: MOST_BYTES };
    const first = await readFirstWithin(db, resources, range, { components, ...most, textsOf });
    const objects = first.objects.map((object) => ({ object, isWithin: isWithinOf(object) }));
    const atOnce = pageSize(isCostly || !(range.isOpen || objects.every(({ isWithin }) => isWithin)));
    for (let at = 0; at < objects.length; at += atOnce) yield objects.slice(at, at + atOnce);
    if (first.isAll) return;
    after = first.objects.at(-1)?.name ?? '';
  }
  yield (calendar.blocks ?? []).map(notKnown);
  for (;;) {
    const found = await readNamesWithin(db, resources, range, { components, after, limit: NAMES });
    const isWithin = new Map(found.map((one) => [one.name, isWithinOf(one)] as const));
    const isKnown = range.isOpen || found.every(({ name }) => isWithin.get(name));
    const pieces = readNamedPieces(db, calendar, [...isWithin.keys()], {
      withSource: withSource || !isKnown,
      atOnce: pageSize(isCostly || !isKnown),
    });
    for await (const objects of pieces)
      yield objects.map((object) => ({ object, isWithin: isWithin.get(object.name) ?? false }));
    const last = found.at(-1);
    if (!last || found.length < NAMES) return;
    after = last.name;
  }
}

/** RFC 4791, section 7.9: the objects that are named, and that those which are not here are not. */
async function* getObjects({ db, caller, hosts, of, minimal, texts }: Asking, root: XmlElement) {
  const { answer, missing, withSource, isCostly } = objectAnswers(of, askedOf(root), { minimal, texts });
  const names = new Set<string>();
  const elsewhere: Xml[] = [];
  for (const { text } of childrenOf(root, dav('href'))) {
    const path = pathOfHref(text, hosts);
    const object = path === null ? null : objectAt(caller, path);
    if (object?.calendarId !== of.calendar.id) elsewhere.push(statusResponse(text.trim(), 404));
    else names.add(object.name);
  }
  const all = [...names];
  const most = pageSize(isCostly);
  for (let at = 0; at < all.length; at += most) {
    const some = all.slice(at, at + most);
    const there = new Set<string>();
    for await (const objects of readNamedPieces(db, of.calendar, some, { withSource, atOnce: most })) {
      for (const { name } of objects) there.add(name);
      yield objects.map(answer);
    }
    yield some.filter((name) => !there.has(name)).map(missing);
  }
  yield elsewhere;
}

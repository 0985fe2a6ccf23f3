import { objectsOf } from '../../calendar/object-resources.ts';
import { readNamesWithin } from '../../calendar/occurrences/names-within.store.ts';
import type { Span } from '../../calendar/occurrences/occurrences-of.ts';
import { CALENDAR } from '../../kernel/calendar.ts';
import type { ResourceChange, ResourceRow, Resources } from '../../kernel/resources.store.ts';
import { readResourceChanges, readResources, readResourcesByName } from '../../kernel/resources.store.ts';
import { readJournalSeq } from '../../kernel/things-changed.store.ts';
import { prefersMinimal } from '../../platform/dav/dav-headers.ts';
import { DavRefusal } from '../../platform/dav/dav-refusal.ts';
import { pathOfHref } from '../../platform/dav/hrefs.ts';
import { sendMultistatus, statusResponse } from '../../platform/dav/multistatus.ts';
import { readXmlBody } from '../../platform/dav/read-body.ts';
import { askedOf, childrenOf, malformed, readSyncCollection } from '../../platform/dav/read-requests.ts';
import type { XmlElement } from '../../platform/dav/read-xml.ts';
import { type SyncRange, syncChanges } from '../../platform/dav/sync-changes.ts';
import type { Xml } from '../../platform/dav/write-xml.ts';
import { dav } from '../../platform/dav/xml-names.ts';
import type { DavCaller, HomeCall } from '../../platform/dav-site/dav-home.ts';
import type { ReadDb } from '../../tables.ts';
import { CALENDAR_TYPE, COMPONENTS, caldav } from './calendar-names.ts';
import { freeBusy } from './free-busy.ts';
import { matchObject } from './match-object.ts';
import { type AskedCalendar, objectAnswers, pageSize } from './object-answers.ts';
import { openCalendar } from './open-calendar.ts';
import { calendarHref, objectAt, type Place } from './places.ts';
import { type ObjectFilter, readFilter } from './read-filter.ts';

type Asking = {
  db: ReadDb;
  caller: DavCaller;
  hosts: readonly string[];
  of: AskedCalendar;
  minimal: boolean;
};
type Report = (asking: Asking, root: XmlElement) => AsyncGenerator<readonly Xml[]>;

const REPORTS: Record<string, Report> = {
  [dav('sync-collection')]: syncCalendar,
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
  const calendar = await openCalendar(db, caller.person, calendarId);
  const of = { person: caller, address, written, calendar };
  if (answer === undefined) {
    const text = await turn.pace(() => freeBusy(db, of, root, now));
    return reply.header('content-type', `${CALENDAR_TYPE}; charset=utf-8`).send(text);
  }
  const minimal = prefersMinimal(request.headers);
  return sendMultistatus(reply, answer({ db, caller, hosts, of, minimal }, root), turn);
}

/** RFC 6578. */
async function* syncCalendar({ db, of, minimal }: Asking, root: XmlElement) {
  const { token, limit, asked } = readSyncCollection(root);
  const { answer, missing, withSource } = objectAnswers(of, asked, { minimal, isReport: true });
  const mailboxId = of.person.person;
  const { id } = of.calendar;
  const present = await readJournalSeq(db, CALENDAR.journal, mailboxId);
  const calendar = {
    ...{ id, present, path: calendarHref(of.address, of.written), pageSize: pageSize(withSource) },
    read: (range: SyncRange) => readResourceChanges(db, objectsOf(mailboxId, id, withSource), range),
    answer: ({ name, resource }: ResourceChange) => (resource ? answer(resource) : missing(name)),
  };
  yield* syncChanges(calendar, { token, limit });
}

/** RFC 4791, section 7.8: what there is of a kind, happens within a time, or has words in it. */
async function* queryObjects({ db, of, minimal }: Asking, root: XmlElement) {
  const filter = readFilter(root);
  const { answer } = objectAnswers(of, askedOf(root), { minimal, isReport: true });
  const resources = objectsOf(of.person.person, of.calendar.id, true);
  const { range } = filter;
  const pages = range === null ? allOf(db, resources) : within(db, resources, { ...filter, range });
  for await (const page of pages) {
    const found: ResourceRow[] = [];
    for (const { object, isInRows } of page) {
      // Others are served while rules are expanded, one of which may take long.
      if (range !== null && !isInRows) await new Promise((resume) => setImmediate(resume));
      if (object.source !== null && matchObject(object.source, filter, isInRows)) found.push(object);
    }
    yield found.map(answer);
  }
}

type Candidate = { object: ResourceRow; isInRows: boolean };

async function* allOf(db: ReadDb, resources: Resources): AsyncGenerator<Candidate[]> {
  const limit = pageSize(true);
  for (let after = ''; ; ) {
    const page = await readResources(db, resources, { after, limit });
    yield page.map((object) => ({ object, isInRows: false }));
    const last = page.at(-1);
    if (!last || page.length < limit) return;
    after = last.name;
  }
}

/** Names are found by thousands, as each look goes through all of the span; texts are read by pages. */
const NAMES = 5_000;

async function* within(
  db: ReadDb,
  resources: Resources,
  { range, components: wanted }: ObjectFilter & { range: Span },
): AsyncGenerator<Candidate[]> {
  const components = (['event', 'task'] as const).filter((one) => wanted.includes(COMPONENTS[one]));
  const most = pageSize(true);
  for (let after = ''; ; ) {
    const names = await readNamesWithin(db, resources, range, { components, after, limit: NAMES });
    for (let at = 0; at < names.length; at += most) {
      const some = names.slice(at, at + most);
      const objects = await readResourcesByName(
        db,
        resources,
        some.map(({ name }) => name),
      );
      const byName = new Map(objects.map((object) => [object.name, object]));
      yield some.flatMap(({ name, is_in_rows: isInRows }) => {
        const object = byName.get(name);
        return object ? [{ object, isInRows }] : [];
      });
    }
    const last = names.at(-1);
    if (!last || names.length < NAMES) return;
    after = last.name;
  }
}

/** RFC 4791, section 7.9: the objects that are named, and that those which are not here are not. */
async function* getObjects({ db, caller, hosts, of, minimal }: Asking, root: XmlElement) {
  const { answer, missing, withSource } = objectAnswers(of, askedOf(root), { minimal, isReport: true });
  const names = new Set<string>();
  const elsewhere: Xml[] = [];
  for (const { text } of childrenOf(root, dav('href'))) {
    const path = pathOfHref(text, hosts);
    const object = path === null ? null : objectAt(caller, path);
    if (object?.calendarId !== of.calendar.id) elsewhere.push(statusResponse(text.trim(), 404));
    else names.add(object.name);
  }
  const all = [...names];
  const most = pageSize(withSource);
  const resources = objectsOf(of.person.person, of.calendar.id, withSource);
  for (let at = 0; at < all.length; at += most) {
    const some = all.slice(at, at + most);
    const objects = await readResourcesByName(db, resources, some);
    const byName = new Map(objects.map((object) => [object.name, object]));
    yield some.map((name) => {
      const object = byName.get(name);
      return object ? answer(object) : missing(name);
    });
  }
  yield elsewhere;
}

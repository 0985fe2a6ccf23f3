import type { CalendarRow } from '../../calendar/calendars/calendars.store.ts';
import { calendarsOf } from '../../calendar/calendars/calendars-of.ts';
import { objectsOf } from '../../calendar/object-resources.ts';
import { CALENDAR as KERNEL } from '../../kernel/calendar.ts';
import { readResources } from '../../kernel/resources.store.ts';
import { readJournalSeq } from '../../kernel/things-changed.store.ts';
import { notFound } from '../../platform/dav/dav-refusal.ts';
import { propResponse, sendMultistatus } from '../../platform/dav/multistatus.ts';
import { findProps } from '../../platform/dav/properties.ts';
import { type PropfindAsked, readPropfindRequest } from '../../platform/dav/read-propfind.ts';
import type { Xml } from '../../platform/dav/write-xml.ts';
import type { DavPerson, HomeCall } from '../../platform/dav-site/dav-home.ts';
import { HOME } from '../../platform/dav-site/site-properties.ts';
import type { ReadDb } from '../../tables.ts';
import { objectAnswers, pageSize } from './object-answers.ts';
import { findResource, openCalendar } from './open-calendar.ts';
import { calendarHref, homeHref, type Place } from './places.ts';
import { CALENDAR } from './properties-of.ts';
import type { Box } from './scheduling-boxes.ts';

/** What is in a home but for the boxes of scheduling. */
type Shown = Exclude<Place, Box>;

type Asking = PropfindAsked & { db: ReadDb; person: DavPerson; address: string };

export async function propfind(db: ReadDb, { caller, request, reply, takeTurn }: HomeCall, place: Shown) {
  const asked = await readPropfindRequest(request, { isCollection: place.kind !== 'object' });
  const { address } = place;
  const turn = await takeTurn();
  return sendMultistatus(reply, answersOf({ ...asked, db, person: caller, address }, place), turn);
}

async function* answersOf(asking: Asking, place: Shown): AsyncGenerator<readonly Xml[]> {
  const { db, person, address, asked, minimal } = asking;
  if (place.kind === 'home') {
    yield* answerHome(asking);
    return;
  }
  const { written, calendarId } = place;
  const calendar = await openCalendar(db, person.person, calendarId);
  if (place.kind === 'calendar') {
    yield* answerCalendar(asking, written, calendar);
    return;
  }
  const object = await findResource(db, person.person, place);
  if (!object) throw notFound();
  yield [
    objectAnswers({ person, address, written, calendar }, asked, { minimal, isReport: false }).answer(object),
  ];
}

async function* answerHome({ db, person, address, asked, depth, minimal }: Asking) {
  const own = propResponse(
    homeHref(address),
    findProps(HOME, { person, address, title: null }, asked),
    minimal,
  );
  if (depth === 0) {
    yield [own];
    return;
  }
  const seq = await readJournalSeq(db, KERNEL.journal, person.person);
  const calendars = await calendarsOf(db, person.person);
  yield [
    own,
    ...calendars.map((calendar) =>
      describe({ person, address, asked, minimal, written: calendar.id }, calendar, seq),
    ),
  ];
}

function describe(
  { person, address, asked, minimal, written }: Omit<Asking, 'db' | 'depth'> & { written: string },
  calendar: CalendarRow,
  seq: number,
): Xml {
  const found = findProps(CALENDAR, { person, address, calendar, seq }, asked);
  return propResponse(calendarHref(address, written), found, minimal);
}

async function* answerCalendar(asking: Asking, written: string, calendar: CalendarRow) {
  const { db, person, address, asked, depth, minimal } = asking;
  const seq = await readJournalSeq(db, KERNEL.journal, person.person);
  yield [describe({ ...asking, written }, calendar, seq)];
  if (depth === 0) return;
  const { answer } = objectAnswers({ person, address, written, calendar }, asked, {
    minimal,
    isReport: false,
  });
  const of = objectsOf(person.person, calendar.id, false);
  const limit = pageSize(false);
  for (let after = ''; ; ) {
    const page = await readResources(db, of, { after, limit });
    yield page.map(answer);
    const last = page.at(-1);
    if (!last || page.length < limit) return;
    after = last.name;
  }
}

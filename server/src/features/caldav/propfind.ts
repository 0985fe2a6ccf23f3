import { seenCalendars } from '../../calendar/access/reach.ts';
import { CALENDAR as KERNEL } from '../../kernel/calendar.ts';
import { readJournalSeq } from '../../kernel/things-changed.store.ts';
import { notFound } from '../../platform/dav/dav-refusal.ts';
import { propResponse, sendMultistatus } from '../../platform/dav/multistatus.ts';
import { findProps } from '../../platform/dav/properties.ts';
import { type PropfindAsked, readPropfindRequest } from '../../platform/dav/read-propfind.ts';
import type { Xml } from '../../platform/dav/write-xml.ts';
import type { DavPerson, HomeCall } from '../../platform/dav-site/dav-home.ts';
import type { ReadDb } from '../../tables.ts';
import { objectAnswers, pageSize } from './object-answers.ts';
import {
  type OpenCalendar,
  openWithBlocks,
  presentIn,
  presentOf,
  readNamed,
  readPage,
  withBlocks,
} from './open-calendar.ts';
import { calendarHref, homeHref, type Place } from './places.ts';
import { CALENDAR, CALENDAR_HOME } from './properties-of.ts';
import type { Box } from './scheduling-boxes.ts';

/** What is in a home but for the boxes of scheduling. */
type Shown = Exclude<Place, Box>;

type Asking = PropfindAsked & { db: ReadDb; now: number; person: DavPerson; address: string };

export async function propfind(
  { db, now }: { db: ReadDb; now: number },
  { caller, request, reply, takeTurn }: HomeCall,
  place: Shown,
) {
  const asked = await readPropfindRequest(request, { isCollection: place.kind !== 'object' });
  const { address } = place;
  const turn = await takeTurn();
  return sendMultistatus(reply, answersOf({ ...asked, db, now, person: caller, address }, place), turn);
}

async function* answersOf(asking: Asking, place: Shown): AsyncGenerator<readonly Xml[]> {
  const { db, now, person, address, asked, minimal } = asking;
  if (place.kind === 'home') {
    yield* answerHome(asking);
    return;
  }
  const { written, calendarId } = place;
  const calendar = await openWithBlocks(db, person.person, calendarId, now);
  if (place.kind === 'calendar') {
    yield* answerCalendar(asking, written, calendar);
    return;
  }
  const [object] = await readNamed(db, calendar, [place.name], null);
  if (!object) throw notFound();
  yield [
    objectAnswers({ person, address, written, calendar }, asked, { minimal, texts: null }).answer(object),
  ];
}

async function* answerHome({ db, now, person, address, asked, depth, minimal }: Asking) {
  const own = propResponse(
    homeHref(address),
    findProps(CALENDAR_HOME, { person, address, title: null }, asked),
    minimal,
  );
  if (depth === 0) {
    yield [own];
    return;
  }
  const seen = await withBlocks(db, person.person, await seenCalendars(db, person.person), now);
  const journal = await readJournalSeq(db, KERNEL.journal, person.person);
  yield [
    own,
    ...seen.map((calendar) =>
      describe(
        { now, person, address, asked, minimal, written: calendar.id },
        calendar,
        presentIn(calendar, journal),
      ),
    ),
  ];
}

function describe(
  { now, person, address, asked, minimal, written }: Omit<Asking, 'db' | 'depth'> & { written: string },
  calendar: OpenCalendar,
  seq: number,
): Xml {
  const found = findProps(CALENDAR, { person, address, calendar, seq, now }, asked);
  return propResponse(calendarHref(address, written), found, minimal);
}

async function* answerCalendar(asking: Asking, written: string, calendar: OpenCalendar) {
  const { db, person, address, asked, depth, minimal } = asking;
  const seq = await presentOf(db, calendar);
  yield [describe({ ...asking, written }, calendar, seq)];
  if (depth === 0) return;
  const { answer } = objectAnswers({ person, address, written, calendar }, asked, {
    minimal,
    texts: null,
  });
  yield (calendar.blocks ?? []).map(answer);
  const limit = pageSize(false);
  for (let after: string | null = ''; after !== null; ) {
    const page = await readPage(db, calendar, { after, limit, withSource: false });
    yield page.rows.map(answer);
    after = page.next;
  }
}

import { calendarsOf } from '../../../calendar/calendars/calendars-of.ts';
import type { CalendarDeps } from '../../../calendar/change-calendar.ts';
import { type EventsOfFiles, eventsOfFiles } from '../../../calendar/ical/events-of-files.ts';
import { readTrashedUids } from '../../../calendar/objects/trash.store.ts';
import { idFromText, newId } from '../../../platform/ids.ts';
import { inSlices } from '../../../platform/in-slices.ts';
import { createTurns } from '../../../platform/take-turns.ts';
import type { ReadDb } from '../../../tables.ts';
import { createCalendar } from '../change-calendars.ts';
import { freeName } from '../free-name.ts';
import { runImport } from '../imports/run-import.ts';
import { type CalendarSource, calendarSourceName } from './calendar-source.ts';
import { createDavClient, type DavAsk, type DavLimits } from './dav-client.ts';
import { MoveInError } from './move-in-error.ts';
import {
  findCalendars,
  listObjects,
  nameOfObject,
  type ObjectPage,
  readObjects,
  type SourceCalendar,
  type Unread,
} from './read-calendars.ts';

export type MovedCalendar = {
  calendar: string;
  in_source: number;
  created: number;
  replaced: number;
  already_there: number;
  /** Changed here since, or a meeting that is another's here. */
  kept: number;
  /** In the trash here. */
  deleted_here: number;
  /** Also those that their server lists and does not give. */
  refused: number;
  /** Listed at first, and deleted when they were asked for. */
  left_meanwhile: number;
  /** Left at the source. */
  tasks: number;
};

export type CalendarMoveReport = {
  calendars: MovedCalendar[];
  refused: { calendar: string; title: string; reason: string }[];
  /** Refused ones that exceed the list. */
  more_refused: number;
  stopped: string | null;
};

type Move = { mailboxId: number; from: CalendarSource; password: string };
type Watcher = { start(total: number): void; show(done: number): void };

const COLOR = '#1a73e8';
/** Of what was refused, so much is told by name. */
const MOST_REFUSED = 1_000;
const NO_CALENDAR = 'What the server gives is no iCalendar';

/**
 * Brings calendars over: each into one of its own, which a later pass finds again, and events by their UID, so that a pass
 * may be cut off anywhere and run again. Nobody is invited or told.
 */
export async function moveCalendars(
  deps: CalendarDeps,
  { mailboxId, from, password }: Move,
  watcher: Watcher,
  limits?: DavLimits,
): Promise<CalendarMoveReport> {
  const ask = createDavClient(deps.clock, from, password, limits);
  const report: CalendarMoveReport = { calendars: [], refused: [], more_refused: 0, stopped: null };
  try {
    const calendars = await findCalendars(ask, from);
    watcher.start(calendars.length);
    for (const calendar of calendars) {
      await moveOne(deps, { mailboxId, source: calendarSourceName(from), ask, calendar }, report);
      watcher.show(report.calendars.length);
    }
  } catch (error) {
    if (!(error instanceof MoveInError)) throw error;
    report.stopped = error.message;
  }
  return report;
}

type OneCalendar = { mailboxId: number; source: string; ask: DavAsk; calendar: SourceCalendar };

async function moveOne(deps: CalendarDeps, of: OneCalendar, report: CalendarMoveReport): Promise<void> {
  const { mailboxId, source, ask, calendar } = of;
  const paths = await listObjects(ask, calendar);
  const id = idFromText(`calendar ${calendar.url.pathname} of ${source} in mailbox ${mailboxId}`);
  await makeCalendar(deps, mailboxId, { ...calendar, id });
  const moved: MovedCalendar = {
    ...{ calendar: calendar.name, in_source: 0, created: 0, replaced: 0, already_there: 0 },
    ...{ kept: 0, deleted_here: 0, refused: 0, left_meanwhile: 0, tasks: 0 },
  };
  report.calendars.push(moved);
  // All pages of a pass are undone together.
  const order = { uid: newId(deps.clock), calendar_id: id };
  const unread: Unread[] = [];
  const refuse = (refused: Refused[], count: number) => {
    moved.refused += count;
    const named = refused.slice(0, MOST_REFUSED - report.refused.length);
    report.refused.push(...named.map((each) => ({ calendar: calendar.name, ...each })));
    report.more_refused += count - named.length;
  };
  for await (const page of readObjects(ask, calendar, paths)) {
    const { faults, empty } = await importPage(deps, { mailboxId, order, objects: page.objects }, moved);
    const named = faults.first.map(({ title, problem }) => ({ title, reason: problem }));
    refuse(named, faults.total);
    unread.push(...page.unread, ...empty.map((path) => ({ path, reason: NO_CALENDAR })));
  }
  if (unread.length === 0) return;
  // Deleted there meanwhile is missed by nobody; the others are.
  const listed = new Set((await listObjects(ask, calendar)).map(nameOfObject));
  const missing = unread
    .map(({ path, reason }) => ({ title: nameOfObject(path), reason }))
    .filter(({ title }) => listed.has(title));
  refuse(missing, missing.length);
  moved.in_source += missing.length;
  moved.left_meanwhile += unread.length - missing.length;
}

type Refused = { title: string; reason: string };

type Page = {
  mailboxId: number;
  order: { uid: string; calendar_id: string };
  objects: ObjectPage['objects'];
};

/** Answers what was refused of it, and in which objects nothing is. */
async function importPage(deps: CalendarDeps, { mailboxId, order, objects }: Page, moved: MovedCalendar) {
  const { signal } = new AbortController();
  const files = objects.map(({ path, text }) => ({ name: path, bytes: Buffer.from(text) }));
  const found = await inSlices(eventsOfFiles(files), signal);
  if (found.isTooLong) throw new MoveInError(`${moved.calendar} has more parts than are read`);
  const { kept: events, dropped } = await withoutTrashed(deps.db, mailboxId, order.calendar_id, found.events);
  const turns = createTurns(deps.clock);
  const done = await runImport({ ...deps, turns, signal }, mailboxId, { ...found, events }, order);
  moved.in_source += found.events.length + found.faults.length;
  moved.created += done.created;
  moved.replaced += done.replaced;
  moved.already_there += done.equal;
  moved.kept += done.kept;
  moved.deleted_here += dropped;
  moved.tasks += found.tasks;
  return { faults: done.faults, empty: found.empty };
}

/** One that is there is found by its id, whatever its owner calls it since. */
async function makeCalendar(
  deps: CalendarDeps,
  mailboxId: number,
  { id, name, color }: { id: string; name: string; color: string | null },
): Promise<void> {
  const own = await calendarsOf(deps.db, mailboxId);
  if (own.some((one) => one.id === id)) return;
  const free = await freeName(deps.db, mailboxId, name);
  await createCalendar(deps, mailboxId, { id, name: free, color: color ?? COLOR });
}

/** What was deleted here since an earlier pass stays deleted. */
async function withoutTrashed(
  db: ReadDb,
  mailboxId: number,
  calendarId: string,
  events: EventsOfFiles['events'],
): Promise<{ kept: EventsOfFiles['events']; dropped: number }> {
  const uids = events.map(({ uid }) => uid);
  const trashed = new Set(await readTrashedUids(db, mailboxId, calendarId, uids));
  const kept = events.filter(({ uid }) => !trashed.has(uid));
  return { kept, dropped: events.length - kept.length };
}

/** Whether everything that is there is here, but for what was changed or deleted here. */
export function areWhole({ refused, stopped }: CalendarMoveReport): boolean {
  return stopped === null && refused.length === 0;
}

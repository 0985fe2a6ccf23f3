import type { CalendarImportPlan, CalendarImportResult } from '@bocau/contract/calendar-imports.ts';
import { reachCalendar } from '../../../calendar/access/reach.ts';
import type { CalendarRow } from '../../../calendar/calendars/calendars.store.ts';
import { calendarsOf, ownCalendar } from '../../../calendar/calendars/calendars-of.ts';
import { type CalendarChange, type CalendarDeps, changeCalendar } from '../../../calendar/change-calendar.ts';
import type { EventsOfFiles } from '../../../calendar/ical/events-of-files.ts';
import { putObjects } from '../../../calendar/objects/put-objects.ts';
import { unixSeconds } from '../../../platform/clock.ts';
import { Failure } from '../../../platform/failure.ts';
import { idFromText, newId } from '../../../platform/ids.ts';
import { createCalendar } from '../change-calendars.ts';
import { readOwnAddresses } from '../own-addresses.ts';
import {
  type ClassifiedEvent,
  type ClassifyDeps,
  classifyEvents,
  type ImportTarget,
  type PreparedEvent,
  preparePortions,
  readKnown,
} from './classify-events.ts';
import { advanceImport, beginImport, readImport, writeSteps } from './imports.store.ts';

type ImportDeps = CalendarDeps & ClassifyDeps;
type Counts = Omit<CalendarImportResult, 'uid' | 'calendar_id'>;

const TITLES = 5;
const FAULTS_SHOWN = 100;
const NOWHERE = idFromText('no calendar');
const DEFAULT_COLOR = '#1a73e8';

export type ImportOrder = {
  uid: string;
  calendar_id?: string | undefined;
  name?: string | undefined;
  color?: string | undefined;
};

/** What an import would do, without doing it. */
export async function planImport(
  deps: ImportDeps,
  person: number,
  file: EventsOfFiles,
  { calendar_id, name: newName }: Omit<ImportOrder, 'uid' | 'color'>,
): Promise<CalendarImportPlan> {
  const calendar = newName === undefined ? await knownCalendar(deps, person, calendar_id) : undefined;
  const target = await targetOf(deps, person, calendar, idFromText('plan'));
  const counts = countsOf(file);
  for await (const { prepared, faults } of preparePortions(deps, file.events, target)) {
    const classified = await classifyEvents(deps, prepared, target);
    addFaults(counts, [...faults, ...classified.faults]);
    count(counts, classified.events);
  }
  const { name, tasks, others, events } = file;
  return { ...counts, name, tasks, others, titles: events.slice(0, TITLES).map(({ title }) => title) };
}

/**
 * Each portion is a change of its own: what has come stays, and the same import sent again goes on from there. Nobody is
 * invited or told, whatever an event says of organiser and guests.
 */
export async function runImport(
  deps: ImportDeps,
  person: number,
  file: EventsOfFiles,
  order: ImportOrder,
): Promise<CalendarImportResult> {
  const calendar = await calendarFor(deps, person, order);
  const target = await targetOf(deps, person, calendar, order.uid);
  const { mailboxId, calendarId } = target;
  const total = file.events.length;
  await changeCalendar(
    deps,
    mailboxId,
    async ({ tx, now }) => {
      const before = await readImport(tx, mailboxId, order.uid);
      if (before && before.calendar_id !== calendarId)
        throw new Failure('already_exists', 'This import went into another calendar', {
          details: { field: 'uid' },
        });
      await beginImport(tx, {
        ...{ mailbox_id: mailboxId, id: order.uid, calendar_id: calendarId, at: now, total, done: 0 },
        is_new_calendar: order.name !== undefined,
      });
    },
    person,
  );
  const counts = countsOf(file);
  for await (const { prepared, faults, gone } of preparePortions(deps, file.events, target)) {
    const written = await writePortion(deps, prepared, target, gone);
    addFaults(counts, [...faults, ...written.faults]);
    count(counts, written.events);
  }
  return { uid: order.uid, calendar_id: calendarId, ...counts };
}

async function knownCalendar(
  { db }: CalendarDeps,
  person: number,
  id: string | undefined,
): Promise<CalendarRow | undefined> {
  if (id !== undefined) return reachCalendar(db, person, id, 'WRITE');
  return (await calendarsOf(db, person)).find(({ is_default }) => is_default);
}

/** Of a new calendar: one that is sent again finds the one that was made for it. */
async function calendarFor(
  deps: CalendarDeps,
  person: number,
  { uid, calendar_id, name, color = DEFAULT_COLOR }: ImportOrder,
): Promise<CalendarRow | undefined> {
  if (name === undefined) return knownCalendar(deps, person, calendar_id);
  const id = idFromText(`calendar of import ${uid} of mailbox ${person}`);
  const own = await calendarsOf(deps.db, person);
  if (!own.some((one) => one.id === id)) await createCalendar(deps, person, { id, name, color });
  return ownCalendar(deps.db, person, id);
}

async function targetOf(
  { clock, db }: CalendarDeps,
  person: number,
  calendar: CalendarRow | undefined,
  importId: string,
): Promise<ImportTarget> {
  const mailboxId = calendar?.mailbox_id ?? person;
  return {
    ...{ importId, person, mailboxId, calendarId: calendar?.id ?? NOWHERE },
    own: new Set(
      [...(await readOwnAddresses(db, [mailboxId, person])).values()].flatMap((some) => [...some]),
    ),
    ...{ isOwner: (calendar?.permission ?? 'OWNER') === 'OWNER', now: unixSeconds(clock) },
  };
}

/** A program that puts one of the events meanwhile has it compared again. */
const TRIES = 5;

async function writePortion(deps: ImportDeps, prepared: PreparedEvent[], target: ImportTarget, gone: number) {
  for (let left = TRIES; ; left -= 1) {
    const classified = await classifyEvents(deps, prepared, target);
    const work = (change: CalendarChange) =>
      writeEvents(change, classified.events, { prepared, target, gone });
    if (await changeCalendar(deps, target.mailboxId, work, target.person)) return classified;
    if (left <= 1) throw new Failure('already_exists', 'Another program changes the same events');
  }
  async function writeEvents(
    change: CalendarChange,
    events: ClassifiedEvent[],
    of: { prepared: PreparedEvent[]; target: ImportTarget; gone: number },
  ): Promise<boolean> {
    const { tx, mailboxId, seq } = change;
    const { calendarId, importId, person } = of.target;
    // It may have been deleted, or be shared no longer.
    await reachCalendar(tx, person, calendarId, 'WRITE');
    const now = await readKnown(tx, of.target, of.prepared);
    if (events.some(({ derived, known }) => now.get(derived.uid)?.seq !== known?.seq)) return false;
    const puts = events
      .filter(({ what, isDone }) => !isDone && (what === 'created' || what === 'replaced'))
      .map(({ known, source, derived }) => ({
        id: known?.id ?? newId(deps.clock),
        calendarId,
        source,
        derived,
      }));
    if (puts.length > 0) {
      await writeSteps(tx, mailboxId, importId, { ids: puts.map(({ id }) => id), seq });
      await putObjects(change, puts);
    }
    await advanceImport(tx, mailboxId, importId, of.gone);
    return true;
  }
}

function countsOf({ faults }: EventsOfFiles): Counts {
  const counts: Counts = { created: 0, equal: 0, replaced: 0, kept: 0, faults: { total: 0, first: [] } };
  addFaults(counts, faults);
  return counts;
}

function addFaults({ faults }: Counts, more: Counts['faults']['first']): void {
  faults.total += more.length;
  faults.first.push(...more.slice(0, FAULTS_SHOWN - faults.first.length));
}

function count(counts: Counts, events: ClassifiedEvent[]): void {
  for (const { what } of events) counts[what] += 1;
}

import type { CalendarImportFault } from '@bocau/contract/calendar-imports.ts';
import type { FileEvent } from '../../../calendar/ical/events-of-files.ts';
import { ObjectFault, type ObjectProblem } from '../../../calendar/ical/object-fault.ts';
import { scanObject } from '../../../calendar/ical/scan-object.ts';
import { isNewer, type PartsSummary, summarizeParts } from '../../../calendar/ical/summarize-parts.ts';
import { type DerivedObject, deriveObject } from '../../../calendar/objects/derive-object.ts';
import { readWholeObjects } from '../../../calendar/objects/objects.store.ts';
import { bringsInvitation } from '../../../calendar/scheduling/put-by-program.ts';
import { inSlices, type Steps } from '../../../platform/in-slices.ts';
import type { Turns } from '../../../platform/take-turns.ts';
import type { ReadDb } from '../../../tables.ts';
import { type KnownObject, readKnownObjects, readStepsOf } from './imports.store.ts';

/** Where events go. */
export type ImportTarget = {
  /** Of the import. */
  importId: string;
  /** Whose turns it takes. */
  person: number;
  mailboxId: number;
  calendarId: string;
  isOwner: boolean;
  /** The addresses of the owner of the calendar, and of who imports. */
  own: ReadonlySet<string>;
  /** Unix seconds. */
  now: number;
};

export type ClassifyDeps = { db: ReadDb; turns: Turns; signal: AbortSignal };

export type PreparedEvent = {
  event: FileEvent;
  source: Buffer;
  derived: DerivedObject;
  summary: PartsSummary;
};

export type ClassifiedEvent = PreparedEvent & {
  known: KnownObject | null;
  what: 'created' | 'equal' | 'replaced' | 'kept';
  /** An earlier try of the same import has written it. */
  isDone: boolean;
};

export type Portion = { events: ClassifiedEvent[]; faults: CalendarImportFault[]; gone: number };

/** What one change writes, whatever of it comes first. */
const EVENTS = 100;
const BYTES = 2 * 1024 * 1024;
const OCCURRENCES = 10_000;
/** Each may have a megabyte. */
const READ_AT_ONCE = 20;
const GUESTS = 500;

/** Goes through the events of a file, some at a time. */
export async function* preparePortions(
  { turns, signal }: ClassifyDeps,
  events: FileEvent[],
  target: ImportTarget,
): AsyncGenerator<{ prepared: PreparedEvent[]; faults: CalendarImportFault[]; gone: number }> {
  for (let from = 0; from < events.length; ) {
    const portion = await turns.pace(target.person, () =>
      inSlices(prepareSome(events, from, target), signal),
    );
    from = portion.gone;
    yield portion;
  }
}

/** Others are served after each event. */
function* prepareSome(events: FileEvent[], from: number, target: ImportTarget) {
  const prepared: PreparedEvent[] = [];
  const faults: CalendarImportFault[] = [];
  let [at, bytes, occurrences] = [from, 0, 0];
  for (
    ;
    at < events.length && prepared.length < EVENTS && bytes < BYTES && occurrences < OCCURRENCES;
    at += 1
  ) {
    yield;
    const one = prepareEvent(events[at] as FileEvent, target);
    if ('problem' in one) {
      faults.push(one);
      continue;
    }
    prepared.push(one);
    bytes += one.source.length;
    occurrences += one.derived.occurrences.length;
  }
  return { prepared, faults, gone: at };
}

const PROBLEMS: Partial<Record<ObjectProblem, CalendarImportFault['problem']>> = {
  'max-resource-size': 'too_large',
  'max-instances': 'too_often',
};

function prepareEvent(
  event: FileEvent,
  { isOwner, now, own }: ImportTarget,
): PreparedEvent | CalendarImportFault {
  const { file, line, title } = event;
  try {
    const source = event.source();
    const derived = deriveObject(source, now);
    const summary = summarize(source);
    if (summary.guests > GUESTS) return { file, line, title, problem: 'too_many_guests' };
    // They would vanish before the eyes of who imports them (CL-111).
    if (summary.isPrivate && !isOwner) return { file, line, title, problem: 'private' };
    if (!isOwner && bringsInvitation(source, null, own)) return { file, line, title, problem: 'not_here' };
    return { event, source, derived, summary };
  } catch (error) {
    if (!(error instanceof ObjectFault)) throw error;
    return { file, line, title, problem: PROBLEMS[error.problem] ?? 'broken' };
  }
}

function summarize(source: Buffer): PartsSummary {
  return summarizeParts(scanObject(source).calendar.parts.filter(({ name }) => name !== 'VTIMEZONE'));
}

/** What becomes of events, by what is in the calendar now. */
export async function classifyEvents(
  deps: ClassifyDeps,
  prepared: PreparedEvent[],
  target: ImportTarget,
): Promise<Omit<Portion, 'gone'>> {
  const known = await readKnown(deps.db, target, prepared);
  const ids = [...known.values()].map(({ id }) => id);
  const steps = ids.length === 0 ? null : await readStepsOf(deps.db, target.mailboxId, target.importId, ids);
  const compared = new Map<string, PartsSummary>();
  const unlike = prepared.flatMap(({ derived }) => {
    const one = known.get(derived.uid);
    return one && !steps?.has(one.id) && one.component === derived.component && one.etag !== derived.etag
      ? [one.id]
      : [];
  });
  for (let from = 0; from < unlike.length; from += READ_AT_ONCE) {
    const some = unlike.slice(from, from + READ_AT_ONCE);
    await deps.turns.pace(target.person, async () => {
      const wholes = await readWholeObjects(deps.db, target.mailboxId, some);
      await inSlices(
        (function* (): Steps<void> {
          for (const { id, source } of wholes) {
            yield;
            compared.set(id, summarize(source));
          }
        })(),
        deps.signal,
      );
    });
  }
  const portion: Omit<Portion, 'gone'> = { events: [], faults: [] };
  for (const one of prepared) {
    const there = known.get(one.derived.uid) ?? null;
    const step = there && steps?.get(there.id);
    const what = step ?? whatOf(one, there, there && compared.get(there.id), target);
    if (what !== 'not_here') portion.events.push({ ...one, known: there, what, isDone: Boolean(step) });
    else {
      const { file, line, title } = one.event;
      portion.faults.push({ file, line, title, problem: 'not_here' });
    }
  }
  return portion;
}

export async function readKnown(
  db: ReadDb,
  { mailboxId, calendarId }: ImportTarget,
  prepared: PreparedEvent[],
): Promise<Map<string, KnownObject>> {
  const uids = prepared.map(({ derived }) => derived.uid);
  const rows = await readKnownObjects(db, mailboxId, calendarId, uids);
  return new Map(rows.map((row) => [row.uid, row]));
}

function whatOf(
  { derived, summary }: PreparedEvent,
  known: KnownObject | null,
  there: PartsSummary | null | undefined,
  { isOwner }: ImportTarget,
): ClassifiedEvent['what'] | 'not_here' {
  if (!known) return 'created';
  if (known.component !== derived.component) return 'not_here';
  if (known.etag === derived.etag || !there) return 'equal';
  // What is hidden from others isn't changed by them.
  if (there.isPrivate && !isOwner) return 'not_here';
  if (there.content === summary.content) return 'equal';
  // A file makes nobody else the organiser of a meeting, who then could call it off.
  if (there.organiser !== null && there.organiser !== summary.organiser) return 'kept';
  return isNewer(summary, there) ? 'replaced' : 'kept';
}

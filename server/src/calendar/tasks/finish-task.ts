import { invalidEvent } from '../ical/event-fields.ts';
import { momentOf } from '../ical/event-time.ts';
import { firstLine } from '../ical/part-values.ts';
import { type CalendarObject, readObject } from '../ical/read-object.ts';
import type { Part } from '../ical/scan-object.ts';
import { createSourceEdits, type SourceEdits } from '../ical/source-edits.ts';
import { writeLine, writeMoment, writeTime } from '../ical/write-lines.ts';
import type { Zone } from '../ical/zones.ts';
import { timeAt } from '../objects/series-parts.ts';
import { keepFrom } from '../objects/split-series.ts';
import type { FoundOccurrence } from '../occurrences/occurrences-of.ts';
import { moveAlarms } from './move-alarms.ts';
import { dueOf, nextTask, taskOf } from './read-task.ts';

/** When, and where the person is. */
type Moment = { now: number; place: Zone };

/**
 * The text after a task was done: of a series the next one stands, as phones do it too; with none left it is done as a whole.
 * Null where another one stands than is meant, or it is done already.
 */
export function finishTask(source: Buffer, original: string, { now, place }: Moment): Buffer | null {
  const object = readObject(source);
  const state = taskOf(object);
  if (!state) throw invalidEvent('event', 'It is no task');
  if (state.doneAt !== null || state.original !== original) return null;
  const next = nextTask(object, state, { now, place });
  if (next) return beginTaskAt(object, placeOf(next), now);
  const edits = createSourceEdits(object);
  const { lineBreak } = object;
  const { part } = object.main ?? state.part;
  edits.setLine(part, 'STATUS', writeLine('STATUS', 'COMPLETED', lineBreak));
  edits.setLine(part, 'COMPLETED', writeMoment('COMPLETED', now, lineBreak));
  edits.setLine(part, 'PERCENT-COMPLETE', writeLine('PERCENT-COMPLETE', '100', lineBreak));
  stamp(edits, part, { now, lineBreak });
  return edits.apply();
}

/** The text of a task that is to be done after all; null where it is open. */
export function reopenTask(source: Buffer, now: number): Buffer | null {
  const object = readObject(source);
  const state = taskOf(object);
  if (!state || state.doneAt === null) return null;
  const edits = createSourceEdits(object);
  const { part } = state.part;
  reopen(edits, part, object.lineBreak);
  stamp(edits, part, { now, lineBreak: object.lineBreak });
  return edits.apply();
}

function placeOf({ part, at }: FoundOccurrence): number {
  return part.original ? momentOf(part.original) : at;
}

/** The series from one of its own on, with what was before it left out. */
export function beginTaskAt(object: CalendarObject, moment: number, now: number): Buffer {
  const { source, main, lineBreak, findZone } = object;
  if (!main || moment <= momentOf(main.start)) return source;
  const start = timeAt(main.start, moment);
  const due = dueOf(main, findZone);
  const edits = createSourceEdits(object);
  const { part } = main;
  if (firstLine(part, 'DTSTART')) edits.setLine(part, 'DTSTART', writeTime('DTSTART', start, lineBreak));
  if (due && firstLine(part, 'DUE')) {
    const moved = { ...due, wall: due.wall + start.wall - main.start.wall };
    edits.setLine(part, 'DUE', writeTime('DUE', moved, lineBreak));
    moveAlarms(edits, part, { from: due, to: moved, lineBreak });
  }
  keepFrom(edits, object, moment);
  reopen(edits, part, lineBreak);
  stamp(edits, part, { now, lineBreak });
  return edits.apply();
}

function reopen(edits: SourceEdits, part: Part, lineBreak: string): void {
  if (firstLine(part, 'STATUS'))
    edits.setLine(part, 'STATUS', writeLine('STATUS', 'NEEDS-ACTION', lineBreak));
  for (const name of ['COMPLETED', 'PERCENT-COMPLETE']) edits.setLine(part, name, null);
}

function stamp(edits: SourceEdits, part: Part, { now, lineBreak }: { now: number; lineBreak: string }): void {
  for (const name of ['DTSTAMP', 'LAST-MODIFIED'])
    edits.setLine(part, name, writeMoment(name, now, lineBreak));
}

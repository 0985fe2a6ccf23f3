import type { TaskFields } from '@bocau/contract/calendar-tasks.ts';
import { isLunarRule } from '@bocau/contract/lunar-rule.ts';
import { setReminders } from '../ical/edit-part.ts';
import { checkRule, eventTime, invalidEvent } from '../ical/event-fields.ts';
import { type EventTime, momentOf } from '../ical/event-time.ts';
import { firstLine } from '../ical/part-values.ts';
import { type CalendarObject, type EventPart, readObject } from '../ical/read-object.ts';
import { scanObject } from '../ical/scan-object.ts';
import { createSourceEdits, type SourceEdits } from '../ical/source-edits.ts';
import { escapeText, writeLine, writeMoment, writeTime } from '../ical/write-lines.ts';
import { describeZone, moveSingles } from '../objects/edit-series.ts';
import { emptyObject } from '../objects/write-object.ts';
import { momentIn, snoozesOf } from '../reminders/alarms-of.ts';
import { beginTaskAt } from './finish-task.ts';
import { moveAlarms } from './move-alarms.ts';
import { dueOf, taskOf } from './read-task.ts';
import { taskReminderOf } from './task-fields.ts';

const TEXTS = { title: 'SUMMARY', notes: 'DESCRIPTION', url: 'URL' } as const;

type NewTask = Partial<TaskFields> & Pick<TaskFields, 'title'>;

/** The text of a new task. */
export function writeTask(fields: NewTask, { uid, now }: { uid: string; now: number }): Buffer {
  const scanned = scanObject(emptyObject('VTODO', uid));
  const { lineBreak } = scanned;
  const [part] = scanned.calendar.parts;
  if (!part) throw new Error('a new task has its part');
  const edits = createSourceEdits(scanned);
  const first = part.lines[0]?.end ?? part.end.start;
  edits.insert(first, writeMoment('CREATED', now, lineBreak));
  edits.insert(first, writeLine('STATUS', 'NEEDS-ACTION', lineBreak));
  return editTask(edits.apply(), { fields, now });
}

/** Writes the fields that are named; of a series, into all of it. */
export function editTask(
  given: Buffer,
  { fields, now }: { fields: Partial<TaskFields>; now: number },
): Buffer {
  const isOfTimes = fields.due !== undefined || fields.rule !== undefined;
  const source = isOfTimes ? beginAtNext(given, now) : given;
  const object = readObject(source);
  const state = taskOf(object);
  if (!state) throw invalidEvent('event', 'It is no task');
  const edits = createSourceEdits(object);
  const { main } = object;
  const edit = { object, fields, now };
  if (main && main !== state.part) {
    // What stands was changed by itself: it alone moves, and the rule is that of its series.
    const { due: _due, reminders: _reminders, ...ofSeries } = fields;
    editPartOf(edits, main, { ...edit, fields: ofSeries });
    const { rule: _rule, ...ofSingle } = fields;
    editPartOf(edits, state.part, { ...edit, fields: ofSingle });
  } else editPartOf(edits, state.part, edit);
  return edits.apply();
}

/** The series from the one on that is to be done next: its times are what a person sees and edits. */
function beginAtNext(source: Buffer, now: number): Buffer {
  const object = readObject(source);
  const state = taskOf(object);
  return state?.original ? beginTaskAt(object, state.at, now) : source;
}

type Edit = { object: CalendarObject; fields: Partial<TaskFields>; now: number };

function editPartOf(edits: SourceEdits, event: EventPart, { object, fields, now }: Edit): void {
  const { part } = event;
  const { lineBreak, findZone } = object;
  const set = (name: string, line: Buffer | null) => edits.setLine(part, name, line);
  for (const [field, name] of Object.entries(TEXTS)) {
    const text = fields[field as keyof typeof TEXTS];
    if (text === undefined) continue;
    const value = name === 'URL' ? text : escapeText(text);
    set(name, text === '' ? null : writeLine(name, value, lineBreak));
  }
  const before = dueOf(event, findZone);
  const due = fields.due === undefined ? before : fields.due && eventTime(fields.due, 'due');
  const rule = fields.rule === undefined ? firstLine(part, 'RRULE') : fields.rule;
  if (due === null && rule && !firstLine(part, 'DTSTART'))
    throw invalidEvent('due', 'A task that repeats has a date');
  const start = fields.due === undefined ? event.start : setDue(edits, event, { due, before, object });
  if (fields.rule !== undefined) {
    if (fields.rule !== null && isLunarRule(fields.rule))
      throw invalidEvent('rule', 'A task repeats by the solar calendar');
    if (fields.rule !== null && !due) throw invalidEvent('due', 'A task that repeats has a date');
    if (fields.rule !== null) checkRule(fields.rule, start);
    set('RRULE', fields.rule === null ? null : writeLine('RRULE', fields.rule, lineBreak));
    // RFC 5545, 3.8.5.3: a rule counts from DTSTART.
    if (fields.rule !== null && due && !firstLine(part, 'DTSTART'))
      set('DTSTART', writeTime('DTSTART', due, lineBreak));
  }
  if (fields.priority !== undefined)
    set('PRIORITY', fields.priority === 0 ? null : writeLine('PRIORITY', String(fields.priority), lineBreak));
  if (fields.is_private !== undefined)
    set('CLASS', fields.is_private ? writeLine('CLASS', 'PRIVATE', lineBreak) : null);
  // Properties stand before alarms, which are written at the same place.
  set('DTSTAMP', writeMoment('DTSTAMP', now, lineBreak));
  set('LAST-MODIFIED', writeMoment('LAST-MODIFIED', now, lineBreak));
  const hasStart =
    firstLine(part, 'DTSTART') !== undefined || (typeof fields.rule === 'string' && due !== null);
  const isApart = hasStart && due !== null && momentOf(start) !== momentOf(due);
  if (fields.reminders)
    setReminders(edits, part, due === null ? [] : fields.reminders, {
      lineBreak,
      minutesOf: (alarm) => taskReminderOf(alarm, event, before),
      isOfEnd: !hasStart || isApart,
    });
}

type Due = { due: EventTime | null; before: EventTime | null; object: CalendarObject };

/** Moves what stands with it: a start, single ones of the series, and alarms at a moment. Returns the start. */
function setDue(edits: SourceEdits, event: EventPart, { due, before, object }: Due): EventTime {
  const { part, start } = event;
  const { lineBreak } = object;
  const set = (name: string, time: EventTime | null) =>
    edits.setLine(part, name, time && writeTime(name, time, lineBreak));
  const hasStart = firstLine(part, 'DTSTART') !== undefined;
  for (const snooze of snoozesOf(part)) edits.removePart(snooze);
  set('DUE', due);
  edits.setLine(part, 'DURATION', null);
  if (due === null) {
    if (before && hasStart) set('DTSTART', null);
    for (const alarm of part.parts) if (momentIn(alarm, 'TRIGGER') === null) edits.removePart(alarm);
    return start;
  }
  describeZone(edits, object, due);
  if (before) moveAlarms(edits, part, { from: before, to: due, lineBreak });
  if (!hasStart) return due;
  const isLike = start.kind === due.kind && before?.kind === due.kind;
  const moved = isLike && before ? { ...due, wall: due.wall - (before.wall - start.wall) } : due;
  set('DTSTART', moved);
  if (event === object.main && moved.kind === start.kind)
    moveSingles(edits, object, { start: moved, shift: moved.wall - start.wall });
  return moved;
}

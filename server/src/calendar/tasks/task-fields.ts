import { REMINDED_AFTER_MINUTES } from '@bocau/contract/calendar.ts';
import type { TaskFields } from '@bocau/contract/calendar-tasks.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import { onlyRule, shownTime } from '../ical/event-fields.ts';
import { type EventTime, momentOf } from '../ical/event-time.ts';
import { firstLine, paramOf, rawValue, textOf, wordOf } from '../ical/part-values.ts';
import type { CalendarObject, EventPart } from '../ical/read-object.ts';
import type { Part } from '../ical/scan-object.ts';
import { parseDuration } from '../ical/written-times.ts';
import { momentIn, snoozesOf } from '../reminders/alarms-of.ts';
import { dueOf, priorityOf, type TaskState } from './read-task.ts';

const MINUTE = 60;
const MOST_REMINDERS = 10;

/** What a task says, in the fields that a person changes. */
export function fieldsOfTask({ main, findZone }: CalendarObject, { part, due }: TaskState): TaskFields {
  const own = dueOf(part, findZone);
  const snoozes = new Set(snoozesOf(part.part));
  const alarms = part.part.parts.filter((alarm) => !snoozes.has(alarm));
  return {
    title: part.title,
    notes: textOf(part.part, 'DESCRIPTION', LIMITS.eventDescriptionLength),
    url: textOf(part.part, 'URL', 2000),
    due: due && shownTime(due),
    rule: main && onlyRule(main.part),
    reminders: alarms.flatMap((alarm) => taskReminderOf(alarm, part, own) ?? []).slice(0, MOST_REMINDERS),
    priority: priorityOf(part.part),
    is_private: part.isPrivate,
  };
}

/**
 * Minutes before a task is due of an alarm that says so: relative to DUE, to a start that is the same or missing, or at a
 * moment as Apple writes it.
 */
export function taskReminderOf(
  alarm: Part,
  { part, start }: EventPart,
  due: EventTime | null,
): number | null {
  const trigger = firstLine(alarm, 'TRIGGER');
  if (alarm.name !== 'VALARM' || !trigger || !due || wordOf(alarm, 'ACTION') === 'EMAIL') return null;
  const at = momentIn(alarm, 'TRIGGER');
  if (at !== null) return due.kind === 'zoned' ? minutesBefore(at - momentOf(due)) : null;
  const isOfEnd = (paramOf(trigger, 'RELATED') ?? 'START').toUpperCase() === 'END';
  const isSame = !firstLine(part, 'DTSTART') || momentOf(start) === momentOf(due);
  const seconds = isOfEnd || isSame ? parseDuration(rawValue(trigger)) : null;
  return seconds === null ? null : minutesBefore(seconds);
}

function minutesBefore(seconds: number): number | null {
  if (seconds % MINUTE !== 0 || seconds > REMINDED_AFTER_MINUTES * MINUTE) return null;
  // Not -0, which is another value than 0 to some.
  return seconds === 0 ? 0 : -seconds / MINUTE;
}

import type { TaskDetail, TaskFields } from '@bocau/contract/calendar-tasks.ts';
import { sameValue } from '../../../model/engine/same-value.ts';
import { type EventFormValues, newValues } from '../form/form-values.ts';
import { type RepeatValue, repeatValueOf, ruleOf } from '../form/repeat-value.ts';
import { PRIORITIES, type Priority, priorityOf } from './task-words.ts';

/** The fields of a task as they are filled in; a day or a time is empty while what is typed is none. */
export type TaskFormValues = {
  title: string;
  notes: string;
  url: string;
  hasDue: boolean;
  day: string;
  hasTime: boolean;
  clock: string;
  zone: string | null;
  repeat: RepeatValue;
  reminders: readonly number[];
  priority: Priority;
  isPrivate: boolean;
  calendarId: string;
};

export type TaskFaults = Partial<
  Record<'title' | 'day' | 'time' | 'url', 'title' | 'day' | 'time' | 'url'> & {
    repeat: 'weekdays' | 'count' | 'interval' | 'day';
  }
>;

type Begun = Pick<TaskDetail, 'calendar_id'> & { fields: TaskFields };

export function taskValuesOf(
  { fields, calendar_id }: Begun,
  { zone, today }: { zone: string; today: string },
): TaskFormValues {
  const { due, rule } = fields;
  return {
    ...{ title: fields.title, notes: fields.notes, url: fields.url, reminders: fields.reminders },
    ...{
      hasDue: due !== null,
      day: due?.day ?? today,
      hasTime: due?.clock != null,
      clock: due?.clock ?? '09:00',
    },
    zone: due?.clock != null ? due.zone : zone,
    repeat: due ? repeatValueOf(rule, due) : { kind: 'none' },
    priority: priorityOf(fields),
    isPrivate: fields.is_private,
    calendarId: calendar_id,
  };
}

export function taskFieldsOf(values: TaskFormValues, before: TaskFields): TaskFields {
  const { hasDue, hasTime, day, clock, zone } = values;
  const due = hasDue ? { day, ...(hasTime ? { clock, zone } : { clock: null, zone: null }) } : null;
  const reminders = [...new Set(due ? values.reminders : [])].sort((one, other) => one - other);
  return {
    ...{ title: values.title.trim(), notes: values.notes, url: values.url.trim(), due, reminders },
    rule: due && ruleOf(values.repeat, due),
    // Of nine priorities three are offered: one that is not touched stays as it was.
    priority: values.priority === priorityOf(before) ? before.priority : PRIORITIES[values.priority],
    is_private: values.isPrivate,
  };
}

/** The fields that were changed. */
export function changedTaskFields(before: TaskFields, after: TaskFields): Partial<TaskFields> {
  const sorted = { ...before, reminders: before.reminders.toSorted((one, other) => one - other) };
  const names = Object.keys(after) as (keyof TaskFields)[];
  return Object.fromEntries(
    names.filter((name) => !sameValue(sorted[name], after[name])).map((name) => [name, after[name]]),
  );
}

export function taskFaultsOf(values: TaskFormValues, repeat: TaskFaults['repeat']): TaskFaults {
  const { title, hasDue, hasTime, day, clock, url } = values;
  return {
    ...(title.trim() === '' && { title: 'title' as const }),
    ...(hasDue && day === '' && { day: 'day' as const }),
    ...(hasDue && hasTime && clock === '' && { time: 'time' as const }),
    ...(url.trim() !== '' && !/^https?:\/\/\S+$/i.test(url.trim()) && { url: 'url' as const }),
    ...(hasDue && repeat && { repeat }),
  };
}

/** As the fields about repeating, which are those of events, take them. */
export function asEventValues(
  { day, repeat, hasTime, calendarId }: TaskFormValues,
  zone: string,
): EventFormValues {
  const empty = newValues({ span: { start: 0, end: 0 }, kind: 'day' }, { zone, calendarId });
  return { ...empty, startDay: day, endDay: day, isWhole: !hasTime, repeat };
}

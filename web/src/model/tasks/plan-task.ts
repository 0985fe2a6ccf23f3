import type { Task, TaskDetail, TaskFields } from '@bocau/contract/calendar-tasks.ts';
import { momentsOf } from '../calendar/occurrence-times.ts';
import { type NewTaskFields, type TaskChange, type TaskOperation, UNSENT_REVISION } from './tasks-noun.ts';

type NewTask = { id: string; calendarId: string; fields: NewTaskFields };

const NEW_TASK: Omit<TaskFields, 'title'> = {
  ...{ notes: '', url: '', due: null, rule: null },
  ...{ reminders: [], priority: 0, is_private: false },
};

export function planNewTask({ id, calendarId, fields }: NewTask): Extract<TaskOperation, { kind: 'create' }> {
  const empty: Task = {
    ...{ id, calendar_id: calendarId, original: '', title: '', due: null, done_at: null, priority: 0 },
    ...{ repeats: false, has_notes: false, has_reminders: false, url: '', is_private: false },
  };
  return { kind: 'create', id, calendarId, fields, row: rowAfter(empty, { fields }) };
}

/** A task as it was made, while the server does not have it. */
export function detailOf({ fields, row }: Extract<TaskOperation, { kind: 'create' }>): TaskDetail {
  const all = { ...NEW_TASK, ...fields };
  return { ...row, fields: all, revision: UNSENT_REVISION, repeats_otherwise: false };
}

export function planTaskEdit(task: Task, detail: TaskDetail, change: TaskChange): TaskOperation {
  const names = Object.keys(change.fields) as (keyof TaskFields)[];
  const back = {
    fields: Object.fromEntries(names.map((name) => [name, detail.fields[name]])),
    ...(change.calendarId !== undefined && { calendarId: task.calendar_id }),
  };
  const revision = detail.revision === UNSENT_REVISION ? null : detail.revision;
  return { kind: 'change', id: task.id, revision, change, back, before: task, row: rowAfter(task, change) };
}

export function planFinish(task: Task, isDone: boolean, now: number): TaskOperation {
  const row = { ...task, done_at: isDone ? Math.floor(now / 1000) : null };
  return { kind: 'finish', id: task.id, isDone, before: task, row };
}

function rowAfter(task: Task, { calendarId, fields }: TaskChange): Task {
  const { title, notes, url, due, rule, reminders, priority, is_private } = fields;
  return {
    ...task,
    ...(calendarId !== undefined && { calendar_id: calendarId }),
    ...(title !== undefined && { title }),
    ...(notes !== undefined && { has_notes: notes !== '' }),
    ...(url !== undefined && { url }),
    ...(due !== undefined && { due: due && momentOf(due) }),
    ...(rule !== undefined && { repeats: rule !== null }),
    ...(reminders !== undefined && { has_reminders: reminders.length > 0 }),
    ...(priority !== undefined && { priority }),
    ...(is_private !== undefined && { is_private }),
  };
}

function momentOf(due: NonNullable<TaskFields['due']>): NonNullable<Task['due']> {
  const { kind, at } = momentsOf({ start: due, end: due });
  return { kind, at };
}

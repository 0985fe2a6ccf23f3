import type { Calendar } from '@bocau/contract/calendar.ts';
import type { Task, TaskDetail, TaskFields } from '@bocau/contract/calendar-tasks.ts';
import { say, spoken } from '../../../i18n/i18n.ts';
import { createStore } from '../../../lib/store.ts';
import { now } from '../../../lib/timers.ts';
import { planFinish, planNewTask, planTaskEdit } from '../../../model/tasks/plan-task.ts';
import type { TasksModel, TasksModelEvent } from '../../../model/tasks/tasks-model.ts';
import type { NewTaskFields, TaskChange } from '../../../model/tasks/tasks-noun.ts';
import { announceAct } from '../../../parts/acts/announce-act.ts';
import { announceCalendarFailure } from '../begin-calendar-act.ts';
import { titleOf } from '../calendar-words.ts';

const named = (title: string) => titleOf(spoken.get(), title);
const UUID_LENGTH = 36;

/** An edit that was refused because of another one; the form opens again with it. */
export const refusedTask = createStore<{ id: string; typed: Partial<TaskFields> } | null>(null);

export function addTask(model: TasksModel, calendar: Calendar, fields: NewTaskFields): string {
  const end = calendar.event_ids_end;
  const id = crypto.randomUUID().slice(0, UUID_LENGTH - end.length) + end;
  const operation = planNewTask({ id, calendarId: calendar.id, fields });
  announceAct(model.act(operation), say('tasks.acts.added', { title: named(fields.title) }));
  return id;
}

export function setDone(model: TasksModel, task: Task, isDone: boolean): void {
  const words = !isDone ? 'tasks.acts.reopened' : task.repeats ? 'tasks.acts.next' : 'tasks.acts.finished';
  announceAct(model.act(planFinish(task, isDone, now())), say(words, { title: named(task.title) }));
}

export function removeTask(model: TasksModel, task: Task): void {
  const act = model.act({ kind: 'trash', id: task.id, before: task });
  announceAct(act, say('tasks.acts.removed', { title: named(task.title) }));
}

export function saveTask(model: TasksModel, task: Task, detail: TaskDetail, change: TaskChange): void {
  const title = named(change.fields.title ?? task.title);
  announceAct(model.act(planTaskEdit(task, detail, change)), say('tasks.acts.saved', { title }));
}

/** Announces acts that were refused; they are already rolled back. */
export function announceTaskEvent({ operation, error, undoing }: TasksModelEvent): void {
  if (error.code === 'event_changed' && operation.kind === 'change' && !undoing)
    refusedTask.set({ id: operation.id, typed: operation.change.fields });
  announceCalendarFailure(say(`tasks.refused.${undoing ? 'undo' : operation.kind}`), error);
}

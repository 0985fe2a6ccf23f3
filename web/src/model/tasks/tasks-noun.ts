import type { Task, TaskDetail, TaskFields } from '@bocau/contract/calendar-tasks.ts';
import type { OperationKind } from '../engine/noun.ts';

export type TaskChange = { calendarId?: string; fields: Partial<TaskFields> };
export type NewTaskFields = Partial<TaskFields> & Pick<TaskFields, 'title'>;

/**
 * What a user can do to tasks, as data. `row` is how the task stands on the screen after it, and `before` how it stood:
 * each is its own inverse. Of one that repeats the server knows the next, and how it was before.
 */
export type TaskOperation =
  | { kind: 'create'; id: string; calendarId: string; fields: NewTaskFields; row: Task }
  | {
      kind: 'change';
      id: string;
      /** Null where the last one wins. */
      revision: number | null;
      change: TaskChange;
      back: TaskChange;
      before: Task;
      row: Task;
    }
  | { kind: 'finish'; id: string; isDone: boolean; before: Task; row: Task }
  /** Undoes that one of a series was done. */
  | { kind: 'rejoin'; id: string; row: Task }
  | { kind: 'trash'; id: string; before: Task }
  | { kind: 'restore'; id: string; row: Task };

/** The types of tasks for the engine. */
export type Tasks = {
  row: Task;
  detail: TaskDetail;
  operation: TaskOperation;
  answer: { id: string };
  lists: object;
  counts: { tasks: number };
};

export type TaskKind<K extends TaskOperation['kind']> = OperationKind<
  Tasks,
  Extract<TaskOperation, { kind: K }>
>;

/** The engine knows lists of rows; all that is loaded is one of them. */
export const TASKS = 'tasks';

/** Of a task of which an own operation is on its way: the number is not known, and an edit names none. */
export const UNSENT_REVISION = -1;

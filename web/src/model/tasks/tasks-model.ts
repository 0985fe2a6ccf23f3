import type { Task, TaskDetail } from '@bocau/contract/calendar-tasks.ts';
import type { ApiError } from '@bocau/contract/client.ts';
import type { TaskOperation } from './tasks-noun.ts';

/** Open tasks, those that are done, or those with all of some words. */
export type TaskListName = { state: 'open' | 'done'; words: string };

/** Tasks of a list, pending operations applied. The same object until something in it changes. */
export type TasksView = {
  loading: 'loading' | 'ready' | 'failed';
  tasks: readonly Task[];
  /** False where there are more than fit into an answer of the server. */
  isComplete: boolean;
  error: ApiError | null;
};

/** An operation that has begun: the screen has changed already. */
export type TaskAct = {
  undo(): Promise<boolean>;
  readonly settled: Promise<boolean>;
};

/** `undoing`: its undo was refused. */
export type TasksModelEvent = {
  kind: 'refused';
  operation: TaskOperation;
  error: ApiError;
  undoing: boolean;
};

/** Tasks as the browser knows them, without React. Built like CalendarModel, on the same engine. */
export type TasksModel = {
  subscribe(listener: () => void): () => void;
  onEvent(listener: (event: TasksModelEvent) => void): () => void;
  view(list: TaskListName): TasksView;
  /** Loads a list if needed, and keeps it up to date until released. */
  hold(list: TaskListName): () => void;
  refresh(list: TaskListName): Promise<void>;
  /** All of a task, as the server has it now. */
  read(id: string): Promise<TaskDetail>;
  /** Optimistic: the screen changes within this very call; the server gets it at once, or when it can be reached. */
  act(operation: TaskOperation): TaskAct;
  /** Sends what an earlier page has left unsent; rejects when the server can't be reached. */
  start(): Promise<void>;
  changed(): void;
  connected(): void;
  /** The session has ended: nothing is sent any more, and what is begun is stored for the next one. */
  rest(): void;
  close(): void;
};

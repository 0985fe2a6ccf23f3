import { createContext, useContext, useSyncExternalStore } from 'react';
import type { TasksModel } from '../../model/tasks/tasks-model.ts';

export const TasksModelContext = createContext<TasksModel | null>(null);

export function useTasksModel(): TasksModel {
  const model = useContext(TasksModelContext);
  if (!model) throw new Error('There are no tasks around this part of the screen');
  return model;
}

/** Reads from the model, and rerenders when what it read changes. */
export function useTasks<T>(read: (model: TasksModel) => T): T {
  const model = useTasksModel();
  return useSyncExternalStore(model.subscribe, () => read(model));
}

import { announceTaskEvent } from '../../features/calendar/tasks/task-acts.ts';
import { createTasksModel } from '../../model/tasks/create-tasks-model.ts';
import { openOnce } from './open-once.ts';

export const openTasks = openOnce({
  create: createTasksModel,
  announce: announceTaskEvent,
  frame: 'calendar_changed',
});

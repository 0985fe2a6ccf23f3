import * as tasks from '@bocau/contract/calendar-tasks.ts';
import { type Route, route } from '../../../platform/http/routes.ts';
import type { MeetingDeps } from '../scheduling-of.ts';
import { changeTask, createTask, findTask, finishTask } from './change-tasks.ts';
import { listTasks } from './list-tasks.ts';

export function calendarTaskRoutes(deps: MeetingDeps): Route[] {
  return [
    route(tasks.listTasks, ({ caller, query }) => listTasks(deps.db, caller.person, query)),

    route(tasks.getTask, async ({ caller, params }) => ({
      data: await findTask(deps.db, caller.person, params.id),
    })),

    route(tasks.createTask, async ({ caller, body }) => ({
      data: await createTask(deps, caller.person, body),
    })),

    route(tasks.changeTask, async ({ caller, params, body }) => ({
      data: await changeTask(deps, caller.person, params.id, body),
    })),

    route(tasks.finishTask, async ({ caller, params, body }) => ({
      data: await finishTask(deps, caller.person, params.id, body),
    })),
  ];
}

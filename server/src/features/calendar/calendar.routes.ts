import * as calendar from '@bocau/contract/calendar.ts';
import { OK, type Route, route } from '../../platform/http/routes.ts';
import { changeCalendarEntry, createCalendar, deleteCalendar, showCalendars } from './change-calendars.ts';
import {
  answerEvent,
  changeEvent,
  createEvent,
  dropOccurrences,
  restoreEvents,
  trashEvents,
} from './change-events.ts';
import { listEvents } from './list-events.ts';
import { readCalendarChanges } from './read-calendar-changes.ts';
import type { MeetingDeps } from './scheduling-of.ts';
import { findEvent } from './show-event.ts';

export function calendarRoutes(deps: MeetingDeps): Route[] {
  const { db } = deps;
  return [
    route(calendar.listCalendars, async ({ caller }) => ({ data: await showCalendars(db, caller.person) })),

    route(calendar.createCalendar, async ({ caller, body }) => ({
      data: await createCalendar(deps, caller.person, body),
    })),

    route(calendar.changeCalendarEntry, async ({ caller, params, body }) => ({
      data: await changeCalendarEntry(deps, caller.person, params.id, body),
    })),

    route(calendar.deleteCalendar, async ({ caller, params }) => {
      await deleteCalendar(deps, caller.person, params.id);
      return { data: OK };
    }),

    route(calendar.listEvents, ({ caller, query }) => listEvents(db, caller.person, query)),

    route(calendar.getEvent, async ({ caller, params, query }) => ({
      data: await findEvent(db, caller.person, params.id, query.original),
    })),

    route(calendar.createEvent, async ({ caller, body }) => ({
      data: await createEvent(deps, caller.person, body),
    })),

    route(calendar.changeEvent, async ({ caller, params, body }) => ({
      data: await changeEvent(deps, caller.person, params.id, body),
    })),

    route(calendar.answerEvent, async ({ caller, params, body }) => ({
      data: await answerEvent(deps, caller.person, params.id, body),
    })),
    route(calendar.dropOccurrences, async ({ caller, params, body }) => ({
      data: await dropOccurrences(deps, caller.person, params.id, body),
    })),

    route(calendar.trashEvents, async ({ caller, body }) => {
      await trashEvents(deps, caller.person, body.ids);
      return { data: OK };
    }),

    route(calendar.restoreEvents, async ({ caller, body }) => {
      await restoreEvents(deps, caller.person, body.ids);
      return { data: OK };
    }),

    route(calendar.getCalendarChanges, async ({ caller, query }) => ({
      data: await readCalendarChanges(db, caller.person, query.since ?? null),
    })),
  ];
}

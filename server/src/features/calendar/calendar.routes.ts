import * as calendar from '@bocau/contract/calendar.ts';
import * as busy from '@bocau/contract/calendar-busy.ts';
import * as handOver from '@bocau/contract/calendar-organiser.ts';
import * as proposals from '@bocau/contract/calendar-proposals.ts';
import * as rooms from '@bocau/contract/calendar-rooms.ts';
import * as shares from '@bocau/contract/calendar-shares.ts';
import * as files from '@bocau/contract/event-files.ts';
import { showsBusy, writeShowsBusy } from '../../calendar/busy/busy.store.ts';
import { changeCalendar } from '../../calendar/change-calendar.ts';
import { unixSeconds } from '../../platform/clock.ts';
import { OK, type Route, route } from '../../platform/http/routes.ts';
import { answerEvent } from './answer-event.ts';
import { answerReminder, listReminders } from './answer-reminders.ts';
import { changeCalendarEntry, createCalendar, showCalendars } from './change-calendars.ts';
import { changeEvent, createEvent, dropOccurrences, rejoinSeries, trashEvents } from './change-events.ts';
import { deleteCalendar } from './delete-calendar.ts';
import { deleteEvents } from './delete-events.ts';
import { sendEnclosedFile } from './files/send-enclosed-file.ts';
import { handOverEvent } from './hand-over-event.ts';
import { calendarImportRoutes } from './imports/import.routes.ts';
import { listBusyTimes } from './list-busy-times.ts';
import { listEvents } from './list-events.ts';
import { declineProposal, proposeTime, withdrawProposal } from './propose-time.ts';
import { readCalendarChanges } from './read-calendar-changes.ts';
import { restoreEvents } from './restore-events.ts';
import { listFreeRooms, listRoomTimes } from './rooms/free-rooms.ts';
import { roomBookingRoutes } from './rooms/room-bookings.routes.ts';
import type { MeetingDeps } from './scheduling-of.ts';
import { searchEvents, showTrash } from './search-events.ts';
import { leaveCalendar, listCalendarMembers, shareCalendar, shareWithCompany } from './share-calendar.ts';
import { findEvent } from './show-event.ts';
import { calendarTaskRoutes } from './tasks/task.routes.ts';

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

    route(shares.listCalendarMembers, async ({ caller, params }) => ({
      data: await listCalendarMembers(db, caller.person, params.id),
    })),

    route(shares.setCalendarMembers, async ({ caller, params, body }) => ({
      data: await shareCalendar(deps, caller.person, params.id, body.members),
    })),

    route(shares.shareCalendarWithCompany, async ({ caller, request, params, body }) => {
      const { person: mailboxId, email: name, domain: domainId } = caller;
      const actor = { kind: 'person', mailboxId, name, domainId, address: request.ip } as const;
      return { data: await shareWithCompany(deps, actor, params.id, body.shared) };
    }),

    route(shares.leaveCalendar, async ({ caller, params }) => {
      await leaveCalendar(deps, caller.person, params.id);
      return { data: OK };
    }),

    route(busy.listBusyTimes, async ({ caller, body }) => ({
      data: await listBusyTimes(db, caller.person, body),
    })),

    route(rooms.listFreeRooms, async ({ caller, body }) => ({
      data: await listFreeRooms(deps, caller.person, body),
    })),

    route(rooms.listRoomTimes, async ({ caller, body }) => ({
      data: await listRoomTimes(db, caller.person, body),
    })),

    route(busy.getBusyChoice, async ({ caller }) => ({
      data: { shown: await showsBusy(db, caller.person) },
    })),

    route(busy.setBusyChoice, async ({ caller, body }) => {
      await changeCalendar(deps, caller.person, ({ tx }) => writeShowsBusy(tx, caller.person, body.shown));
      return { data: body };
    }),

    route(calendar.listEvents, ({ caller, query }) => listEvents(db, caller.person, query)),

    route(calendar.searchEvents, ({ caller, query }) =>
      searchEvents(db, caller.person, query.q, unixSeconds(deps.clock)),
    ),

    route(calendar.listTrashedEvents, async ({ caller }) => ({ data: await showTrash(db, caller.person) })),

    route(calendar.getEvent, async ({ caller, params, query }) => ({
      data: await findEvent(db, caller.person, params.id, query.original),
    })),

    route(files.getEnclosedFile, ({ caller, params, query }) =>
      sendEnclosedFile(db, caller.person, params, query.original),
    ),

    route(calendar.createEvent, async ({ caller, body }) => ({
      data: await createEvent(deps, caller.person, body),
    })),

    route(calendar.changeEvent, async ({ caller, params, body }) => ({
      data: await changeEvent(deps, caller.person, params.id, body),
    })),

    route(calendar.answerEvent, async ({ caller, params, body }) => ({
      data: await answerEvent(deps, caller.person, params.id, body),
    })),

    route(proposals.proposeTime, async ({ caller, params, body }) => ({
      data: await proposeTime(deps, caller.person, params.id, body),
    })),

    route(proposals.declineProposal, async ({ caller, params, body }) => ({
      data: await declineProposal(deps, caller.person, params.id, body),
    })),

    route(proposals.withdrawProposal, async ({ caller, params, body }) => ({
      data: await withdrawProposal(deps, caller.person, params.id, body),
    })),

    route(handOver.handOverEvent, async ({ caller, params, body }) => ({
      data: await handOverEvent(deps, caller.person, params.id, body),
    })),

    route(calendar.dropOccurrences, async ({ caller, params, body }) => ({
      data: await dropOccurrences(deps, caller.person, params.id, body),
    })),

    route(calendar.rejoinSeries, async ({ caller, params }) => ({
      data: await rejoinSeries(deps, caller.person, params.id),
    })),

    route(calendar.trashEvents, async ({ caller, body }) => {
      await trashEvents(deps, caller.person, body.ids);
      return { data: OK };
    }),

    route(calendar.restoreEvents, async ({ caller, body }) => {
      await restoreEvents(deps, caller.person, body.ids);
      return { data: OK };
    }),

    route(calendar.deleteEvents, async ({ caller, body }) => {
      await deleteEvents(deps, caller.person, body.ids);
      return { data: OK };
    }),

    route(calendar.listReminders, async ({ caller }) => ({ data: await listReminders(deps, caller.person) })),

    route(calendar.dismissReminder, async ({ caller, params, body }) => {
      await answerReminder(deps, caller.person, params.id, { ...body, again: null });
      return { data: OK };
    }),

    route(calendar.snoozeReminder, async ({ caller, params, body: { original, until } }) => {
      await answerReminder(deps, caller.person, params.id, { original, again: until });
      return { data: OK };
    }),

    ...calendarImportRoutes(deps),
    ...calendarTaskRoutes(deps),
    ...roomBookingRoutes(deps),

    route(calendar.getCalendarChanges, async ({ caller, query }) => ({
      data: await readCalendarChanges(db, caller.person, query.since ?? null),
    })),
  ];
}

import { z } from 'zod';
import { calendarName, color } from './calendar.ts';
import { endpoint } from './endpoint.ts';
import { id } from './fields.ts';

/** Of the file, packed or not, and of what is packed in it. */
export const CALENDAR_IMPORT_BYTES = 32 * 1024 * 1024;

/** An event that is not imported, by the line of its file where it begins. */
const importFault = z.object({
  /** The name of the file in an archive; empty for a file by itself. */
  file: z.string(),
  line: z.number().int(),
  title: z.string(),
  problem: z.enum([
    'broken',
    'too_large',
    'too_many_guests',
    'too_often',
    /** The file has another one with the same UID that is newer. */
    'twice',
    /** Only the owner of a calendar puts private events into it. */
    'private',
    /** It has the UID of one that the calendar does not take it for. */
    'not_here',
  ]),
});
export type CalendarImportFault = z.infer<typeof importFault>;

const counts = {
  created: z.number().int(),
  /** Are there already and say the same. */
  equal: z.number().int(),
  /** Are newer than those that are there, and take their place. */
  replaced: z.number().int(),
  /** Are older than those that are there, which stay. */
  kept: z.number().int(),
  faults: z.object({ total: z.number().int(), first: z.array(importFault) }),
};

export const calendarImportPlan = z.object({
  ...counts,
  /** Of the calendar in the file; empty where it says none. */
  name: z.string(),
  /** Of the first events. */
  titles: z.array(z.string()),
  /** Left out: tasks, and what is neither an event nor a task. */
  tasks: z.number().int(),
  others: z.number().int(),
});
export type CalendarImportPlan = z.infer<typeof calendarImportPlan>;

/** Where events go; where neither is said, into the calendar of new events. */
const target = {
  calendar_id: id.optional(),
  /** Of a new calendar. */
  name: calendarName.optional(),
};

/** Fields of the form, before its file. */
export const calendarImportPlanForm = z.object(target);

const limit = { name: 'calendar-imports', count: 60, perSeconds: 600, by: 'account' } as const;

export const planCalendarImport = endpoint({
  method: 'POST',
  path: '/api/calendar/v1/import/plan',
  summary:
    'What an import would do: a file of iCalendar, or a ZIP archive of some (multipart, field `file`; before it `calendar_id`, or the `name` of a new calendar)',
  access: 'session',
  on: 'person',
  limit,
  multipart: true,
  data: calendarImportPlan,
  errors: ['too_large', 'unsupported_media_type', 'too_many_events', 'event_not_found', 'forbidden'],
});

/** Fields of the form, before its file. */
export const calendarImportForm = z.object({
  /** Chosen by the client: an import that is sent again goes on where it was interrupted. */
  uid: z.uuid().lowercase(),
  ...target,
  /** Of a new calendar. */
  color: color.optional(),
});

export const calendarImportResult = z.object({ uid: z.string(), calendar_id: id, ...counts });
export type CalendarImportResult = z.infer<typeof calendarImportResult>;

export const importCalendar = endpoint({
  method: 'POST',
  path: '/api/calendar/v1/import',
  summary:
    'Import events (multipart: `uid`, then `calendar_id`, or `name` and `color` of a new calendar, then the field `file`); nobody is invited or told; can be undone',
  access: 'session',
  on: 'person',
  limit,
  multipart: true,
  data: calendarImportResult,
  errors: [
    'too_large',
    'unsupported_media_type',
    'too_many_events',
    'event_not_found',
    'forbidden',
    'already_exists',
  ],
});

export const getCalendarImport = endpoint({
  method: 'GET',
  path: '/api/calendar/v1/import/:uid',
  summary: 'How far an import has come',
  access: 'session',
  on: 'person',
  params: z.object({ uid: z.uuid().lowercase() }),
  data: z.object({ done: z.number().int(), total: z.number().int() }),
  errors: ['event_not_found'],
});

export const undoCalendarImport = endpoint({
  method: 'POST',
  path: '/api/calendar/v1/import/undo',
  summary:
    'Delete the events of an import, and bring back those that it replaced, as far as nobody has changed them since',
  access: 'session',
  on: 'person',
  body: z.object({ uid: z.uuid().lowercase() }),
  /** How many stay as they are. */
  data: z.object({ changed: z.number().int() }),
  errors: ['event_not_found'],
});

export const exportCalendar = endpoint({
  method: 'GET',
  path: '/api/calendar/v1/calendars/:id/export',
  summary:
    'One’s own calendar as an iCalendar file: its events and tasks as they were put, without those in the trash',
  access: 'cookie-get',
  on: 'person',
  params: z.object({ id }),
  bytes: 'text/calendar',
  errors: ['event_not_found', 'forbidden'],
});

import { z } from 'zod';
import { calendarTime, reminders } from './calendar.ts';
import { endpoint } from './endpoint.ts';
import { id, line, unixSeconds } from './fields.ts';
import { LIMITS } from './limits.ts';

/** Open tasks of one answer, of one's own and of all that others share; and as many that are done. */
export const TASKS_LISTED = { open: 1000, done: 100 } as const;

/** What a person changes of a task. */
export const taskFields = z.object({
  title: line(LIMITS.eventTitleLength),
  notes: z.string().max(LIMITS.eventDescriptionLength),
  /** An address that belongs to it, as of the conversation that it was made of. */
  url: line(2000),
  /** Until when it is to be done; null for a task without a date. */
  due: calendarTime.nullable(),
  /** An RRULE (RFC 5545) without its name, of a task with a date; null for what is done once. */
  rule: line(500).nullable(),
  /** Minutes before it is due, after it where negative. */
  reminders,
  /** As RFC 5545 has it: 1 the highest, 9 the lowest, 0 for none. */
  priority: z.number().int().min(0).max(9),
  is_private: z.boolean(),
});
export type TaskFields = z.infer<typeof taskFields>;

/** A task as a line of a list. Of one that repeats it is the next that is to be done. */
export const task = z.object({
  id,
  calendar_id: id,
  /** Which one of a series; empty for what is done once. */
  original: z.string(),
  title: z.string(),
  /** `at` is a moment, but of `floating` and of whole days, which are written as if they were in UTC. */
  due: z.object({ kind: z.enum(['zoned', 'floating', 'day']), at: unixSeconds }).nullable(),
  /** Null while it is open. */
  done_at: unixSeconds.nullable(),
  priority: z.number().int(),
  repeats: z.boolean(),
  has_notes: z.boolean(),
  has_reminders: z.boolean(),
  url: z.string(),
  is_private: z.boolean(),
});
export type Task = z.infer<typeof task>;

export const taskDetail = task.extend({
  /** The number of the change that wrote it last: an edit names the one that it edits. */
  revision: z.number().int(),
  fields: taskFields,
  /** It repeats by more than one rule, or otherwise than one rule tells. */
  repeats_otherwise: z.boolean(),
});
export type TaskDetail = z.infer<typeof taskDetail>;

export const listTasks = endpoint({
  method: 'GET',
  path: '/api/calendar/v1/tasks',
  summary:
    'Tasks of all calendars that one may read: the open ones by when they are due, or the last that were done; with `q` those with all of the words, by their beginnings and without accents',
  access: 'session',
  on: 'person',
  query: z.object({ state: z.enum(['open', 'done']).default('open'), q: z.string().max(200).default('') }),
  data: z.array(task),
  /** `complete` is false where there are more than fit into one answer. */
  meta: z.object({ seq: z.number().int(), complete: z.boolean() }),
  errors: [],
});

export const getTask = endpoint({
  method: 'GET',
  path: '/api/calendar/v1/tasks/:id',
  summary: 'A task with all that a person changes of it',
  access: 'session',
  on: 'person',
  params: z.object({ id }),
  data: taskDetail,
  errors: ['event_not_found'],
});

export const createTask = endpoint({
  method: 'POST',
  path: '/api/calendar/v1/tasks',
  summary:
    'Create a task. With a `uid` a second call answers with the same task, and it is the id where it ends as `event_ids_end` of the calendar',
  access: 'session',
  on: 'person',
  body: z.object({
    uid: z.uuid().lowercase().optional(),
    calendar_id: id.optional(),
    fields: taskFields.partial().required({ title: true }),
  }),
  data: taskDetail,
  status: 201,
  errors: ['event_not_found', 'already_exists', 'invalid_event', 'too_many_events', 'too_large', 'forbidden'],
});

export const changeTask = endpoint({
  method: 'PATCH',
  path: '/api/calendar/v1/tasks/:id',
  summary: 'Change a task, or move it to another calendar of its owner; what is not named stays',
  access: 'session',
  on: 'person',
  params: z.object({ id }),
  body: z.object({
    revision: z.number().int().optional(),
    calendar_id: id.optional(),
    fields: taskFields.partial(),
  }),
  data: taskDetail,
  errors: ['event_not_found', 'event_changed', 'invalid_event', 'too_many_events', 'too_large', 'forbidden'],
});

export const finishTask = endpoint({
  method: 'POST',
  path: '/api/calendar/v1/tasks/:id/done',
  summary:
    'Say that a task is done, or is not. Of one that repeats the next one comes, which `rejoin` of events undoes; another call for the same `original` does nothing more',
  access: 'session',
  on: 'person',
  params: z.object({ id }),
  body: z.object({ done: z.boolean(), original: z.string().max(40).default('') }),
  data: taskDetail,
  errors: ['event_not_found', 'invalid_event', 'too_large', 'too_many_events', 'forbidden'],
});

import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { done, id, unixSeconds } from './fields.ts';
import { linkRules } from './link-rules.ts';

/** What a secret link shows to whoever has it: when its owner is busy, or all that is not private. */
export const LINK_PERMISSIONS = ['BUSY', 'READ'] as const;
export type LinkPermission = (typeof LINK_PERMISSIONS)[number];

/** Of one calendar, at the same time. */
export const MOST_CALENDAR_LINKS = 10;

const calendarLink = z.object({
  id,
  permission: z.enum(LINK_PERMISSIONS),
  /** Of its page; null where the server has no key any more to tell it. */
  page: z.string().nullable(),
  /** For programs that subscribe to it. */
  feed: z.string().nullable(),
  created_at: unixSeconds,
  expire_date: unixSeconds.nullable(),
  /** About when it was opened last. */
  opened_at: unixSeconds.nullable(),
  /** Why it opens nothing: it is over, an administrator ended it, or the rules of the organisation close it. */
  closed: z.enum(['expired', 'domain', 'off', 'age']).nullable(),
});
export type CalendarLink = z.infer<typeof calendarLink>;

export const listCalendarLinks = endpoint({
  method: 'GET',
  path: '/api/calendar/v1/calendars/:id/links',
  summary: 'The secret links by which people without a session see a calendar of one’s own',
  access: 'session',
  on: 'person',
  params: z.object({ id }),
  data: z.array(calendarLink),
  /** What the organisation allows of links to outside. */
  meta: z.object({ rules: linkRules }),
  errors: ['event_not_found', 'forbidden'],
});

export const createCalendarLink = endpoint({
  method: 'POST',
  path: '/api/calendar/v1/calendars/:id/links',
  summary: 'Make a secret link to a calendar of one’s own',
  access: 'session',
  on: 'person',
  params: z.object({ id }),
  body: z.object({ permission: z.enum(LINK_PERMISSIONS), expire_date: unixSeconds.nullable().default(null) }),
  data: calendarLink,
  status: 201,
  limit: { name: 'calendar links', count: 100, perSeconds: 3600, by: 'account' },
  errors: [
    'event_not_found',
    'forbidden',
    'time_in_past',
    'share_ends_late',
    'outside_links_off',
    'too_many_events',
    'service_unavailable',
  ],
});

export const endCalendarLink = endpoint({
  method: 'POST',
  path: '/api/calendar/v1/links/:id/end',
  summary: 'End a secret link of a calendar at once',
  access: 'session',
  on: 'person',
  params: z.object({ id }),
  data: done,
  errors: ['share_not_found'],
});

export const restoreCalendarLink = endpoint({
  method: 'POST',
  path: '/api/calendar/v1/links/:id/restore',
  summary: 'Put back a secret link that one has ended within the last day',
  access: 'session',
  on: 'person',
  params: z.object({ id }),
  data: done,
  errors: ['share_not_found', 'not_undoable', 'too_many_events'],
});

import { z } from 'zod';
import { CALENDAR_PERMISSIONS, calendar } from './calendar.ts';
import { endpoint } from './endpoint.ts';
import { done, id, line } from './fields.ts';
import { LIMITS } from './limits.ts';

export const calendarMember = z.object({
  email: z.string(),
  name: z.string(),
  permission: z.enum(CALENDAR_PERMISSIONS),
});
export type CalendarMember = z.infer<typeof calendarMember>;

export const listCalendarMembers = endpoint({
  method: 'GET',
  path: '/api/calendar/v1/calendars/:id/members',
  summary: 'With whom a calendar is shared; for its owner and who manages it',
  access: 'session',
  on: 'person',
  params: z.object({ id }),
  data: z.array(calendarMember),
  errors: ['event_not_found', 'forbidden'],
});

export const setCalendarMembers = endpoint({
  method: 'PUT',
  path: '/api/calendar/v1/calendars/:id/members',
  summary: 'Share a calendar with these people of its owner’s domain, and with nobody else',
  access: 'session',
  on: 'person',
  params: z.object({ id }),
  body: z.object({
    members: z
      .array(z.object({ address: line(LIMITS.recipientLength), permission: z.enum(CALENDAR_PERMISSIONS) }))
      .max(LIMITS.calendarMembers),
  }),
  data: z.array(calendarMember),
  errors: ['event_not_found', 'forbidden', 'invalid_recipients', 'too_many_events'],
});

export const shareCalendarWithCompany = endpoint({
  method: 'PUT',
  path: '/api/calendar/v1/calendars/:id/company',
  summary: 'Let everybody of the domain read a calendar of its owner, or not any more',
  access: { role: 'owner' },
  on: 'person',
  params: z.object({ id }),
  body: z.object({ shared: z.boolean() }),
  data: calendar,
  errors: ['event_not_found', 'forbidden'],
});

export const leaveCalendar = endpoint({
  method: 'DELETE',
  path: '/api/calendar/v1/calendars/:id/membership',
  summary: 'Leave a calendar that somebody else shares; only its owner, or who manages it, shares it again',
  access: 'session',
  on: 'person',
  params: z.object({ id }),
  data: done,
  errors: ['event_not_found', 'forbidden'],
});

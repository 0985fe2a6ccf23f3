import { z } from 'zod';
import { calendarName, calendarSubscription, color, feedFault } from './calendar.ts';
import { endpoint } from './endpoint.ts';
import { done, id } from './fields.ts';

/** Of one person. */
export const MOST_SUBSCRIPTIONS = 20;
/** Of one subscription. */
export const MOST_SUBSCRIBED_EVENTS = 20_000;

const READS = { name: 'reading calendars elsewhere', count: 60, perSeconds: 3600, by: 'account' } as const;

export const subscribeToCalendar = endpoint({
  method: 'POST',
  path: '/api/calendar/v1/subscriptions',
  summary:
    'Add a calendar by its address (https, http or webcal), which is read at once: where it can’t be, `fault` says why and nothing is kept; of an address that is followed already `name` says which calendar it is',
  access: 'session',
  on: 'person',
  body: z.object({ url: z.string().min(1).max(2000), name: calendarName.optional(), color }),
  data: z.object({ calendar_id: id.nullable(), fault: feedFault.nullable() }),
  limit: READS,
  errors: ['too_many_events', 'already_exists', 'service_unavailable'],
});

const one = {
  method: 'POST',
  access: 'session',
  on: 'person',
  params: z.object({ id }),
} as const;

export const refreshSubscription = endpoint({
  ...one,
  path: '/api/calendar/v1/subscriptions/:id/refresh',
  summary: 'Read a calendar from its address now; once a minute at most, and else as it was read last',
  data: calendarSubscription,
  limit: READS,
  errors: ['event_not_found'],
});

export const endSubscription = endpoint({
  ...one,
  path: '/api/calendar/v1/subscriptions/:id/end',
  summary: 'Remove a calendar that is read from an address, with its events',
  data: done,
  errors: ['event_not_found'],
});

export const restoreSubscription = endpoint({
  ...one,
  path: '/api/calendar/v1/subscriptions/:id/restore',
  summary: 'Put back a calendar that was removed within the last day; it is read from its address again',
  data: done,
  limit: READS,
  errors: ['event_not_found', 'too_many_events', 'already_exists'],
});

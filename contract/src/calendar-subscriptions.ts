import { z } from 'zod';
import { calendarName, color } from './calendar.ts';
import { endpoint } from './endpoint.ts';
import { done, id, unixSeconds } from './fields.ts';

/** Of one person. */
export const MOST_SUBSCRIPTIONS = 20;
/** Of one subscription. */
export const MOST_SUBSCRIBED_EVENTS = 20_000;

/** Why an address could not be read. */
export const FEED_FAULTS = [
  'not_allowed',
  'unreachable',
  'too_slow',
  'too_large',
  'denied',
  'not_found',
  'failed',
  'not_calendar',
  'full',
] as const;
const feedFault = z.enum(FEED_FAULTS);
export type FeedFault = z.infer<typeof feedFault>;

const subscription = z.object({
  calendar_id: id,
  /** Of its address; the rest of that may be a secret, and is told to nobody. */
  host: z.string(),
  events: z.number().int(),
  /** When it was read last. */
  read_at: unixSeconds.nullable(),
  /** Why the last try was none; what is there stays. */
  fault: feedFault.nullable(),
});
export type CalendarSubscription = z.infer<typeof subscription>;

export const listSubscriptions = endpoint({
  method: 'GET',
  path: '/api/calendar/v1/subscriptions',
  summary: 'The calendars of the person that are read from addresses elsewhere',
  access: 'session',
  on: 'person',
  data: z.array(subscription),
  errors: [],
});

const READS = { name: 'reading calendars elsewhere', count: 60, perSeconds: 3600, by: 'account' } as const;

export const subscribeToCalendar = endpoint({
  method: 'POST',
  path: '/api/calendar/v1/subscriptions',
  summary:
    'Add a calendar by its address (https, http or webcal), which is read at once: where it can’t be, `fault` says why and nothing is kept',
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
  summary: 'Read a calendar from its address now',
  data: subscription,
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
  errors: ['event_not_found', 'too_many_events'],
});

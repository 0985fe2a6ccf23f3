import { z } from 'zod';
import { calendarDay } from './calendar.ts';
import { endpoint } from './endpoint.ts';
import { id, line, unixSeconds } from './fields.ts';
import { LIMITS } from './limits.ts';

/** When somebody is busy; what overlaps is one. */
export const busyTime = z.object({
  at: unixSeconds,
  /** Exclusive. */
  until: unixSeconds,
  /** They may be. */
  tentative: z.boolean(),
});
export type BusyTime = z.infer<typeof busyTime>;

export const busyPerson = z.object({
  /** As it was asked for. */
  email: z.string(),
  name: z.string(),
  /** Null where it is not known: outside, or not shown. */
  busy: z.array(busyTime).nullable(),
});
export type BusyPerson = z.infer<typeof busyPerson>;

export const listBusyTimes = endpoint({
  method: 'POST',
  path: '/api/calendar/v1/busy',
  summary:
    'When oneself and people of one’s domain are busy, from one day to another, as far as they show it',
  access: 'session',
  on: 'person',
  body: z.object({
    emails: z.array(line(LIMITS.recipientLength)).min(1).max(LIMITS.busyPeople),
    from: calendarDay,
    /** The last day. */
    to: calendarDay,
    /** By whose clock the days are meant, and whole days of others are told. */
    zone: z.string().max(64),
    /** The meeting for which a time is looked for, of one’s own or one that one changes: it takes no time itself. */
    event_id: id.optional(),
  }),
  data: z.array(busyPerson),
  errors: ['invalid_days', 'event_not_found', 'forbidden'],
});

export const getBusyChoice = endpoint({
  method: 'GET',
  path: '/api/calendar/v1/busy-choice',
  summary: 'Whether colleagues see when one is busy',
  access: 'session',
  on: 'person',
  data: z.object({ shown: z.boolean() }),
  errors: [],
});

export const setBusyChoice = endpoint({
  method: 'PUT',
  path: '/api/calendar/v1/busy-choice',
  summary: 'Let colleagues see when one is busy, or not; those with whom a calendar is shared see that one',
  access: 'session',
  on: 'person',
  body: z.object({ shown: z.boolean() }),
  data: z.object({ shown: z.boolean() }),
  errors: [],
});

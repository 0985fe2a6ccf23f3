import { z } from 'zod';
import { calendarEvent } from './calendar.ts';
import { endpoint } from './endpoint.ts';
import { id } from './fields.ts';
import { LIMITS } from './limits.ts';

/** Why somebody can't become who asks to a meeting: `details.reason` of `invalid_event`. */
export const HAND_OVER_FAULTS = [
  'not_organiser',
  'not_guest',
  'outside',
  'group',
  'unavailable',
  'not_in_calendar',
  'private',
  'not_told',
] as const;
export type HandOverFault = (typeof HAND_OVER_FAULTS)[number];

export const handOverEvent = endpoint({
  method: 'POST',
  path: '/api/calendar/v1/events/:id/hand-over',
  summary:
    'Hand a meeting to one of its guests of the same domain: they ask to it from then on, and all are told; who asked to it stays a guest',
  access: 'session',
  on: 'person',
  params: z.object({ id }),
  body: z.object({ revision: z.number().int().optional(), to_email: z.string().max(LIMITS.recipientLength) }),
  data: calendarEvent,
  errors: [
    'event_not_found',
    'event_changed',
    'invalid_event',
    'too_large',
    'forbidden',
    'sending_disabled',
    'sender_not_allowed',
    'sending_limit_reached',
  ],
});

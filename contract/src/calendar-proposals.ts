import { z } from 'zod';
import { calendarEvent, calendarTime, PROPOSAL_WORDS, TELLING } from './calendar.ts';
import { endpoint, type Limit } from './endpoint.ts';
import { id } from './fields.ts';

export const proposedTime = z.object({
  start: calendarTime,
  /** Of whole days the last one. */
  end: calendarTime,
  words: z.string().max(PROPOSAL_WORDS).default(''),
});

/** Each is a message to who organises. */
export const PROPOSING: Limit = { name: 'proposing times', count: 20, perSeconds: 3600, by: 'account' };

export const proposeTime = endpoint({
  method: 'POST',
  path: '/api/calendar/v1/events/:id/proposal',
  summary:
    'Propose another time for a meeting that one is asked to, or for one occurrence of it; its organiser is told by mail (COUNTER of RFC 5546)',
  access: 'session',
  on: 'person',
  params: z.object({ id }),
  body: proposedTime.extend({ original: z.string().max(40).default('') }),
  data: calendarEvent,
  errors: ['event_not_found', 'invitation_closed', 'invalid_event', ...TELLING],
  limit: PROPOSING,
});

export const withdrawProposal = endpoint({
  method: 'POST',
  path: '/api/calendar/v1/events/:id/proposal/withdraw',
  summary:
    'Withdraw the time that one has proposed; the organiser is told by mail, with a COUNTER that proposes the time that the meeting has',
  access: 'session',
  on: 'person',
  params: z.object({ id }),
  body: z.object({ original: z.string().max(40).default('') }),
  data: calendarEvent,
  errors: ['event_not_found', 'invitation_closed', ...TELLING],
  limit: PROPOSING,
});

export const declineProposal = endpoint({
  method: 'POST',
  path: '/api/calendar/v1/events/:id/proposal/decline',
  summary:
    'Decline the time that a guest has proposed; they are told by mail (DECLINECOUNTER). It is accepted by changing the event',
  access: 'session',
  on: 'person',
  params: z.object({ id }),
  body: z.object({ original: z.string().max(40).default(''), email: z.string().max(320) }),
  data: calendarEvent,
  errors: ['event_not_found', 'invitation_closed', ...TELLING],
});

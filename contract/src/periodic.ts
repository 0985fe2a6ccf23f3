import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id, unixSeconds } from './fields.ts';
import { message, periodicPlan, periodicRule } from './messages.ts';
import { endedPlans, plannedMessages } from './sending.ts';

export const sendPeriodically = endpoint({
  method: 'POST',
  path: '/api/v2/messages/periodic',
  summary: 'Send one copy of a draft at each date of a rule; on a periodic message, by another rule',
  access: 'verified',
  on: { mailbox: 'answer' },
  body: periodicRule.extend({
    msg_id: id,
    version: z.number().int().optional(),
    /** The shares that each copy carries; none may end before the last one has left. */
    share_ids: z.array(id).max(100).optional(),
  }),
  data: message,
  errors: [
    'message_not_found',
    'not_a_draft',
    'draft_conflict',
    'sending_disabled',
    'no_sender',
    'sender_not_allowed',
    'no_recipient',
    'invalid_recipients',
    'body_too_long',
    'mail_too_large',
    'time_in_past',
    'no_dates',
    'share_not_found',
    'share_ends_early',
  ],
});

export const previewPeriodic = endpoint({
  method: 'POST',
  path: '/api/v2/messages/periodic/preview',
  summary: 'The next dates of a rule, in the time zone of the user',
  access: 'session',
  on: { mailbox: 'answer' },
  body: periodicRule,
  /** `last_date`: of all dates, not only of those that are shown; null where the rule has no end. */
  data: periodicPlan.extend({ last_date: unixSeconds.nullable() }),
  errors: ['time_in_past', 'no_dates'],
});

export const changePeriodic = endpoint({
  method: 'PATCH',
  path: '/api/v2/messages/:id/periodic',
  summary: 'Pause a periodic send, go on with it, or leave out its next date',
  access: 'session',
  on: { mailbox: 'answer' },
  params: z.object({ id }),
  body: z.object({ action: z.enum(['pause', 'resume', 'skip_next']) }),
  data: message,
  errors: ['message_not_found', 'not_periodic'],
});

export const cancelPeriodic = endpoint({
  method: 'DELETE',
  path: '/api/v2/messages/:id/periodic',
  summary: 'Stop all further sends; the message is a draft again',
  access: 'session',
  on: { mailbox: 'answer' },
  params: z.object({ id }),
  data: message,
  errors: ['message_not_found', 'not_periodic'],
});

export const cancelPeriodics = endpoint({
  method: 'POST',
  path: '/api/v2/messages/periodic/cancel',
  summary: 'Stop all further sends of periodic messages; they are drafts again',
  access: 'session',
  on: { mailbox: 'answer' },
  limit: { name: 'cancel-planned', count: 120, perSeconds: 60, by: 'account' },
  body: plannedMessages,
  data: endedPlans,
  errors: ['message_not_found'],
});

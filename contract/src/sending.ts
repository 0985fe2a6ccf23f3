import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id, unixSeconds } from './fields.ts';
import { LIMITS } from './limits.ts';
import { message } from './messages.ts';

/** Reasons to refuse a message before anything is sent, in the order in which they are checked. */
const refusals = [
  'message_not_found',
  'not_a_draft',
  'draft_conflict',
  'sending_disabled',
  'no_sender',
  'sender_not_allowed',
  'no_recipient',
  'invalid_recipients',
  'file_not_allowed',
  'body_too_long',
  'mail_too_large',
  'sending_limit_reached',
  'share_not_found',
  'share_ends_early',
] as const;

const whichDraft = {
  msg_id: id,
  /** The version that the user saw (optimistic locking): a newer draft is not sent unseen. */
  version: z.number().int().optional(),
  /** The shares that it carries: they open when it has left, and end with its recall (SH-8). */
  share_ids: z.array(id).max(100).optional(),
};

/** Up to the year 9999, the last that everybody can write. */
const plannedTime = unixSeconds.max(253_402_300_799);

/** What becomes of the answered conversation, in the folder of the answered message and the inbox: undone with the send. */
const setAside = z.discriminatedUnion('to', [
  z.object({ to: z.literal('archive') }),
  /** Snoozed until then, or until somebody answers. */
  z.object({ to: z.literal('later'), until: unixSeconds.nullable() }),
]);
export type SetAside = z.infer<typeof setAside>;

export const sendMail = endpoint({
  method: 'POST',
  path: '/api/v2/send_mail',
  summary:
    'Send a draft, at once or after a delay in which it can be taken back; a repeated call sends nothing twice',
  access: 'verified',
  on: { mailbox: 'answer' },
  body: z.object({
    ...whichDraft,
    /** Answer at once and send after the delay. */
    async: z.boolean().optional(),
    /** Seconds. The user is shown 2 less. */
    delay: z.number().int().min(0).max(LIMITS.sendDelaySeconds).optional(),
    /** Needs the right to organise the mailbox too. */
    set_aside: setAside.optional(),
  }),
  data: message,
  errors: [...refusals, 'forbidden'],
});

export const undoSendMail = endpoint({
  method: 'POST',
  path: '/api/v2/undo_send_mail',
  summary: 'Take back a mail whose delay is not over: it is a draft again',
  access: 'session',
  on: { mailbox: 'answer' },
  body: z.object({ msg_id: id }),
  data: message,
  errors: ['message_not_found', 'not_undoable'],
});

export const scheduleMail = endpoint({
  method: 'POST',
  path: '/api/v2/messages/schedule',
  summary: 'Send a draft at a time to come; on a scheduled message, at another time',
  access: 'verified',
  on: { mailbox: 'answer' },
  body: z
    .object({ ...whichDraft, timestamp: plannedTime.optional(), intended_time: plannedTime.optional() })
    .refine((given) => (given.timestamp ?? given.intended_time) !== undefined, 'timestamp is missing'),
  data: message,
  errors: [...refusals, 'time_in_past'],
});

export const cancelSchedule = endpoint({
  method: 'DELETE',
  path: '/api/v2/messages/:id/schedule',
  summary: 'A scheduled message is a draft again',
  access: 'session',
  on: { mailbox: 'answer' },
  params: z.object({ id }),
  data: message,
  errors: ['message_not_found', 'not_scheduled'],
});

/** Messages of a list of planned sends; without them all of the list: a misspelt field must not mean that. */
export const plannedMessages = z.strictObject({ message_ids: z.array(id).min(1).max(1000).optional() });
/** A call ends so many at most: with `more` it is made again. */
export const endedPlans = z.object({ ended: z.number().int(), more: z.boolean() });

export const cancelSchedules = endpoint({
  method: 'POST',
  path: '/api/v2/messages/schedule/cancel',
  summary: 'Scheduled messages are drafts again; what is not scheduled is left as it is',
  access: 'session',
  on: { mailbox: 'answer' },
  limit: { name: 'cancel-planned', count: 120, perSeconds: 60, by: 'account' },
  body: plannedMessages,
  data: endedPlans,
  errors: ['message_not_found'],
});

export const sendAgain = endpoint({
  method: 'POST',
  path: '/api/v2/messages/:id/send_again',
  summary: 'Send once more to the recipients whom a sent message did not reach, or may not have reached',
  access: 'verified',
  on: { mailbox: 'answer' },
  params: z.object({ id }),
  body: z.object({
    emails: z.array(z.string().max(LIMITS.recipientLength)).min(1).max(LIMITS.recipientsPerMail),
  }),
  data: message,
  errors: ['message_not_found', 'no_recipient', 'sending_disabled', 'sending_limit_reached'],
});

export const recallMessage = endpoint({
  method: 'POST',
  path: '/api/v2/messages/recall',
  summary: 'Take a sent message back from mailboxes of the own organisation; a report comes to the inbox',
  access: 'verified',
  on: { mailbox: 'answer' },
  body: z.object({ message_id: id }),
  data: message,
  errors: ['message_not_found', 'recall_not_available', 'recall_expired', 'recall_not_allowed'],
});

export const spamSymbol = z.object({
  name: z.string(),
  description: z.string(),
  /** One decimal. */
  score: z.number(),
  type: z.enum(['body', 'subject']),
});
export type SpamSymbol = z.infer<typeof spamSymbol>;

export const getSpamInfo = endpoint({
  method: 'GET',
  path: '/api/v2/messages/:id/spam',
  summary: 'What makes a draft look like spam',
  access: 'verified',
  on: { mailbox: 'answer' },
  limit: { name: 'spam-checks', count: 120, perSeconds: 60, by: 'account' },
  params: z.object({ id }),
  data: z.object({
    symbols: z.array(spamSymbol),
    /** They add up to what a writer should be asked about before it is sent. */
    asks: z.boolean(),
  }),
  errors: ['message_not_found', 'not_a_draft', 'service_unavailable'],
});

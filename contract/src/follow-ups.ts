import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id, ids, unixSeconds } from './fields.ts';

export const FOLLOW_UP_DAYS = 365;

/** When to remind of a draft once it was sent: so many days after, at the same time of the clock, or at a moment. */
export const followUpWish = z.union([
  z.strictObject({ after_days: z.number().int().min(1).max(FOLLOW_UP_DAYS) }),
  z.strictObject({ at: unixSeconds }),
]);
export type FollowUpWish = z.infer<typeof followUpWish>;

/** The sent messages whose wait was changed, and until when each waited before; null where it did not. */
const followedUp = z.object({
  changed: z.array(z.object({ thread_id: id, message_id: id, at_before: unixSeconds.nullable() })),
});

export const followUpThreads = endpoint({
  method: 'POST',
  path: '/api/v2/threads/follow-up',
  summary: 'Be reminded of the last sent message of threads, or of single ones, if nobody answers until then',
  access: 'verified',
  on: { mailbox: 'organise' },
  body: z.object({
    ids,
    /** To come, and within two years. */
    at: unixSeconds,
  }),
  data: followedUp,
  errors: ['thread_not_found'],
});

export const endFollowUps = endpoint({
  method: 'DELETE',
  path: '/api/v2/threads/follow-up',
  summary: 'Wait no longer for an answer; what has come to the inbox for this is in Sent again',
  access: 'verified',
  on: { mailbox: 'organise' },
  body: z.object({ ids }),
  data: followedUp,
  errors: ['thread_not_found'],
});

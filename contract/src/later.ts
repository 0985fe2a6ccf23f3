import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id, ids, unixSeconds } from './fields.ts';
import { moved } from './threads.ts';

/** As `moved`; and when each message would have come back before the call, null where it waited for no time. */
const snoozed = z.object({
  moved: z.array(moved.shape.moved.element.extend({ until_before: unixSeconds.nullable() })),
});

export const snoozeThreads = endpoint({
  method: 'POST',
  path: '/api/v2/threads/snooze',
  summary: 'Put what threads have in one folder aside until a time, or until somebody answers',
  access: 'verified',
  on: { mailbox: 'organise' },
  body: z.object({
    ids,
    /** Of the folder Snoozed: what is there gets another time. */
    folder_id: id,
    /** To come, and within two years; null with `on_reply`. A new message ends the wait in any case. */
    until: unixSeconds.nullable(),
    on_reply: z.boolean().optional(),
  }),
  data: snoozed,
  errors: ['thread_not_found', 'folder_not_found', 'folder_not_allowed'],
});

export const unsnoozeThreads = endpoint({
  method: 'DELETE',
  path: '/api/v2/threads/snooze',
  summary: 'Put snoozed threads back where they were',
  access: 'verified',
  on: { mailbox: 'organise' },
  body: z.object({ ids }),
  data: snoozed,
  errors: ['thread_not_found'],
});

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

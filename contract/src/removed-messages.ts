import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { done, id, mailAddress, sender, unixSeconds } from './fields.ts';
import { LIMITS } from './limits.ts';

export const removedMessage = z.object({
  id,
  /** Null where it is gone: then it is restored into the inbox. */
  folder: z.string().nullable(),
  removed_at: unixSeconds,
  received_at: unixSeconds,
  subject: z.string(),
  snippet: z.string(),
  from: sender,
  to: z.array(mailAddress),
  size: z.number().int(),
});
export type RemovedMessage = z.infer<typeof removedMessage>;

export const listRemovedMessages = endpoint({
  method: 'GET',
  path: '/api/v2/removed-messages',
  summary: 'What mail programs have removed within the last two weeks, the latest first',
  access: 'session',
  on: { mailbox: 'read' },
  query: z.object({ cursor: z.string().optional() }),
  data: z.array(removedMessage),
  meta: z.object({
    next_cursor: z.string().nullable(),
    /** How many there are; null behind the first page. */
    total: z.number().int().nullable(),
  }),
  errors: ['invalid_cursor'],
});

export const restoreRemovedMessages = endpoint({
  method: 'POST',
  path: '/api/v2/removed-messages/restore',
  summary: 'Put messages that mail programs have removed back, all of them or none',
  access: 'verified',
  on: { mailbox: 'organise' },
  limit: { name: 'restoring_removed', count: 300, perSeconds: 60, by: 'account' },
  body: z.object({ ids: z.array(id).min(1).max(LIMITS.removedRestoredAtOnce) }),
  data: done,
  errors: ['message_not_found', 'quota_exceeded'],
});

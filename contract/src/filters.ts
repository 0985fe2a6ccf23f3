import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id } from './fields.ts';

export const countMatches = endpoint({
  method: 'POST',
  path: '/api/v2/rules/matches',
  summary: 'How many of the messages that are here a filter would act on',
  access: 'session',
  on: { mailbox: 'manage' },
  limit: { name: 'counting matches', count: 120, perSeconds: 60, by: 'account' },
  /** A filter as a rule has it. */
  body: z.object({ sieve_json: z.string().max(40_000) }),
  data: z.object({
    /** Of the newest messages, as far as they were read. */
    count: z.number().int(),
    /** Whether all messages were read; if not, there may be more. */
    complete: z.boolean(),
    /** Whether every message that was read matches, and there were some. */
    everything: z.boolean(),
  }),
  errors: [],
});

export const runFilter = endpoint({
  method: 'POST',
  path: '/api/v2/rules/:id/run',
  summary: 'Have a filter act on the messages that are here, as a bulk job',
  access: 'verified',
  on: { mailbox: 'manage' },
  limit: { name: 'bulk', count: 120, perSeconds: 60, by: 'account' },
  status: 202,
  params: z.object({ id }),
  body: z.object({
    /** A folder by its name; left out, all folders but Junk, Trash and those of what the user wrote. */
    in: z.string().min(1).max(1000).optional(),
  }),
  data: z.object({ id }),
  errors: ['rule_not_found', 'folder_not_found', 'folder_not_allowed'],
});

import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { done, queryNumber, unixSeconds } from './fields.ts';
import { LIMITS } from './limits.ts';

/** Somebody one has written to, and has no card of. */
export const otherPerson = z.object({
  email: z.string(),
  name: z.string(),
  /** Messages to them, and from them in the inbox. */
  sent: z.number().int(),
  received: z.number().int(),
  last_at: unixSeconds,
});
export type OtherPerson = z.infer<typeof otherPerson>;

export const listOtherPeople = endpoint({
  method: 'GET',
  path: '/api/contacts/v1/others',
  summary:
    'Who was written to and is on no card of one’s own, the most frequent and latest first; with `search`, some with words that begin so. A page may be short, or empty, before the last one',
  access: 'session',
  on: 'person',
  query: z.object({
    search: z.string().max(LIMITS.searchTextLength).optional(),
    limit: queryNumber.optional(),
    cursor: z.string().max(1024).optional(),
  }),
  data: z.array(otherPerson),
  meta: z.object({ next_cursor: z.string().nullable() }),
  errors: ['invalid_cursor'],
});

export const forgetOtherPerson = endpoint({
  method: 'POST',
  path: '/api/contacts/v1/others/forget',
  summary:
    'Suggest an address no longer, until it is written to again; or, with `forgotten: false`, as before',
  access: 'session',
  on: 'person',
  body: z.object({
    email: z.string().min(1).max(LIMITS.recipientLength),
    forgotten: z.boolean().default(true),
  }),
  data: done,
  errors: ['not_found'],
});

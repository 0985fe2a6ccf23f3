import { z } from 'zod';
import { isValidAddress } from './address.ts';
import { endpoint } from './endpoint.ts';
import { done, id, mailAddress, sender, unixSeconds } from './fields.ts';
import { LIMITS } from './limits.ts';

export const suggestion = z.object({
  subject: z.string(),
  thread_id: id,
  v4_id: id,
  mailbox_name: z.string(),
  from: sender,
  to: z.array(mailAddress),
  date: unixSeconds,
});
export type Suggestion = z.infer<typeof suggestion>;

const address = z.string().refine(isValidAddress, 'no address that mail can be sent to');
const searchText = z.string().max(LIMITS.searchTextLength);

export const suggest = endpoint({
  method: 'GET',
  path: '/api/v2/suggested',
  summary: 'Threads and texts that fit what is being typed',
  access: 'session',
  on: { mailbox: 'read' },
  limit: { name: 'suggestions', count: 600, perSeconds: 60, by: 'account' },
  query: z.object({ search_text: searchText }),
  data: z.object({ threads: z.array(suggestion), texts: z.array(z.string()) }),
  errors: [],
});

export const suggestRecipients = endpoint({
  method: 'GET',
  path: '/api/v2/recipients/suggest',
  summary:
    'People to write to: those one writes with, people and groups of the same domain, and one’s own lists',
  access: 'session',
  on: { mailbox: 'read' },
  query: z.object({ search_text: searchText.default('') }),
  data: z.object({
    suggest_emails: z.array(mailAddress),
    same_domain_emails: z.array(mailAddress),
    groups: z.array(mailAddress),
    /** One's own lists of contacts, with how many are in each. */
    lists: z.array(z.object({ name: z.string(), total: z.number().int() })),
  }),
  errors: [],
});

export const replaceRecipient = endpoint({
  method: 'POST',
  path: '/api/v2/recipients/replace',
  summary: 'Suggest the corrected address instead of the old one',
  access: 'session',
  on: { mailbox: 'answer' },
  body: z.object({ old_email: z.string().min(1).max(320), new_email: address }),
  data: done,
  errors: [],
});

export const completeAddresses = endpoint({
  method: 'GET',
  path: '/api/v2/accounts',
  summary: 'Addresses for completion (s), or the sender accounts',
  access: 'session',
  on: { mailbox: 'read' },
  query: z.object({ s: searchText.optional() }),
  data: z.array(
    mailAddress.extend({ default: z.boolean().optional(), signature: z.string().nullable().optional() }),
  ),
  errors: [],
});

export const addContacts = endpoint({
  method: 'POST',
  path: '/api/v2/accounts/contact',
  summary: 'Remember people after a send, to be suggested',
  access: 'session',
  on: { mailbox: 'answer' },
  body: z
    .array(z.object({ email: address, name: z.string().max(200).default('') }))
    .min(1)
    .max(LIMITS.idsPerCall),
  data: done,
  errors: [],
});

export const checkAddresses = endpoint({
  method: 'POST',
  path: '/api/v2/accounts/check',
  summary: 'Which addresses lie outside the organisation, and which there are not within it',
  access: 'session',
  on: { mailbox: 'read' },
  /** What can be no address, however long, is `invalid`; it does not refuse the others. */
  body: z.object({ emails: z.array(z.string()).min(1).max(LIMITS.idsPerCall) }),
  data: z.record(
    z.string(),
    z.object({
      /** `missing`: in the caller's own domain, and nobody's. */
      status: z.enum(['inside', 'outside', 'missing', 'invalid']),
      /** Of a missing one: colleagues whose addresses are nearest to it, the nearest first. */
      nearest: z.array(mailAddress).optional(),
    }),
  ),
  errors: [],
});

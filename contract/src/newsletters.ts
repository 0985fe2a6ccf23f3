import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id, unixSeconds } from './fields.ts';
import { LIMITS } from './limits.ts';

/** Who sends newsletters: mail that offers a way to unsubscribe. Counted is what lies outside Trash and Junk. */
export const newsletter = z.object({
  /** In lower case; what other calls name it by. */
  email: z.string(),
  name: z.string(),
  messages: z.number().int(),
  bytes: z.number().int(),
  unread: z.number().int(),
  /** How many came within the last 90 days. */
  lately: z.number().int(),
  last_at: unixSeconds,
  /** When the newest one came that is read; null where none is. */
  last_read_at: unixSeconds.nullable(),
  /** The newest one. */
  message_id: id,
  thread_id: id,
  folder_id: id,
  /** What the newest one offers; `one_click`: the act of the message would be done by our server. */
  unsubscribe: z.object({
    one_click: z.boolean(),
    url: z.string().nullable(),
    mailto: z.string().nullable(),
  }),
  /** When it was last unsubscribed from in one click here. */
  unsubscribed_at: unixSeconds.nullable(),
  /** How many came later than a day after that. */
  since_unsubscribed: z.number().int(),
});
export type Newsletter = z.infer<typeof newsletter>;

export const newsletterSort = z.enum(['messages', 'bytes', 'unread', 'last']);
export type NewsletterSort = z.infer<typeof newsletterSort>;

export const listNewsletters = endpoint({
  method: 'GET',
  path: '/api/v2/newsletters',
  summary: 'Who sends newsletters, and how much; the first 200 of the order',
  access: 'session',
  on: { mailbox: 'read' },
  query: z.object({ sort: newsletterSort.optional() }),
  data: z.array(newsletter),
  meta: z.object({
    /** Of all senders, and their messages and bytes. */
    total: z.number().int(),
    messages: z.number().int(),
    bytes: z.number().int(),
    /** Older mail is still being looked through after an upgrade. */
    counting: z.boolean(),
  }),
  errors: [],
});

/** As a list has it. */
export const senderKeyBody = z.object({ email: z.string().min(1).max(LIMITS.recipientLength) });

export const deleteNewsletters = endpoint({
  method: 'POST',
  path: '/api/v2/newsletters/delete',
  summary: 'Move all newsletters of a sender to Trash, as a bulk job',
  access: 'verified',
  on: { mailbox: 'organise' },
  limit: { name: 'bulk', count: 120, perSeconds: 60, by: 'account' },
  status: 202,
  body: senderKeyBody,
  data: z.object({ id }),
  errors: ['message_not_found'],
});

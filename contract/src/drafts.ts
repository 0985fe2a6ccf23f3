import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { done, id } from './fields.ts';
import { followUpWish } from './follow-ups.ts';
import { LIMITS } from './limits.ts';
import { message } from './messages.ts';

/** A recipient as typed. A draft may hold one that is no valid address; sending it is refused. */
const typedRecipient = z.object({
  name: z.string().max(LIMITS.recipientLength).default(''),
  email: z.string().max(LIMITS.recipientLength),
});
const typedRecipients = z.array(typedRecipient).max(LIMITS.recipientsPerMail);

const draftFields = {
  /** One of the sender accounts; the default one unless given. */
  from: z.string().max(LIMITS.recipientLength),
  to: typedRecipients,
  cc: typedRecipients,
  bcc: typedRecipients,
  /** Cut to `subjectLength`. */
  subject: z.string().max(10_000),
  /** HTML of the writer's own words, without the quoted original. */
  body: z.string().max(LIMITS.draftBodyLength),
  /** The quoted original is appended unchanged; false once it was edited as part of the text, or removed. */
  quoted: z.boolean(),
  /** All attachments in order: uploaded files, and files of the user's other messages, which are copied. */
  files: z.array(id).max(LIMITS.filesPerMail),
  /** Adds a tracking pixel, which reports when the message is opened. */
  tracking: z.boolean(),
  /** Marks the message as one of high importance. */
  important: z.boolean(),
  /** Asks recipients to confirm that they have read it (RFC 8098). */
  receipt: z.boolean(),
  /** Reminds its sender where nobody answers it; null for no reminder. */
  follow_up: followUpWish.nullable(),
};

export const draftInput = z.object(draftFields).partial();
export type DraftInput = z.input<typeof draftInput>;

export const draftActions = ['new', 'reply', 'reply_all', 'forward'] as const;
export type DraftAction = (typeof draftActions)[number];

export const createDraft = endpoint({
  method: 'POST',
  path: '/api/v2/messages',
  summary: 'A new draft; the same client_key answers the same draft',
  access: 'session',
  on: { mailbox: 'answer' },
  bodyBytes: LIMITS.draftBytes,
  body: draftInput.extend({
    /** Idempotency key of the compose window: a repeated call creates no second draft. */
    client_key: z.string().min(8).max(64).optional(),
    /** The message that is answered or forwarded; it sets in_reply_to, references and the quoted original. */
    answers: id.optional(),
    action: z.enum(draftActions).default('new'),
    in_reply_to: z.string().max(998).nullish(),
    references: z.array(z.string().max(998)).max(100).optional(),
  }),
  data: message,
  errors: ['message_not_found', 'file_not_found', 'sender_not_allowed', 'quota_exceeded'],
});

export const saveDraft = endpoint({
  method: 'PATCH',
  path: '/api/v2/messages/:id',
  summary: 'Save a draft; one based on an older version is refused with the newer draft in details',
  access: 'session',
  on: { mailbox: 'answer' },
  params: z.object({ id }),
  bodyBytes: LIMITS.draftBytes,
  body: draftInput.extend({
    /** The version that was edited (optimistic locking). Without it, whatever is stored is overwritten. */
    version: z.number().int().optional(),
  }),
  data: message,
  errors: [
    'message_not_found',
    'file_not_found',
    'sender_not_allowed',
    'quota_exceeded',
    'draft_conflict',
    'not_a_draft',
  ],
});

export const deleteDraft = endpoint({
  method: 'DELETE',
  path: '/api/v2/messages/:id',
  summary: 'Remove a draft for good',
  access: 'session',
  on: { mailbox: 'answer' },
  params: z.object({ id }),
  data: done,
  errors: ['message_not_found', 'not_a_draft'],
});

export const getQuote = endpoint({
  method: 'GET',
  path: '/api/v2/messages/:id/quote',
  summary: 'The original as an answer or a forwarded mail would quote it, sanitised, its heading included',
  access: 'verified',
  on: { mailbox: 'read' },
  params: z.object({ id }),
  query: z.object({ action: z.enum(['reply', 'forward']) }),
  data: z.object({ html: z.string() }),
  errors: ['message_not_found'],
});

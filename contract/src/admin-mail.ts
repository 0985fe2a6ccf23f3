import { z } from 'zod';
import { ADMIN_READS, ADMIN_WRITES } from './administration.ts';
import { endpoint } from './endpoint.ts';
import { queryNumber, unixSeconds } from './fields.ts';

const readsMail = { admin: 'mail:read', provider: true } as const;
const writesMail = { admin: 'mail:write', provider: true } as const;

export const QUEUE_REASONS = ['new', 'under_way', 'deferred', 'no_answer', 'not_signed', 'held'] as const;
/** Why a recipient is in the queue. */
export type QueueReason = (typeof QUEUE_REASONS)[number];

export const QUEUE_ACTS = ['retry', 'hold', 'release', 'remove'] as const;
export type QueueAct = (typeof QUEUE_ACTS)[number];

export const QUEUE_PER_PAGE = 100;

const address = z.string().min(1).max(320);
const destination = z.string().min(1).max(255);
const messageOfQueue = z.string().min(1).max(60);

const queued = z.object({
  /** Of the message; its recipients have it in common. */
  id: z.string(),
  recipient: z.string(),
  destination: z.string(),
  /** Of the envelope; empty of a report. */
  sender: z.string(),
  /** Whose mailbox it leaves. */
  mailbox: z.string(),
  kind: z.enum(['send', 'schedule', 'period', 'forward', 'notice', 'reply']),
  reason: z.enum(QUEUE_REASONS),
  /** What is held, so that it does not leave; `brake`: the sender, automatically. */
  held: z.enum(['recipient', 'sender', 'destination', 'brake']).nullable(),
  queued_at: unixSeconds,
  held_at: unixSeconds.nullable(),
  attempts: z.number(),
  next_at: unixSeconds.nullable(),
  /** What the other server said last. */
  code: z.number().nullable(),
  reply: z.string().nullable(),
});
export type Queued = z.infer<typeof queued>;

export const listQueue = endpoint({
  method: 'GET',
  path: '/api/admin/v1/queue',
  summary: 'Recipients that wait for servers elsewhere, oldest first; a page may be empty and not the last',
  access: readsMail,
  limit: ADMIN_READS,
  query: z.object({
    /** As the list calls it by `id`. */
    message: messageOfQueue.optional(),
    destination: destination.optional(),
    sender: address.optional(),
    recipient: address.optional(),
    /** Queued before then. */
    before: queryNumber.pipe(z.number().int().min(0)).optional(),
    reason: z.enum(QUEUE_REASONS).optional(),
    cursor: z.string().max(1000).optional(),
  }),
  data: z.array(queued),
  meta: z.object({ next_cursor: z.string().nullable() }),
  errors: ['invalid_cursor'],
});

const hold = { at: unixSeconds, actor: z.string(), reason: z.string() };
const queueTotals = z.object({
  destinations: z.array(
    z.object({
      destination: z.string(),
      recipients: z.number(),
      held: z.number(),
      oldest_at: unixSeconds,
      next_at: unixSeconds.nullable(),
      held_as_a_whole: z.boolean(),
    }),
  ),
  held_senders: z.array(
    z.object({
      email: z.string(),
      ...hold,
      /** By what it was held automatically; null: by whom `actor` says. */
      brake: z.enum(['hour', 'day', 'refused']).nullable(),
    }),
  ),
  held_destinations: z.array(z.object({ destination: z.string(), ...hold })),
});
export type QueueTotals = z.infer<typeof queueTotals>;

export const getQueueTotals = endpoint({
  method: 'GET',
  path: '/api/admin/v1/queue/totals',
  summary: 'The destinations with the most recipients in the queue, and what is held as a whole',
  access: readsMail,
  limit: ADMIN_READS,
  data: queueTotals,
  errors: [],
});

const topSender = z.object({
  sender: z.string(),
  /** Recipients, as the sending limits count them. */
  hour: z.number(),
  day: z.number(),
  /** Recipients whom other servers have refused for good within the hour. */
  rejected: z.number(),
  /** Nothing of theirs leaves. */
  held: z.boolean(),
});
export type TopSender = z.infer<typeof topSender>;

export const listTopSenders = endpoint({
  method: 'GET',
  path: '/api/admin/v1/queue/senders',
  summary: 'Who has sent to the most recipients within the last hour, or else the last day',
  access: readsMail,
  limit: ADMIN_READS,
  data: z.array(topSender),
  meta: z.object({ per_hour: z.number(), per_day: z.number() }),
  errors: [],
});

export const actOnQueue = endpoint({
  method: 'POST',
  path: '/api/admin/v1/queue/acts',
  summary:
    'Retries, holds, releases or removes one message, everything to a destination or everything of a sender; a person who removes has to have proved lately who they are',
  access: writesMail,
  limit: ADMIN_WRITES,
  body: z.object({
    act: z.enum(QUEUE_ACTS),
    /** One of these three. */
    message: messageOfQueue.optional(),
    destination: destination.optional(),
    sender: address.optional(),
    /** Of a message only this one. */
    recipient: address.optional(),
    /** The sender of what is removed reads it. */
    reason: z.string().max(200).optional(),
  }),
  data: z.object({
    /** To how many recipients it was done by now. */
    moved: z.number(),
    /** A job does the rest. */
    more: z.boolean(),
  }),
  errors: ['not_found', 'proof_required'],
});

export const TRACE_EVENTS = [
  // Of what comes in.
  'refused',
  'received',
  'repeated',
  'discarded',
  'mailbox_full',
  // Of what leaves.
  'accepted',
  'deferred',
  'held',
  'released',
  'removed',
  'delivered',
  'failed',
  'unclear',
  'recalled',
] as const;
export type TraceEvent = (typeof TRACE_EVENTS)[number];

/** For so many days the trace is kept. */
export const TRACE_DAYS = 30;
export const TRACE_PER_PAGE = 200;

const traced = z.object({
  at: unixSeconds,
  event: z.enum(TRACE_EVENTS),
  /** As the header has it, without brackets. */
  message_id: z.string().nullable(),
  sender: z.string().nullable(),
  recipient: z.string().nullable(),
  /** From which client it came, and how. */
  client: z.string().nullable(),
  /** Where it was filed, and by which rule. */
  folder: z.string().nullable(),
  rule: z.string().nullable(),
  verdict: z.string().nullable(),
  /** What the other server said, or why it was refused. */
  code: z.number().nullable(),
  said: z.string().nullable(),
});
export type Traced = z.infer<typeof traced>;

/** What a message to a group became: copies counted, and why some did not arrive. */
const groupCopies = z.object({
  finished_at: unixSeconds.nullable(),
  /** Spam and forged mail does not leave to members elsewhere. */
  kept_here: z.enum(['spam', 'forged']).nullable(),
  people: z.object({
    filed: z.number(),
    /** They had the message on another way. */
    known: z.number(),
    /** Their mailbox is full, or their rules discarded it. */
    refused: z.number(),
    waiting: z.number(),
  }),
  elsewhere: z.object({
    sent: z.number(),
    waiting: z.number(),
    held: z.number(),
    failed: z.number(),
    unclear: z.number(),
    /** Nothing is sent there, because too much came back. */
    suspended: z.number(),
    /** Not in the outbox yet. */
    not_begun: z.number(),
  }),
  /** Why copies wait, are held or did not arrive, the most frequent first. */
  reasons: z.array(
    z.object({
      event: z.string(),
      code: z.number().nullable(),
      said: z.string().nullable(),
      count: z.number(),
    }),
  ),
});
export type GroupCopies = z.infer<typeof groupCopies>;

/** `copies`: of a message to a group, where one message is asked for. */
const tracedWithCopies = traced.extend({ copies: groupCopies.nullable() });
export type TracedWithCopies = z.infer<typeof tracedWithCopies>;

export const traceMail = endpoint({
  method: 'GET',
  path: '/api/admin/v1/trace',
  summary: 'What became of messages within thirty days, the latest first: addresses, times and reasons only',
  access: readsMail,
  limit: ADMIN_READS,
  query: z.object({
    /** Its Message-ID, with brackets or without. */
    message: z.string().min(1).max(998).optional(),
    sender: z.string().max(320).optional(),
    recipient: address.optional(),
    from: queryNumber.pipe(z.number().int().min(0)).optional(),
    /** Before then. */
    to: queryNumber.pipe(z.number().int().min(0)).optional(),
    limit: queryNumber.pipe(z.number().int().min(1).max(TRACE_PER_PAGE)).optional(),
    cursor: z.string().max(1000).optional(),
  }),
  data: z.array(tracedWithCopies),
  meta: z.object({ next_cursor: z.string().nullable() }),
  errors: ['invalid_cursor'],
});

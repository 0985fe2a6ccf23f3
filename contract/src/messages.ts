import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { done, id, ids, mailAddress, sender, unixSeconds } from './fields.ts';
import { followUpWish } from './follow-ups.ts';

/** Where the copy of an attachment in the drive is shown, and edited: empty for what is no office document. */
export const driveCopy = z.object({ file_url: z.string(), office_url: z.string() });

export const file = z.object({
  id,
  uuid: z.string(),
  name: z.string(),
  size: z.number().int(),
  content_type: z.string(),
  content_id: z.string().nullable(),
  inlineImage: z.boolean(),
  is_office: z.boolean(),
  /** The answer of a guest to an invitation. The release before does not say it. */
  is_answer: z.literal(true).optional(),
  has_virus: z.boolean(),
  /** Result of the virus scan, which an upload waits for; null where nothing was scanned. */
  message: z.string().nullable(),
  drive_file: driveCopy.nullable(),
});
export type File = z.infer<typeof file>;

const verdict = z.enum(['pass', 'fail', 'softfail', 'neutral', 'none', 'policy', 'temperror', 'permerror']);

/** What our own checks found when the message arrived; null for mail that did not come in over SMTP or LMTP. */
export const senderChecks = z.object({
  spf: z.object({ result: verdict, domain: z.string().nullable() }),
  dkim: z.array(
    z.object({
      result: verdict,
      domain: z.string().nullable(),
      selector: z.string().nullable(),
      aligned: z.boolean(),
    }),
  ),
  dmarc: z.object({ result: verdict, policy: z.string().nullable(), domain: z.string().nullable() }),
  arc: z.object({ result: verdict }),
});
export type SenderChecks = z.infer<typeof senderChecks>;

/** Why a spam filter takes a message for spam. */
export const spamVerdict = z.object({
  /** The filter's points; null where it gave none. */
  score: z.number().nullable(),
  /** What weighed most, by the filter's own names. */
  reasons: z.array(z.string()),
});
export type SpamVerdict = z.infer<typeof spamVerdict>;

/** Delivery state of a message at one recipient. */
export const recipientDelivery = z.object({
  email: z.string(),
  name: z.string(),
  state: z.enum([
    /** Not tried yet, or deferred: `next_at` is the next retry. */
    'waiting',
    /** Kept here, or will be as soon as it is due; `held_by` says why, and `reply` where that was automatic. */
    'held',
    /** Stored in a local mailbox, or accepted by the recipient's mail server. */
    'delivered',
    'failed',
    /** Transmitted without a reply: it may have arrived, so it is not retried automatically. */
    'unclear',
    /** Recalled by the sender. */
    'recalled',
  ]),
  /** `suspension`: until the sender may send again; the others until an administrator lets it leave. */
  held_by: z.enum(['administrator', 'brake', 'suspension']).nullable(),
  /** The last reply of the other mail server, or our own reason when no server replied. */
  reply: z.string().nullable(),
  at: unixSeconds.nullable(),
  next_at: unixSeconds.nullable(),
});
export type RecipientDelivery = z.infer<typeof recipientDelivery>;

/** Sending state; null for messages that were not sent from here. */
export const sending = z.object({
  kind: z.enum(['send', 'schedule', 'period']),
  /** `held`: nothing has left yet. */
  state: z.enum(['held', 'sending', 'sent', 'failed', 'unclear']),
  /** Nothing is sent before this time. */
  due_at: unixSeconds,
  /** Until this time the user is offered undo. */
  undo_until: unixSeconds.nullable(),
  recipients: z.array(recipientDelivery),
});
export type Sending = z.infer<typeof sending>;

const weekOfMonth = z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4), z.literal(5)]);
const weekday = z.number().int().min(0).max(6);
/** Weeks 1 to 4, and 5 for the last; 0 is Monday. */
const weekdayOfMonth = z.tuple([weekOfMonth, weekday]);
const dayOfMonth = z.number().int().min(1).max(31);
const every = z.number().int().min(1).max(999);
const calendarDay = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/);

export const period = z.union([
  z.strictObject({
    by_year: z
      .object({
        month: z.number().int().min(1).max(12),
        day: dayOfMonth.optional(),
        weekday_of_month: weekdayOfMonth.optional(),
      })
      .refine((given) => (given.day === undefined) !== (given.weekday_of_month === undefined)),
  }),
  z.strictObject({
    by_month: z
      .object({
        every_x_month: every,
        day: dayOfMonth.optional(),
        weekday_of_month: weekdayOfMonth.optional(),
      })
      .refine((given) => (given.day === undefined) !== (given.weekday_of_month === undefined)),
  }),
  z.strictObject({ by_week: z.object({ every_x_weeks: every, weekdays: z.array(weekday).min(1).max(7) }) }),
  /** Every so many days. */
  z.strictObject({ by_days: every }),
]);
export type Period = z.infer<typeof period>;

/** Days and times in the user's time zone. */
export const periodicRule = z.object({
  period,
  /** HH:mm */
  time_send: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/),
  start_day: calendarDay,
  /** The last day on which it may be sent. */
  end_day: calendarDay.nullish(),
  /** After so many sends. */
  end_after: z.number().int().min(1).max(9999).nullish(),
});
export type PeriodicRule = z.infer<typeof periodicRule>;

export const periodicPlan = z.object({ time_zone: z.string(), next_dates: z.array(unixSeconds) });

/** The rule of a message in webmail_period, and how far it has come. */
export const periodicState = periodicRule.extend({
  ...periodicPlan.shape,
  state: z.enum(['active', 'paused', 'ended']),
  sent_count: z.number().int(),
});
export type PeriodicState = z.infer<typeof periodicState>;

export const tracking = z.object({
  view_count: z.number().int(),
  first_seen: unixSeconds.nullable(),
  last_seen: unixSeconds.nullable(),
});
export type Tracking = z.infer<typeof tracking>;

/** What only a draft has. `body` holds the writer's own words alone. */
export const draftState = z.object({
  version: z.number().int(),
  action: z.enum(['new', 'reply', 'reply_all', 'forward']),
  /** The message that it answers or forwards. */
  answers: id.nullable(),
  quoted: z.boolean(),
  /** The quoted original as it will be sent; null where there is none, or the message is collapsed. */
  quote: z.string().nullable(),
  tracking: z.boolean(),
  client_key: z.string().nullable(),
  /** Left out where its sender wishes no reminder. */
  follow_up: followUpWish.optional(),
});
export type DraftState = z.infer<typeof draftState>;

/** What became of a request for a read receipt: `wanted` as long as nobody answered it here. */
export const receiptState = z.enum(['wanted', 'sent', 'declined']);
export type ReceiptState = z.infer<typeof receiptState>;

export const message = z.object({
  id,
  message_id_header: z.string().nullable(),
  thread_id: id,
  folder: z.string(),
  folder_id: id,
  old_folder: z.string().nullable(),
  is_draft: z.boolean(),
  unread: z.boolean(),
  starred: z.boolean(),
  /** Left out where there are none. */
  label_ids: z.array(id).optional(),
  answered: z.boolean(),
  references: z.array(z.string()),
  in_reply_to: z.string().nullable(),
  from: sender,
  to: z.array(mailAddress),
  cc: z.array(mailAddress),
  bcc: z.array(mailAddress),
  reply_to: z.array(mailAddress),
  subject: z.string(),
  snippet: z.string(),
  /** Null while the message is collapsed, or had no room in the answer: fetch the message to have it. */
  body: z.string().nullable(),
  body_type: z.enum(['html', 'text']),
  /** The body was too long to keep whole; the source has all of it. */
  body_clipped: z.boolean(),
  date: unixSeconds,
  received_at: unixSeconds,
  size: z.number().int(),
  files: z.array(file),
  status: z.enum(['', 'sending_failed']),
  state: z.enum(['', 'sending']),
  error_msg: z.string().nullable(),
  /** May be taken back from the mailboxes of colleagues. */
  recall: z.boolean(),
  periodic: z.boolean(),
  period: periodicState.nullable(),
  /** Of a scheduled message: when it is to go out. */
  intended_time: unixSeconds.nullable(),
  sending: sending.nullable(),
  /** Null where tracking was not requested. */
  tracking: tracking.nullable(),
  /** Null unless it is a draft. */
  draft: draftState.nullable(),
  /** The sender asks for it to be read soon. */
  important: z.boolean(),
  /** Null where no read receipt is asked for. */
  receipt: receiptState.nullable(),
  /** Where a receipt would go; null where none is offered. `elsewhere`: not where the message came from. */
  receipt_to: mailAddress.extend({ elsewhere: z.boolean() }).nullable(),
  /** Of a sent message: recipients whose programs say that it was displayed, and when they said so. */
  receipts: z.array(mailAddress.extend({ at: unixSeconds })),
  /** Of a sent message that waits for an answer: when its sender is reminded; left out on others. */
  follow_up_at: unixSeconds.optional(),
  spoofed: z.boolean(),
  sender_checks: senderChecks.nullable(),
  /** Null where no spam filter took it for spam. */
  spam: spamVerdict.nullable(),
  unsubscribe: z
    .object({ mailto: z.string().nullable(), url: z.string().nullable(), oneClick: z.boolean() })
    .nullable(),
});
export type Message = z.infer<typeof message>;

export const getMessage = endpoint({
  method: 'GET',
  path: '/api/v2/messages/:id',
  summary: 'One message; with type=raw its source',
  access: 'verified',
  on: { mailbox: 'read' },
  params: z.object({ id }),
  query: z.object({ type: z.enum(['raw']).optional() }),
  data: message,
  errors: ['message_not_found'],
});

export const downloadMessage = endpoint({
  method: 'GET',
  path: '/api/v2/messages/:id/source.eml',
  summary: 'The source of a message as a file that is called after its subject',
  access: { verified: true, cookie: true },
  on: { mailbox: 'read' },
  params: z.object({ id }),
  bytes: 'application/octet-stream',
  errors: ['message_not_found'],
});

export const moveMessages = endpoint({
  method: 'POST',
  path: '/api/v2/messages/folders',
  summary: 'Move single messages of threads',
  access: 'verified',
  on: { mailbox: 'organise' },
  body: z.object({ message_ids: ids, from_folder_id: id, to_folder_id: id }),
  data: done,
  errors: ['message_not_found', 'folder_not_found', 'folder_not_allowed'],
});

export const deleteMessagesForGood = endpoint({
  method: 'POST',
  path: '/api/v2/messages/delete',
  summary: 'Remove for good what threads have in Trash',
  access: 'verified',
  on: { mailbox: 'organise' },
  body: z.object({ thread_ids: ids, folder: z.literal('Trash') }),
  data: done,
  errors: ['thread_not_found'],
});

export const downloadMessageFiles = endpoint({
  method: 'GET',
  path: '/api/v2/messages/:id/attachments.zip',
  summary: 'All attachments of a message as one zip',
  access: { verified: true, cookie: true },
  on: { mailbox: 'read' },
  limit: { name: 'archives', count: 60, perSeconds: 60, by: 'account' },
  params: z.object({ id }),
  bytes: 'application/zip',
  errors: ['message_not_found', 'file_not_found'],
});

export const listFiles = endpoint({
  method: 'GET',
  path: '/api/v2/files',
  summary: 'Files by their ids, comma-separated',
  access: 'session',
  on: { mailbox: 'read' },
  query: z.object({ ids: z.string().max(4000) }),
  data: z.array(file),
  errors: ['file_not_found'],
});

export const getFile = endpoint({
  method: 'GET',
  path: '/api/v2/files/:id',
  summary: 'What is known of a file',
  access: 'session',
  on: { mailbox: 'read' },
  params: z.object({ id }),
  data: file,
  errors: ['file_not_found'],
});

export const downloadFile = endpoint({
  method: 'GET',
  path: '/api/v2/files/:id/download',
  summary: 'The bytes of a file; ranges are answered',
  access: 'cookie-get',
  on: { mailbox: 'read' },
  params: z.object({ id }),
  query: z.object({ inline: z.enum(['1']).optional() }),
  bytes: 'application/octet-stream',
  errors: ['file_not_found', 'range_not_satisfiable'],
});

export const downloadFileAsText = endpoint({
  method: 'GET',
  path: '/api/v2/files/:id/download_base64',
  summary: 'The bytes of a file in base64',
  access: 'session',
  on: { mailbox: 'read' },
  limit: { name: 'download_base64', count: 120, perSeconds: 60, by: 'account' },
  params: z.object({ id }),
  data: z.object({ content: z.string(), content_type: z.string(), name: z.string() }),
  errors: ['file_not_found', 'too_large'],
});

/** A message attached to another one: parsed from the attachment on request, and stored nowhere else. */
export const attachedMessage = z.object({
  message_id_header: z.string().nullable(),
  from: sender.nullable(),
  to: z.array(mailAddress),
  cc: z.array(mailAddress),
  subject: z.string(),
  body: z.string(),
  body_type: z.enum(['html', 'text']),
  body_clipped: z.boolean(),
  date: unixSeconds.nullable(),
  /** Named only; the file itself holds their bytes. */
  files: z.array(z.object({ name: z.string(), size: z.number().int(), content_type: z.string() })),
});
export type AttachedMessage = z.infer<typeof attachedMessage>;

export const openAttachedMessage = endpoint({
  method: 'GET',
  path: '/api/v2/files/:id/message',
  summary: 'A file that is a mail itself, opened',
  access: 'verified',
  on: { mailbox: 'read' },
  limit: { name: 'parsing', count: 120, perSeconds: 60, by: 'account' },
  params: z.object({ id }),
  data: attachedMessage,
  errors: ['file_not_found', 'not_a_message'],
});

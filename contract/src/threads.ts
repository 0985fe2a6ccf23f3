import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { done, id, ids, mailAddress, queryFlag, queryNumber, sender, unixSeconds } from './fields.ts';
import { LIMITS } from './limits.ts';
import { message, tracking } from './messages.ts';
import { rule } from './rules.ts';
import { searchQuery } from './search-query.ts';

/**
 * A thread as a list of one folder shows it: snippet, date and marks are those of that folder. By the mailbox's setting
 * `conversation_view` a row may stand for one message: then its id says so, and calls with that id mean this message.
 */
export const thread = z.object({
  id,
  /** The thread that a single message is part of; else the same as `id`. */
  thread_id: id,
  v4_id: id,
  /** The folder that acts on this row go to; in Starred and in search, the one that the thread lies in. */
  folder_id: id,
  v4_folder_id: id,
  old_folder_id: id.nullable(),
  folder_ids: z.array(id),
  mailbox_name: z.string(),
  subject: z.string(),
  snippet: z.string(),
  participants: z.array(sender),
  from: sender,
  to: z.array(mailAddress),
  /** Without those that are being sent. */
  draft_ids: z.array(id),
  message_ids: z.array(id),
  message_count: z.number().int(),
  /** The bytes of its messages in this list. */
  size: z.number().int(),
  unread: z.boolean(),
  isRead: z.boolean(),
  starred: z.boolean(),
  /** The labels of its messages in this list's view; left out where there are none. */
  label_ids: z.array(id).optional(),
  has_attachments: z.boolean(),
  spoofed: z.boolean(),
  /** At least one message is marked so by its sender. */
  important: z.boolean(),
  /** At least one message asks for a read receipt, and was not answered. */
  receipt: z.boolean(),
  last_message_timestamp: unixSeconds,
  date: unixSeconds,
  /**
   * `sending_unclear`: none is known to have failed, and of one nobody knows. `sending`: one can still be taken back,
   * is on its way, or is tried again.
   */
  status: z.enum(['', 'sending', 'sending_failed', 'sending_unclear']),
  tracking: tracking.nullable(),
  /** Of a search: the attachment that has the words, where the message itself does not have all of them. */
  found_in: z.string().optional(),
  /** Of a search: the words around what was found in the newest matching message, where the snippet does not show it. */
  found_text: z.string().optional(),
  /** In the folder Snoozed: when it comes back; left out where it waits for an answer. */
  snoozed_until: unixSeconds.optional(),
  /** When it last came back from there; left out where it never did, or has newer messages. */
  back_at: unixSeconds.optional(),
  /** When to remind of the first of its sent messages that wait for an answer; left out where none does. */
  follow_up_at: unixSeconds.optional(),
  /** In the inbox because nobody answered the message that was sent then; left out once there are newer messages. */
  unanswered_since: unixSeconds.optional(),
  /** At the top of `folder_id`; left out where it is not. */
  pinned: z.literal(true).optional(),
  /** New messages of it pass the inbox; left out where they don't. */
  muted: z.literal(true).optional(),
});
export type Thread = z.infer<typeof thread>;

export const threadWithMessages = thread.extend({
  /** Snippet of each folder that the thread lies in, by folder id. */
  snippets: z.record(z.string(), z.string()),
  messages: z.array(message),
});
export type ThreadWithMessages = z.infer<typeof threadWithMessages>;

const page = z.object({
  limit: queryNumber.pipe(z.number().min(1).max(LIMITS.pageSizeMax)).optional(),
  offset: queryNumber.pipe(z.number().max(10_000_000)).optional(),
  cursor: z.string().max(1000).optional(),
});

const listMeta = z.object({
  total: z.number().int(),
  /** Of a search: those of the counted threads whose newest matching message is unread. */
  unread: z.number().int(),
  /**
   * A search counts no further than `searchCountCap`, and stops earlier where counting would take long; then the total
   * is "at least". Sorted by relevance it is whole only up to the newest matches that are ordered at all. Later pages
   * give what the first page counted.
   */
  total_is_capped: z.boolean().optional(),
  next_cursor: z.string().nullable(),
  /** The rows come by date: after an upgrade, they are still being given what another order takes. */
  sort_pending: z.literal(true).optional(),
  /** Of a search for several words: how they were looked for, as the parameter `words` has it. */
  words: z.string().optional(),
  /** With the first page of those that have the words together: how many more have them apart. */
  apart: z.object({ total: z.number().int(), is_capped: z.boolean() }).optional(),
});

export const listThreads = endpoint({
  method: 'GET',
  path: '/api/v2/threads',
  summary: 'Threads of a folder, or of a search',
  access: 'session',
  on: { mailbox: 'read' },
  query: page.extend(searchQuery.shape).extend({
    in: z.string().min(1).max(1000).optional(),
    /** Of a search whose page said "at least": no rows, and the count went on, with `words` as the page said them. */
    count_only: queryFlag.optional(),
  }),
  data: z.array(thread),
  meta: listMeta,
  errors: ['folder_not_found', 'label_not_found', 'invalid_cursor'],
});

export const listStarred = endpoint({
  method: 'GET',
  path: '/api/v2/threads/starred',
  summary: 'Starred threads of all folders but Trash and Junk',
  access: 'session',
  on: { mailbox: 'read' },
  query: page,
  data: z.array(thread),
  meta: listMeta,
  errors: ['invalid_cursor'],
});

export const searchThreads = endpoint({
  ...listThreads,
  path: '/api/v2/threads/search',
  summary: 'The older address of the same call as the thread list',
});

export const getThread = endpoint({
  method: 'GET',
  path: '/api/v2/threads/:id',
  summary: 'A thread with its messages; opening an unread one marks it read',
  access: 'verified',
  on: { mailbox: 'read' },
  params: z.object({ id }),
  query: z.object({
    in: z.string().min(1).max(1000).optional(),
    /** 0: the messages with their bodies, from the newest up to `threadBodyBytes`; -1: only those that open expanded. */
    expand: z.enum(['0', '-1']).optional(),
    /** Reads without marking read, for prefetching. */
    peek: queryFlag.optional(),
  }),
  data: threadWithMessages,
  errors: ['thread_not_found', 'folder_not_found'],
});

export const getThreadImages = endpoint({
  method: 'GET',
  path: '/api/v2/threads/:id/images',
  summary: 'Inline images of a thread by content id',
  access: 'verified',
  on: { mailbox: 'read' },
  params: z.object({ id }),
  data: z.array(z.object({ message_id: id, content_id: z.string(), file_id: id, content_type: z.string() })),
  errors: ['thread_not_found'],
});

export const markThreads = endpoint({
  method: 'POST',
  path: '/api/v2/threads/unreads',
  summary: 'Mark threads read or unread in a folder',
  access: 'verified',
  on: { mailbox: 'organise' },
  body: z.object({ ids, folder_id: id.optional(), unread: z.boolean() }),
  data: done,
  errors: ['thread_not_found', 'folder_not_found'],
});

export const starThread = endpoint({
  method: 'PATCH',
  path: '/api/v2/threads/:id',
  summary: 'Star a thread, or take the star away',
  access: 'verified',
  on: { mailbox: 'organise' },
  params: z.object({ id }),
  body: z.object({ starred: z.boolean() }),
  data: thread,
  errors: ['thread_not_found'],
});

/** Where each message was and is now: with it, `messages/folders` undoes an action exactly. */
export const moved = z.object({
  moved: z.array(
    z.object({ thread_id: id, message_id: id, from_folder_id: id, to_folder_id: id.nullable() }),
  ),
});
export type Moved = z.infer<typeof moved>;

export const moveThreads = endpoint({
  method: 'POST',
  path: '/api/v2/threads/move',
  summary: 'Move what threads have in one folder to another',
  access: 'verified',
  on: { mailbox: 'organise' },
  body: z
    .array(z.object({ thread_ids: ids, from_folder_id: id, to_folder_id: id }))
    .min(1)
    .max(50),
  data: moved,
  errors: ['thread_not_found', 'folder_not_found', 'folder_not_allowed'],
});

export const deleteThreads = endpoint({
  method: 'POST',
  path: '/api/v2/threads/delete',
  summary: 'Move to Trash; from Trash and Junk, remove for good',
  access: 'verified',
  on: { mailbox: 'organise' },
  body: z.object({ ids, folder_id: id.optional() }),
  data: moved,
  errors: ['thread_not_found', 'folder_not_found'],
});

export const restoreThreads = endpoint({
  method: 'POST',
  path: '/api/v2/threads/restore',
  summary: 'Take threads from Trash back to where they came from',
  access: 'verified',
  on: { mailbox: 'organise' },
  body: z.object({ folder_id: id.optional(), ids }),
  data: moved,
  errors: ['thread_not_found', 'folder_not_found'],
});

export const unspamThreads = endpoint({
  method: 'POST',
  path: '/api/v2/threads/not_spam',
  summary: 'Take threads out of Junk into the inbox; their senders are blocked no more',
  access: 'verified',
  on: { mailbox: 'organise' },
  body: z.object({ ids }),
  /** The removed rules as they were, to restore when the action is undone. */
  data: moved.extend({ removed_rules: z.array(rule) }),
  errors: ['thread_not_found'],
});

export const emptyTrash = endpoint({
  method: 'POST',
  path: '/api/v2/empty_trash',
  summary: 'Remove everything in Trash for good',
  access: 'verified',
  on: { mailbox: 'organise' },
  status: 202,
  data: z.object({ id }),
  errors: [],
});

export const emptyTrashLegacy = endpoint({
  ...emptyTrash,
  path: '/api/v2/empty',
  summary: 'The older address of the same call as empty_trash',
});

import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { done, id } from './fields.ts';
import { searchBody } from './search-query.ts';

/** Selects the threads of a folder (`in`), of a label (`label`) or of a search, with the search parameters of the thread list, as JSON. */
export const bulkWhere = searchBody
  .extend({ in: z.string().min(1).max(1000).optional() })
  .refine(
    (where) => Object.values(where).some((value) => value !== undefined),
    'says which threads are meant',
  );
export type BulkWhere = z.output<typeof bulkWhere>;

export const bulkAction = z.enum([
  'move',
  'archive',
  'spam',
  'not_spam',
  'read',
  'unread',
  'delete',
  'restore',
  'star',
  'unstar',
  'label',
  'unlabel',
]);
/** What a bulk job does; a filter is run, a label deleted, and a sender’s mail deleted by endpoints of their own. */
const jobAction = z.union([bulkAction, z.enum(['filter', 'delete_label', 'delete_sender'])]);
export type BulkAction = z.infer<typeof bulkAction>;

export const bulkJob = z.object({
  id,
  action: jobAction,
  state: z.enum(['running', 'done', 'cancelled', 'undoing', 'undone', 'failed']),
  /** Progress in threads, of a filter in messages; the total is what the list showed when the job began. */
  total: z.number().int(),
  done: z.number().int(),
  can_undo: z.boolean(),
  created_at: z.number().int(),
  /** Of a move. */
  to_folder_id: id.nullable(),
  /** The label that it puts on, takes off or deletes. */
  label_id: id.optional(),
  /** Senders that the job has blocked, has unblocked, and could not block: there is an end to the number of rules. */
  blocked: z.number().int(),
  unblocked: z.number().int(),
  not_blocked: z.number().int(),
  /** Messages that a filter changed; of other actions 0. */
  changed: z.number().int(),
  /** By how much removing for good has made the storage emptier, to the byte; left out where it freed nothing. */
  freed_bytes: z.number().int().optional(),
});
export type BulkJob = z.infer<typeof bulkJob>;

export const startBulk = endpoint({
  method: 'POST',
  path: '/api/v2/threads/bulk',
  summary: 'Act on a whole folder or a whole search',
  access: 'verified',
  on: { mailbox: 'organise' },
  limit: { name: 'bulk', count: 120, perSeconds: 60, by: 'account' },
  status: 202,
  body: z.object({
    where: bulkWhere,
    action: bulkAction,
    to_folder_id: id.optional(),
    /** With `label` and `unlabel`. */
    label_id: id.optional(),
    /** With `spam`: those who sent the messages are blocked as well. `not_spam` always unblocks them. */
    block_senders: z.boolean().optional(),
  }),
  data: z.object({ id }),
  errors: ['folder_not_found', 'folder_not_allowed', 'label_not_found'],
});

export const getBulk = endpoint({
  method: 'GET',
  path: '/api/v2/threads/bulk/:id',
  summary: 'How far a bulk job is',
  access: 'session',
  on: { mailbox: 'read' },
  params: z.object({ id }),
  data: bulkJob,
  errors: ['job_not_found'],
});

export const listBulk = endpoint({
  method: 'GET',
  path: '/api/v2/threads/bulk',
  summary: 'The latest bulk jobs, the newest first',
  access: 'session',
  on: { mailbox: 'read' },
  data: z.array(bulkJob),
  errors: [],
});

export const cancelBulk = endpoint({
  method: 'DELETE',
  path: '/api/v2/threads/bulk/:id',
  summary: 'Stop a bulk job; what is done stays done',
  access: 'verified',
  on: { mailbox: 'organise' },
  params: z.object({ id }),
  data: done,
  errors: ['job_not_found'],
});

export const undoBulk = endpoint({
  method: 'POST',
  path: '/api/v2/threads/bulk/:id/undo',
  summary: 'Put back exactly what a bulk job changed',
  access: 'verified',
  on: { mailbox: 'organise' },
  status: 202,
  params: z.object({ id }),
  data: z.object({ id }),
  errors: ['job_not_found', 'not_undoable', 'operation_in_progress'],
});

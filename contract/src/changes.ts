import { z } from 'zod';
import { quota } from './account.ts';
import { endpoint } from './endpoint.ts';
import { id, queryNumber } from './fields.ts';
import { folder } from './folders.ts';
import { label } from './labels.ts';
import { thread } from './threads.ts';

/**
 * The present state of everything that changed since a change number, not the steps in between.
 * A client that applies it over its cached state is up to date.
 */
export const changeSet = z.object({
  /** The change number to continue from. */
  seq: z.number().int(),
  /**
   * Every list row of each changed thread; none when the thread is gone. `list` is the id of the folder or label that
   * shows the row, and the name `Starred` for that list. Where lists show single messages, these are the rows of each message
   * of the changed threads, under ids as lists have them; the threads themselves have none then.
   */
  threads: z.array(z.object({ id, rows: z.array(z.object({ list: id, thread })) })),
  /** Threads that became part of another one. */
  merged: z.array(z.object({ id, into: id })),
  /** Each without its children. Rows of threads in a renamed folder are not repeated: they show its new path. */
  folders: z.array(folder),
  removed_folders: z.array(id),
  /** Labels that changed, their counts included; left out where there are none, as is the next. */
  labels: z.array(label).optional(),
  removed_labels: z.array(id).optional(),
  /** Messages that arrived in the inbox and are still there. */
  new_mail: z.array(z.object({ thread_id: id, message_id: id })),
  /** Unread messages that arrived in the archive or in a folder that people made, and are still there. */
  new_elsewhere: z.array(z.object({ thread_id: id, message_id: id, folder_id: id })).optional(),
  quota,
  /** Present where lists show single messages, by the mailbox's setting. */
  single: z.literal(true).optional(),
  /** Present when settings or rules changed: fetch them again. */
  settings: z.literal(true).optional(),
  starred: z.object({ total_threads: z.number(), unread_threads: z.number() }),
});
export type ChangeSet = z.infer<typeof changeSet>;

export const getChanges = endpoint({
  method: 'GET',
  path: '/api/v2/changes',
  summary: 'What changed in the mailbox since a number; without one, the present number and no changes',
  access: 'session',
  on: { mailbox: 'read' },
  query: z.object({ since: queryNumber.optional() }),
  data: changeSet,
  errors: ['changes_too_old'],
});

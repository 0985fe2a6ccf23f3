import { z } from 'zod';
import { quota } from './account.ts';
import { endpoint } from './endpoint.ts';
import { id, queryNumber } from './fields.ts';
import { folder } from './folders.ts';
import { thread } from './threads.ts';

/**
 * What has become of everything that changed since a number: not the steps, the outcome.
 * A reader who lays it over what it knew has the present state.
 */
export const changeSet = z.object({
  /** The number to ask from next time. */
  seq: z.number().int(),
  /**
   * Every list row of each changed thread; none when the thread is gone. `list` is the id of the folder that shows
   * the row, and the name `Starred` for that list.
   */
  threads: z.array(z.object({ id, rows: z.array(z.object({ list: id, thread })) })),
  /** Threads that became part of another one. */
  merged: z.array(z.object({ id, into: id })),
  /** Each without its children. Rows of threads that lie in a renamed folder show its new path, and are not told again. */
  folders: z.array(folder),
  removed_folders: z.array(id),
  /** Mail that came into the inbox and is still there. */
  new_mail: z.array(z.object({ thread_id: id, message_id: id })),
  quota,
  /** There when settings or rules changed: fetch them anew. */
  settings: z.literal(true).optional(),
  starred: z.object({ total_threads: z.number(), unread_threads: z.number() }),
});
export type ChangeSet = z.infer<typeof changeSet>;

export const getChanges = endpoint({
  method: 'GET',
  path: '/api/v2/changes',
  summary: 'What changed in the mailbox since a number; without one, the present number and no changes',
  access: 'session',
  query: z.object({ since: queryNumber.optional() }),
  data: changeSet,
  errors: ['changes_too_old'],
});

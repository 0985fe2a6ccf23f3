import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { done, id, ids } from './fields.ts';

export const pinThreads = endpoint({
  method: 'POST',
  path: '/api/v2/threads/pin',
  summary: 'Pin threads at the top of a folder, or unpin them',
  access: 'verified',
  on: { mailbox: 'organise' },
  body: z.object({ ids, folder_id: id, pinned: z.boolean() }),
  data: done,
  errors: ['thread_not_found', 'folder_not_found', 'folder_not_allowed', 'too_many_pinned'],
});

export const muteThreads = endpoint({
  method: 'POST',
  path: '/api/v2/threads/mute',
  summary: 'Mute threads, so that new messages of them pass the inbox, or end that',
  access: 'verified',
  on: { mailbox: 'organise' },
  body: z.object({ ids, muted: z.boolean() }),
  data: done,
  errors: ['thread_not_found'],
});

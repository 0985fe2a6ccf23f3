import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id, sender, unixSeconds } from './fields.ts';
import { senderKeyBody } from './newsletters.ts';

export const folderStorage = z.object({
  id,
  /** Its path. */
  name: z.string(),
  /** Null of own folders. */
  role: z.string().nullable(),
  messages: z.number().int(),
  bytes: z.number().int(),
});
export type FolderStorage = z.infer<typeof folderStorage>;

export const storage = z.object({
  used_bytes: z.number().int(),
  quota_bytes: z.number().int(),
  /** The largest first. With `hidden_bytes` they make up `used_bytes`. */
  folders: z.array(folderStorage),
  /** Messages that a mail program has marked as deleted, which no list shows. */
  hidden_bytes: z.number().int(),
});
export type StorageOfMailbox = z.infer<typeof storage>;

export const getStorage = endpoint({
  method: 'GET',
  path: '/api/v2/storage',
  summary: 'What the storage of the mailbox is used for, to the byte',
  access: 'session',
  on: { mailbox: 'read' },
  data: storage,
  errors: [],
});

export const largeMessage = z.object({
  id,
  thread_id: id,
  folder_id: id,
  subject: z.string(),
  from: sender,
  received_at: unixSeconds,
  /** What removing it for good frees. */
  size: z.number().int(),
  files: z.array(z.object({ id, name: z.string(), size: z.number().int() })),
});
export type LargeMessage = z.infer<typeof largeMessage>;

export const listLargeMessages = endpoint({
  method: 'GET',
  path: '/api/v2/storage/messages',
  summary: 'Messages of more than 1 MB outside Trash and Junk, the largest first',
  access: 'session',
  on: { mailbox: 'read' },
  query: z.object({ cursor: z.string().max(1000).optional() }),
  data: z.array(largeMessage),
  meta: z.object({ next_cursor: z.string().nullable() }),
  errors: ['invalid_cursor'],
});

export const largeSender = z.object({
  email: z.string(),
  name: z.string(),
  messages: z.number().int(),
  bytes: z.number().int(),
});
export type LargeSender = z.infer<typeof largeSender>;

export const listLargeSenders = endpoint({
  method: 'GET',
  path: '/api/v2/storage/senders',
  summary: 'The 50 senders whose messages of more than 1 MB outside Trash and Junk need most',
  access: 'session',
  on: { mailbox: 'read' },
  data: z.array(largeSender),
  errors: [],
});

export const deleteLargeMessages = endpoint({
  method: 'POST',
  path: '/api/v2/storage/senders/delete',
  summary: 'Move what a sender has sent of more than 1 MB to Trash, as a bulk job',
  access: 'verified',
  on: { mailbox: 'organise' },
  limit: { name: 'bulk', count: 120, perSeconds: 60, by: 'account' },
  status: 202,
  body: senderKeyBody,
  data: z.object({ id }),
  errors: ['message_not_found'],
});

/** The same bytes attached to several messages. */
export const repeatedFile = z.object({
  name: z.string(),
  size: z.number().int(),
  messages: z.array(
    largeMessage.omit({ files: true }).extend({
      /** The attachment in this message. */
      file_id: id,
    }),
  ),
});
export type RepeatedFile = z.infer<typeof repeatedFile>;

export const listRepeatedFiles = endpoint({
  method: 'GET',
  path: '/api/v2/storage/files',
  summary: 'The 50 attachments of more than 1 MB whose copies, outside Trash and Junk, need most',
  access: 'session',
  on: { mailbox: 'read' },
  data: z.array(repeatedFile),
  errors: [],
});

import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id } from './fields.ts';
import { LIMITS } from './limits.ts';
import { file } from './messages.ts';

export const uploadFile = endpoint({
  method: 'POST',
  path: '/api/v2/files',
  summary: 'Upload files (multipart, field `file`), for a draft or for the text of one',
  access: 'session',
  on: { mailbox: 'answer' },
  limit: { name: 'uploads', count: 300, perSeconds: 60, by: 'account' },
  /**
   * `public=true` as a field makes the bytes readable by whoever knows the id, where the organisation allows links to
   * outside and for as many days.
   */
  multipart: true,
  data: z.array(file),
  errors: ['too_large', 'file_not_allowed', 'quota_exceeded', 'unsupported_media_type', 'outside_links_off'],
});

export const attachMessages = endpoint({
  method: 'POST',
  path: '/api/v2/files/messages',
  summary: 'The sources of messages as files (message/rfc822), for a draft that forwards them as attachments',
  access: 'verified',
  on: { mailbox: 'answer' },
  limit: { name: 'uploads', count: 300, perSeconds: 60, by: 'account' },
  body: z.object({ message_ids: z.array(id).min(1).max(LIMITS.filesPerUpload) }),
  data: z.array(file),
  errors: ['message_not_found', 'too_large', 'quota_exceeded'],
});

export const downloadPublicFile = endpoint({
  method: 'GET',
  path: '/api/v2/public/files/:id/raw',
  summary: 'The bytes of a file that was uploaded as public',
  access: 'public',
  limit: { name: 'public-files', count: 6000, perSeconds: 60, by: 'address' },
  params: z.object({ id }),
  bytes: 'application/octet-stream',
  errors: ['file_not_found', 'range_not_satisfiable'],
});

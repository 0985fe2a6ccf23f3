import { z } from 'zod';
import { driveFile } from './drive.ts';
import { endpoint } from './endpoint.ts';
import { id } from './fields.ts';
import { LIMITS } from './limits.ts';

const limit = { name: 'drive-uploads', count: 600, perSeconds: 60, by: 'account' } as const;

export const uploadDriveFile = endpoint({
  method: 'POST',
  path: '/storage/v1/files/upload',
  summary:
    'Upload files into a folder (multipart, field `file`; before it the folder as `path` or `parent_id`, else the top; `on_conflict`)',
  access: 'session',
  on: 'person',
  limit,
  multipart: true,
  data: z.array(driveFile),
  errors: [
    'too_large',
    'file_not_allowed',
    'file_name_invalid',
    'file_not_found',
    'drive_disabled',
    'drive_full',
    'drive_too_deep',
    'already_exists',
    'file_locked',
    'unsupported_media_type',
  ],
});

/** How pieces of a file are sent (tus 1.0). */
export const UPLOAD_BYTES = 'application/offset+octet-stream';

const uploadErrors = [
  'file_not_found',
  'drive_disabled',
  'upload_version_unknown',
  'upload_expired',
  'upload_busy',
] as const;
const finishErrors = ['already_exists', 'drive_too_deep'] as const;
const bytesErrors = [
  'upload_offset_wrong',
  'too_large',
  'checksum_mismatch',
  'unsupported_media_type',
] as const;

export const createUpload = endpoint({
  method: 'POST',
  path: '/storage/v1/uploads',
  summary:
    'Begin an upload that resumes (tus 1.0: Upload-Length, and Upload-Metadata with filename, filetype, parent_id, on_conflict), perhaps with its first bytes',
  access: 'session',
  on: 'person',
  limit,
  streams: UPLOAD_BYTES,
  status: 201,
  errors: [
    ...uploadErrors,
    ...finishErrors,
    ...bytesErrors,
    'file_not_allowed',
    'file_name_invalid',
    'file_locked',
    'drive_full',
  ],
});

export const getUpload = endpoint({
  method: 'GET',
  path: '/storage/v1/uploads/:id',
  summary: 'How far an upload has come (HEAD for Upload-Offset alone), and the file that it became',
  access: 'session',
  on: 'person',
  params: z.object({ id }),
  bytes: 'application/json',
  errors: [...uploadErrors, ...finishErrors],
});

export const sendUpload = endpoint({
  method: 'PATCH',
  path: '/storage/v1/uploads/:id',
  summary: 'Send bytes of an upload from Upload-Offset on; what came stays where the line is cut',
  access: 'session',
  on: 'person',
  limit,
  params: z.object({ id }),
  streams: UPLOAD_BYTES,
  errors: [...uploadErrors, ...finishErrors, ...bytesErrors],
});

export const cancelUpload = endpoint({
  method: 'DELETE',
  path: '/storage/v1/uploads/:id',
  summary: 'Give an upload up; its bytes go, and the room that it reserved is free again',
  access: 'session',
  on: 'person',
  params: z.object({ id }),
  errors: ['file_not_found', 'drive_disabled', 'upload_version_unknown'],
});

export const downloadDriveFile = endpoint({
  method: 'GET',
  path: '/storage/v1/files/:id/content',
  summary:
    'The bytes of a file, or a range of them; with inline=1 to be shown, where its type can do no harm',
  access: 'cookie-get',
  on: 'person',
  params: z.object({ id }),
  query: z.object({ inline: z.enum(['1']).optional() }),
  bytes: 'application/octet-stream',
  errors: ['file_not_found', 'drive_disabled', 'range_not_satisfiable'],
});

export const downloadDriveVersion = endpoint({
  method: 'GET',
  path: '/storage/v1/files/:id/versions/:version/content',
  summary: 'The bytes of an older version of a file',
  access: 'cookie-get',
  on: 'person',
  params: z.object({ id, version: id }),
  bytes: 'application/octet-stream',
  errors: ['file_not_found', 'drive_disabled', 'range_not_satisfiable'],
});

export const downloadDriveZip = endpoint({
  method: 'GET',
  path: '/storage/v1/zip',
  summary: 'Files and folders by their ids, comma-separated, as one zip',
  access: 'cookie-get',
  on: 'person',
  limit: { name: 'archives', count: 60, perSeconds: 60, by: 'account' },
  query: z.object({ ids: z.string().max(37 * LIMITS.idsPerCall) }),
  bytes: 'application/zip',
  errors: ['file_not_found', 'drive_disabled'],
});

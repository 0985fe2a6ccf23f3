import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id } from './fields.ts';

const limit = { name: 'previews', count: 300, perSeconds: 60, by: 'account' } as const;

const preview = z.object({
  /** `working`: ask again in a moment. `unavailable`: no document that can be shown, or not here. */
  state: z.enum(['ready', 'working', 'unavailable', 'failed']),
  /** Where the PDF is, once it is ready. */
  url: z.string().nullable(),
});

export const preparePreview = endpoint({
  method: 'POST',
  path: '/api/v2/files/:id/preview',
  summary: 'An office document as PDF: begins to make it where there is none yet, and tells how far it is',
  access: 'session',
  on: { mailbox: 'read' },
  limit,
  params: z.object({ id }),
  data: preview,
  errors: ['file_not_found'],
});

export const getPreview = endpoint({
  method: 'GET',
  path: '/api/v2/files/:id/preview.pdf',
  summary: 'The PDF of an office document; ranges are answered',
  access: 'cookie-get',
  on: { mailbox: 'read' },
  params: z.object({ id }),
  bytes: 'application/pdf',
  errors: ['file_not_found', 'preview_not_ready', 'range_not_satisfiable'],
});

export const prepareDrivePreview = endpoint({
  method: 'POST',
  path: '/storage/v1/files/:id/preview',
  summary: 'The same of an office document in the drive',
  access: 'session',
  on: 'person',
  limit,
  params: z.object({ id }),
  data: preview,
  errors: ['file_not_found', 'drive_disabled'],
});

export const getDrivePreview = endpoint({
  method: 'GET',
  path: '/storage/v1/files/:id/preview.pdf',
  summary: 'The PDF of an office document in the drive; ranges are answered',
  access: 'cookie-get',
  on: 'person',
  params: z.object({ id }),
  bytes: 'application/pdf',
  errors: ['file_not_found', 'drive_disabled', 'preview_not_ready', 'range_not_satisfiable'],
});

import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id } from './fields.ts';

export const getThumbnail = endpoint({
  method: 'GET',
  path: '/storage/v1/files/:id/thumbnail',
  summary: 'A small picture of an image in the drive, 400 pixels at most on each side',
  access: 'cookie-get',
  on: 'person',
  limit: { name: 'thumbnails', count: 1200, perSeconds: 60, by: 'account' },
  params: z.object({ id }),
  bytes: 'image/webp',
  errors: ['file_not_found', 'drive_disabled', 'preview_not_ready'],
});

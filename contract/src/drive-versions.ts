import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id } from './fields.ts';

export const spareVersions = z.object({
  /** Of all files: versions before the latest, and their bytes. */
  versions: z.number().int(),
  bytes: z.number().int(),
  /** The 50 files of which most can be freed. */
  files: z.array(z.object({ id, name: z.string(), versions: z.number().int(), bytes: z.number().int() })),
});
export type SpareVersions = z.infer<typeof spareVersions>;

export const getSpareVersions = endpoint({
  method: 'GET',
  path: '/storage/v1/versions',
  summary: 'What versions before the latest take of the drive',
  access: 'session',
  on: 'person',
  data: spareVersions,
  errors: ['drive_disabled'],
});

export const removeSpareVersions = endpoint({
  method: 'POST',
  path: '/storage/v1/versions/remove',
  summary: 'Remove versions before the latest for good: of one file, or of all',
  access: 'session',
  on: 'person',
  limit: { name: 'removing versions', count: 60, perSeconds: 60, by: 'account' },
  body: z.object({ file_id: id.optional() }),
  /** `finished`: false where there were too many for one call. */
  data: z.object({ versions: z.number().int(), freed_bytes: z.number().int(), finished: z.boolean() }),
  errors: ['file_not_found', 'drive_disabled'],
});

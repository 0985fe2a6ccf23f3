import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { done, id, unixSeconds } from './fields.ts';
import { LIMITS } from './limits.ts';

/** A copy of more than one call makes: a job works on it, and it is in its folder when all of it is there. */
export const driveCopyJob = z.object({
  id,
  /** Of the first that is copied. */
  name: z.string(),
  /** How many files and folders were chosen. */
  chosen: z.number().int(),
  parent_id: id.nullable(),
  state: z.enum(['running', 'done', 'cancelled', 'failed']),
  /** The code of the failure that ended it: then nothing of the copy is kept. */
  error: z.string().nullable(),
  total: z.number().int(),
  done: z.number().int(),
  /** What could not be copied, because it changed meanwhile, and the first of it by name. */
  left_out: z.number().int(),
  left_out_first: z.array(
    z.object({ name: z.string(), reason: z.enum(['file_not_found', 'already_exists', 'drive_too_deep']) }),
  ),
  /** The copies of what was chosen, once it is done. */
  made: z.array(id),
  created_at: unixSeconds,
});
export type DriveCopyJob = z.infer<typeof driveCopyJob>;

export const startDriveCopy = endpoint({
  method: 'POST',
  path: '/storage/v1/copies',
  summary: 'Copy files and folders of more entries than one call copies, by a job',
  access: 'session',
  on: 'person',
  limit: { name: 'drive_copies', count: 20, perSeconds: 60, by: 'account' },
  status: 202,
  body: z.object({ ids: z.array(id).min(1).max(LIMITS.idsPerCall), parent_id: id.nullable() }),
  data: driveCopyJob,
  errors: [
    'file_not_found',
    'drive_disabled',
    'folder_into_itself',
    'drive_too_deep',
    'drive_full',
    'file_not_allowed',
    'too_large',
  ],
});

export const listDriveCopies = endpoint({
  method: 'GET',
  path: '/storage/v1/copies',
  summary: 'The latest copies by a job, the newest first',
  access: 'session',
  on: 'person',
  data: z.array(driveCopyJob),
  errors: ['drive_disabled'],
});

export const cancelDriveCopy = endpoint({
  method: 'DELETE',
  path: '/storage/v1/copies/:id',
  summary: 'Stop a copy: nothing of it is kept',
  access: 'session',
  on: 'person',
  params: z.object({ id }),
  data: done,
  errors: ['job_not_found', 'drive_disabled'],
});

import { z } from 'zod';
import { driveFile } from './drive.ts';
import { endpoint } from './endpoint.ts';
import { done, id } from './fields.ts';
import { LIMITS } from './limits.ts';

export const listDriveDeletions = endpoint({
  method: 'GET',
  path: '/storage/v1/deletions',
  summary: 'What others have deleted in the caller’s drive that the caller has not seen, the latest first',
  access: 'session',
  on: 'person',
  data: z.array(driveFile),
  errors: ['drive_disabled'],
});

export const markDriveDeletionsSeen = endpoint({
  method: 'POST',
  path: '/storage/v1/deletions/seen',
  summary: 'Tell of these deletions no more; what was deleted stays in the trash',
  access: 'session',
  on: 'person',
  body: z.object({ ids: z.array(id).min(1).max(LIMITS.idsPerCall) }),
  data: done,
  errors: ['drive_disabled', 'file_not_found'],
});

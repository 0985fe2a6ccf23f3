import { z } from 'zod';
import { driveFile } from './drive.ts';
import { endpoint } from './endpoint.ts';
import { id, queryNumber } from './fields.ts';

/** The present state of what changed in a drive since a change number, not the steps in between. */
export const driveChangeSet = z.object({
  /** The change number to continue from. */
  seq: z.number().int(),
  /** What became of entries: null for what is deleted, or lies below something in the trash. */
  entries: z.array(z.object({ id, file: driveFile.nullable() })),
  /** Folders whose lists changed; null is the top. What lies below a folder that moved has another path, too. */
  folders: z.array(id.nullable()),
  usage: z.object({
    used_bytes: z.number().int(),
    reserved_bytes: z.number().int(),
    quota_bytes: z.number().int(),
  }),
  /** Present when things came into the trash or went from it. */
  trash: z.literal(true).optional(),
  /** Present when what is shared with whom changed. */
  shares: z.literal(true).optional(),
});
export type DriveChangeSet = z.infer<typeof driveChangeSet>;

export const getDriveChanges = endpoint({
  method: 'GET',
  path: '/storage/v1/changes',
  summary: 'What changed in the drive since a change number; without one, the present number',
  access: 'session',
  on: 'person',
  query: z.object({ since: queryNumber.optional() }),
  data: driveChangeSet,
  errors: ['drive_disabled', 'changes_too_old'],
});

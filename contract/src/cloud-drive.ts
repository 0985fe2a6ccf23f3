import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id } from './fields.ts';
import { LIMITS } from './limits.ts';
import { driveCopy, file } from './messages.ts';

const attachedByReference = {
  method: 'POST',
  access: 'verified',
  on: { mailbox: 'answer' },
  limit: { name: 'uploads', count: 300, perSeconds: 60, by: 'account' },
  body: z.object({
    /** `href` or `id` of files of the drive. */
    hrefs: z.array(z.string().min(1).max(LIMITS.drivePathBytes)).min(1).max(LIMITS.filesPerUpload),
  }),
  data: z.array(file),
  errors: ['file_not_found', 'drive_disabled', 'too_large', 'file_not_allowed', 'quota_exceeded'],
} as const;

export const attachDriveFiles = endpoint({
  ...attachedByReference,
  path: '/api/v2/cloud_drive/files',
  summary: 'Files of the drive as files of mail, for a draft; no bytes are copied where that can be helped',
});

export const attachStoredFiles = endpoint({
  ...attachedByReference,
  path: '/storage/v1/cloud_drive/files',
  summary: 'The same under the path of the storage',
});

export const saveToDrive = endpoint({
  method: 'POST',
  path: '/api/v2/cloud_drive/files/:id/save',
  summary: 'Save an attachment to the drive; no bytes are copied',
  access: 'session',
  on: { mailbox: 'read' },
  params: z.object({ id }),
  body: z.object({
    /**
     * Left out: the copy that the drive has is found, and made where there is none. True: the attachment becomes the
     * latest version of that copy. False: one more copy.
     */
    replace: z.boolean().optional(),
    /** Where a new copy goes; left out or null: to the top. */
    folder_id: id.nullable().optional(),
  }),
  data: z.object({
    drive_file: driveCopy,
    /** Whether the drive had it before: then it may have been changed since, or be the person's own. */
    found: z.boolean(),
  }),
  errors: ['file_not_found', 'drive_disabled', 'drive_full', 'file_locked', 'file_not_allowed'],
});

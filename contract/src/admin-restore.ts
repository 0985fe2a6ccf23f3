import { z } from 'zod';
import { ADMIN_READS, ADMIN_WRITES } from './administration.ts';
import { endpoint } from './endpoint.ts';
import { id, unixSeconds } from './fields.ts';
import { SYSTEM_FOLDERS } from './folder-roles.ts';

const reads = { admin: 'mail:read', provider: true } as const;
const writes = { admin: 'mail:write', provider: true } as const;
const whose = z.object({ id });
/** As its folder is called: its time. */
const backup = z.string().min(1).max(40);
const folder = z.string().min(1).max(1000);

export const listBackups = endpoint({
  method: 'GET',
  path: '/api/admin/v1/backups',
  summary: 'The complete backups in BACKUP_DIR, newest first; none where that is not set',
  access: reads,
  limit: ADMIN_READS,
  data: z.array(z.object({ name: z.string(), at: unixSeconds })),
  errors: [],
});

const backupFolder = z.object({
  path: z.string(),
  role: z.enum(SYSTEM_FOLDERS).nullable(),
  is_there: z.boolean(),
});
export type BackupFolder = z.infer<typeof backupFolder>;

export const listBackupFolders = endpoint({
  method: 'GET',
  path: '/api/admin/v1/people/:id/backup-folders',
  summary: 'The folders that a backup has of a mailbox, and which of them are there now',
  access: reads,
  limit: ADMIN_READS,
  params: whose,
  query: z.object({ backup }),
  data: z.array(backupFolder),
  errors: ['not_found'],
});

const mailRestore = z.object({
  backup: z.string(),
  folder: z.string(),
  state: z.enum(['waiting', 'running', 'done', 'failed']),
  asked_at: unixSeconds,
  ended_at: unixSeconds.nullable(),
  /** Messages of the backup that were looked at. */
  seen: z.number(),
  /** Those that were missing. */
  restored: z.number(),
  /** Those that lay in the trash. */
  put_back: z.number(),
  /** Those that the backup lacks or can not read. */
  unreadable: z.number(),
});
export type MailRestore = z.infer<typeof mailRestore>;

export const restoreFolder = endpoint({
  method: 'POST',
  path: '/api/admin/v1/people/:id/mail-restore',
  summary:
    'Brings back what is missing of a folder and those below it; a second time brings nothing. Fails later where the backup has no such folder',
  access: writes,
  limit: ADMIN_WRITES,
  params: whose,
  body: z.object({ backup, folder }),
  data: mailRestore,
  errors: ['not_found', 'operation_in_progress'],
});

export const showMailRestore = endpoint({
  method: 'GET',
  path: '/api/admin/v1/people/:id/mail-restore',
  summary: 'How far the last folder that was asked for has come; null where there was none',
  access: reads,
  limit: ADMIN_READS,
  params: whose,
  data: mailRestore.nullable(),
  errors: ['not_found'],
});

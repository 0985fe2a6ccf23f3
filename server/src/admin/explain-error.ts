import { EnvError } from '../config/env-faults.ts';
import { StartError } from '../config/start-error.ts';
import { BackupError } from '../platform/backups/backup-folder.ts';
import { DamagedFileError } from '../platform/backups/sealed-file.ts';
import { BlobStoreFullError } from '../platform/blobs/blob-store.ts';
import { isDatabaseUnavailable } from '../platform/db/database-errors.ts';
import { Failure } from '../platform/failure.ts';
import { AdminError } from './command.ts';

const EXPECTED = [
  ...[EnvError, StartError, AdminError, BackupError, DamagedFileError, BlobStoreFullError, Failure],
];
const FULL = ['ENOSPC', 'EDQUOT'];
/** SQLSTATE disk_full. */
const DATABASE_FULL = '53100';

/** What the system refused, by its code, as a person says it. */
const REFUSED: Record<string, string> = {
  ENOENT: 'does not exist, or can not be made',
  ENOTDIR: 'is no folder, or lies below a file',
  EACCES: 'may not be used by the account that runs this',
  EPERM: 'may not be used by the account that runs this',
  EROFS: 'is on a disk that can not be written',
  EEXIST: 'is a file already',
  EISDIR: 'is a folder, and a file is needed',
};

/** An error that the operator can fix is one line; anything else is an internal fault and needs its stack. */
export function explainError(error: Error): string {
  if (EXPECTED.some((kind) => error instanceof kind)) return error.message;
  const { code, path, syscall, errno } = error as NodeJS.ErrnoException;
  if (code === DATABASE_FULL) return `The disk of the database is full: ${error.message}`;
  if (code !== undefined && FULL.includes(code)) return `The disk is full: ${error.message}`;
  if (isDatabaseUnavailable(error)) return `The database can not be reached: ${error.message || error.name}`;
  if (path !== undefined && code !== undefined && REFUSED[code])
    return `${path} ${REFUSED[code]}. Name another, or mend that, and run it again.`;
  // An unreadable or unwritable file or folder: the system's message names it.
  if (syscall !== undefined && errno !== undefined) return error.message;
  return error.stack ?? error.message;
}

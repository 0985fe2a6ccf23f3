import { expect, test } from 'vitest';
import { BackupError } from '../platform/backups/backup-folder.ts';
import { DamagedFileError } from '../platform/backups/sealed-file.ts';
import { BlobStoreFullError } from '../platform/blobs/blob-store.ts';
import { AdminError } from './command.ts';
import { explainError } from './explain-error.ts';

const ofSystem = (code: string, message: string) =>
  Object.assign(new Error(`${code}: ${message}`), { code, errno: -1, syscall: 'write' });
const ofDatabase = (code: string, message: string) => Object.assign(new Error(message), { code });

test.each([
  [new AdminError('There is no user a@b.example'), 'There is no user a@b.example'],
  [new BackupError('Another backup is being made'), 'Another backup is being made'],
  [new DamagedFileError('folders.copy.zst is missing'), 'folders.copy.zst is missing'],
  [new BlobStoreFullError('No room left for blobs in /backup'), 'No room left for blobs in /backup'],
  [
    ofSystem('ENOSPC', 'no space left on device, write'),
    'The disk is full: ENOSPC: no space left on device, write',
  ],
  [ofSystem('EDQUOT', 'disk quota exceeded'), 'The disk is full: EDQUOT: disk quota exceeded'],
  [ofSystem('EACCES', "permission denied, mkdir '/backup'"), "EACCES: permission denied, mkdir '/backup'"],
  [
    Object.assign(ofSystem('ENOTDIR', "not a directory, realpath '/dev/null/x'"), { path: '/dev/null/x' }),
    '/dev/null/x is no folder, or lies below a file. Name another, or mend that, and run it again.',
  ],
  [ofSystem('EROFS', 'read-only file system'), 'EROFS: read-only file system'],
  [
    ofDatabase('53100', 'could not extend file "base/5/1": No space left on device'),
    'The disk of the database is full: could not extend file "base/5/1": No space left on device',
  ],
  [
    ofSystem('ECONNREFUSED', 'connect 127.0.0.1:5432'),
    'The database can not be reached: ECONNREFUSED: connect 127.0.0.1:5432',
  ],
])('what the operator can put right is one line: %s', (error, line) => {
  expect(explainError(error)).toBe(line);
});

test('a fault of ours keeps its stack', () => {
  expect(explainError(new TypeError('x is undefined'))).toMatch(/^TypeError: x is undefined\n +at /);
});

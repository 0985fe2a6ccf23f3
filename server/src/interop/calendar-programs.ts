import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { SYSTEM_PATH } from '../platform/db/postgres-identity.ts';
import { findPython, type PythonProgram } from './contact-programs.ts';
import { TRIPLET, UNPACKED } from './debian-programs.ts';

/** Reads and writes folders of iCalendar files, as vdirsyncer leaves them. */
export function findKhal(): PythonProgram | null {
  return findPython('calendars', () => ['-m', 'khal']);
}

/** Python with `caldav`, the library with which most scripts read calendars. */
export function findPythonCalDav(): PythonProgram | null {
  return findPython('calendars', () => []);
}

/** A server of mail, contacts and calendars that keeps them in a database. */
export type Sogo = { root: string; env: Record<string, string> };

export function findSogo(): Sogo | null {
  const root = join(UNPACKED, 'sogo');
  if (!existsSync(root)) return null;
  const libraries = ['usr/lib/sogo', 'usr/lib', `usr/lib/${TRIPLET}`, `lib/${TRIPLET}`];
  return {
    root,
    env: {
      ...{ PATH: SYSTEM_PATH, LC_ALL: 'C.UTF-8', TZ: 'UTC' },
      LD_LIBRARY_PATH: libraries.map((folder) => join(root, folder)).join(':'),
    },
  };
}

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { SYSTEM_PATH } from '../platform/db/postgres-identity.ts';
import { TRIPLET, UNPACKED } from './debian-programs.ts';

/** A program of Python, run by Debian's own. */
export type PythonProgram = { command: string[]; env: Record<string, string> };

const PYTHON = '/usr/bin/python3';
const MODULES = 'usr/lib/python3/dist-packages';

/** Synchronizes books of contacts with folders of files. */
export function findVdirsyncer(): PythonProgram | null {
  return findPython('vdirsyncer', (root) => [join(root, 'usr/bin/vdirsyncer')]);
}

/** Reads and writes folders of vCards, as vdirsyncer leaves them. */
export function findKhard(): PythonProgram | null {
  return findPython('contacts', () => ['-m', 'khard']);
}

/** A server of contacts that keeps them in files. */
export function findRadicale(): PythonProgram | null {
  return findPython('contacts', () => ['-m', 'radicale']);
}

export function findPython(place: string, program: (root: string) => string[]): PythonProgram | null {
  const root = join(UNPACKED, place);
  if (!existsSync(root) || !existsSync(PYTHON)) return null;
  return {
    command: [PYTHON, ...program(root)],
    env: {
      PATH: SYSTEM_PATH,
      LC_ALL: 'C.UTF-8',
      PYTHONPATH: join(root, MODULES),
      PYTHONDONTWRITEBYTECODE: '1',
    },
  };
}

/** Joe Orton's tests of WebDAV servers: the folder of its suites, each of which is a program. */
export type Litmus = { suites: string; env: Record<string, string> };

export function findLitmus(): Litmus | null {
  const root = join(UNPACKED, 'contacts');
  if (!existsSync(root)) return null;
  return {
    suites: join(root, 'usr/libexec/litmus'),
    env: { PATH: SYSTEM_PATH, LD_LIBRARY_PATH: join(root, `usr/lib/${TRIPLET}`) },
  };
}

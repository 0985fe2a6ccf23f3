import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { SYSTEM_PATH } from '../platform/db/postgres-identity.ts';
import { COMPILE_CACHE } from './compile-cache.ts';
import { shiftedProcess } from './shifted-time/time-shift.ts';

const ADMIN = join(import.meta.dirname, '..', 'admin', 'main.ts');

/** Like `npm run admin -- …` next to the program with this data folder. */
export async function runAdmin(dataDir: string, ...args: string[]): Promise<void> {
  const shifted = shiftedProcess();
  await promisify(execFile)(process.execPath, [...shifted.args, ADMIN, ...args], {
    env: { PATH: SYSTEM_PATH, ...COMPILE_CACHE, DATA_DIR: dataDir, ...shifted.env },
  });
}

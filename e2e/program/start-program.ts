import { execFile } from 'node:child_process';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type ChildServer, startChildServer } from '@bocau/server/test-kit/child-server.ts';
import { worldFolder } from './world-folder.ts';

export type Program = ChildServer & { dataDir: string; backupDir: string };

/** Starts the real program on a copy of the demo world; `name` distinguishes the copies of one run. */
export async function startProgram(
  name: string,
  env: Record<string, string> = {},
): Promise<Program & { remove(): Promise<void> }> {
  const folder = worldFolder(process.ppid);
  const dataDir = join(folder, name);
  const backupDir = join(folder, `${name}-backups`);
  await mkdir(folder, { recursive: true });
  // `cp -a` preserves the owner of the database's files, which is a different account when running as root.
  await promisify(execFile)('cp', ['-a', join(folder, 'seed'), dataDir]);
  const server = await startChildServer({ dataDir, env: { BACKUP_DIR: backupDir, ...env } });
  return {
    ...server,
    dataDir,
    backupDir,
    async remove() {
      await server.stop();
      for (const each of [dataDir, backupDir]) await rm(each, { recursive: true, force: true });
    },
  };
}

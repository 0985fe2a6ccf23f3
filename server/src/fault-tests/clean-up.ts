import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock } from '../platform/clock.ts';
import { findPostmaster } from '../platform/db/postgres-cluster.ts';

/** Ends processes that a failed test left running on a data folder, and removes the folder. */
export async function cleanUp(dataDir: string): Promise<void> {
  const cluster = join(dataDir, 'pg');
  const server = await findPostmaster(cluster);
  if (server) process.kill(server.pid, 'SIGQUIT');
  while (await findPostmaster(cluster)) await systemClock.sleep(20);
  await rm(dataDir, { recursive: true, force: true, maxRetries: 3 });
}

/** The same for a data folder that is visible only to its own processes. */
export async function endPostgresOf(seenDataDir: string): Promise<void> {
  const file = await readFile(join(seenDataDir, 'pg/postmaster.pid'), 'utf8').catch(() => null);
  if (file !== null) process.kill(Number(file.split('\n')[0]), 'SIGQUIT');
}

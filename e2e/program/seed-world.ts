import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { startChildServer } from '@bocau/server/test-kit/child-server.ts';
import { worldFolder } from './world-folder.ts';

/** Fills one data folder with the demo world; every worker starts its program from a copy of it. */
export async function seedWorld(): Promise<() => Promise<void>> {
  const folder = worldFolder(process.pid);
  await mkdir(folder, { recursive: true });
  const server = await startChildServer({ dataDir: join(folder, 'seed'), env: { SEED: 'demo' } });
  await server.stop();
  return () => rm(folder, { recursive: true, force: true });
}

export default seedWorld;

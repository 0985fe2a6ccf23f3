import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { startChildServer } from '@bocau/server/test-kit/child-server.ts';
import { worldFolder } from './world-folder.ts';

/** Fills one data folder with the demo world; every worker starts its program from a copy of it. */
// biome-ignore lint/style/noDefaultExport: Playwright takes what is to be done before all tests in this way
export default async function seedWorld(): Promise<() => Promise<void>> {
  const folder = worldFolder(process.pid);
  await mkdir(folder, { recursive: true });
  const server = await startChildServer({ dataDir: join(folder, 'seed'), env: { SEED: 'demo' } });
  await server.stop();
  return () => rm(folder, { recursive: true, force: true });
}

import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { changeDatabase } from '@bocau/server/test-kit/change-database.ts';
import { type ChildServer, startChildServer } from '@bocau/server/test-kit/child-server.ts';
import { shiftDatabase } from '@bocau/server/test-kit/shifted-time/shift-database.ts';
import { startTime } from '@bocau/server/test-kit/shifted-time/time-shift.ts';
import { expect } from '@playwright/test';
import { worldFolder } from './world-folder.ts';

/**
 * Seeds one data folder with the demo world at the journeys' time; every worker starts its program from a
 * copy of it.
 */
// biome-ignore lint/style/noDefaultExport: required by Playwright's globalSetup
export default async function seedWorld(): Promise<() => Promise<void>> {
  startTime();
  const folder = worldFolder(process.pid);
  await mkdir(folder, { recursive: true });
  const dataDir = join(folder, 'seed');
  const server = await startChildServer({ dataDir, env: { SEED: 'demo' } });
  await untilFilesAreRead(server);
  await shiftDatabase(dataDir);
  // Autovacuum would do it in every copy, some seconds after it was started.
  await changeDatabase(dataDir, 'vacuum (freeze, analyze)');
  await server.stop();
  return () => rm(folder, { recursive: true, force: true });
}

const READ_WITHIN_MS = 300_000;
const UNREAD = /^bocau_jobs_(waiting|running)\{of="read_file_texts"\} [1-9]/m;

/** Waits until the text of all attachments is extracted, or every copy would do it during journeys. */
async function untilFilesAreRead(server: ChildServer): Promise<void> {
  const { port } = await server.logged('operations listening');
  const metrics = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  await expect.poll(async () => UNREAD.test(await metrics()), { timeout: READ_WITHIN_MS }).toBe(false);
}

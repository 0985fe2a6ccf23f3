import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { fastFolder } from '../../test-kit/global-setup.ts';
import { systemClock } from '../clock.ts';
import { findPostmaster, prepareCluster, spawnPostmaster } from './postgres-cluster.ts';

// Each test starts servers, beside other tests on a machine that may have two processors.
vi.setConfig({ testTimeout: 60_000 });

const SETTINGS = { listen_addresses: '', fsync: 'off', shared_buffers: '16MB' };

async function newCluster() {
  const dataDir = await mkdtemp(join(fastFolder(), 'bocau-cluster-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  return prepareCluster(dataDir);
}

it('lets one of several start the server, though a dead one left its lock file', async () => {
  const cluster = await newCluster();
  const dead = spawn('true');
  await once(dead, 'exit');
  const stale = `${dead.pid}\n${cluster.dir}\n1700000000\n5432\n${cluster.socketDir}\n\n1 1\nready   \n`;
  await writeFile(join(cluster.dir, 'postmaster.pid'), stale);

  const tries = [1, 2, 3, 4].map(() => spawnPostmaster(cluster, SETTINGS));
  const started = (await Promise.all(tries)).filter((postmaster) => postmaster !== null);
  onTestFinished(async () => {
    for (const { child } of started) child.kill('SIGQUIT');
    await Promise.all(started.map(({ exited }) => exited));
  });
  expect(started).toHaveLength(1);
  while (!(await findPostmaster(cluster.dir))?.ready) await systemClock.sleep(10);
  expect((await findPostmaster(cluster.dir))?.pid).toBe(started[0]?.child.pid);
});

it('starts none beside one that runs, and one when that has ended', async () => {
  const cluster = await newCluster();
  const first = await spawnPostmaster(cluster, SETTINGS);
  expect(await spawnPostmaster(cluster, SETTINGS)).toBeNull();
  while (!(await findPostmaster(cluster.dir))?.ready) await systemClock.sleep(10);
  first?.child.kill('SIGQUIT');
  await first?.exited;

  let second = await spawnPostmaster(cluster, SETTINGS);
  while (!second) {
    // The processes started by the dead server may take a moment to end.
    await systemClock.sleep(10);
    second = await spawnPostmaster(cluster, SETTINGS);
  }
  second.child.kill('SIGQUIT');
  await second.exited;
});

it('is not misled by a lock file that is still empty, as a full disk leaves it', async () => {
  const cluster = await newCluster();
  await writeFile(join(cluster.dir, 'postmaster.pid'), '');
  const started = await spawnPostmaster(cluster, SETTINGS);
  onTestFinished(async () => {
    started?.child.kill('SIGQUIT');
    await started?.exited;
  });
  const ready = (async () => {
    while (!(await findPostmaster(cluster.dir))?.ready) await systemClock.sleep(10);
    return 'ready';
  })();
  expect(await Promise.race([ready, started?.exited])).toBe('ready');
});

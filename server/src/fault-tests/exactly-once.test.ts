import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../platform/clock.ts';
import { fastFolder } from '../test-kit/global-setup.ts';
import { cleanUp } from './clean-up.ts';
import { exactlyOnceRun } from './exactly-once-run.ts';
import { nameOf, SENDING_FAULTS } from './sending-faults.ts';
import { undoRun } from './undo-run.ts';

/** The rest, and each many times, is `npm run soak -- sending`. */
const OFTEN_TRIED =
  /^(tab|line|relay line), |, (accept|begin|file|handover|hear|settle|kept)$|^silence, (greeting, goes on|given, breaks)$/;

async function makeDataDir(): Promise<string> {
  const dataDir = await mkdtemp(join(fastFolder(), 'bocau-sending-'));
  onTestFinished(() => cleanUp(dataDir));
  return dataDir;
}

test('SD-14 every message arrives once or is told to be unclear, whatever dies while it is sent', {
  timeout: 240_000,
}, async () => {
  const faults = SENDING_FAULTS.filter((fault) => OFTEN_TRIED.test(nameOf(fault)));
  const figures = await exactlyOnceRun({
    dataDir: await makeDataDir(),
    clock: systemClock,
    seed: 'exactly once',
    faults,
  });
  expect(figures).toMatchObject({ messages: faults.length, failed: 0, orphaned: 0, faults: [] });
  expect(figures.arrived + figures.unclearTaken + figures.unclearNotTaken).toBe(figures.recipients);
});

test('SD-12 a message that is taken back in time is cancelled, and any other is sent, over slow lines and with a wrong clock', {
  timeout: 120_000,
}, async () => {
  const figures = await undoRun({
    dataDir: await makeDataDir(),
    clock: systemClock,
    seed: 'undo',
    messages: 24,
    atOnce: 24,
  });
  expect(figures.faults).toEqual([]);
  expect(figures).toMatchObject({ inTimeCancelled: figures.inTime, leftSent: figures.left });
  expect(figures.inTime).toBeGreaterThan(0);
  expect(figures.left).toBeGreaterThan(0);
});

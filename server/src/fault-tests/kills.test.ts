import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../platform/clock.ts';
import { fastFolder } from '../test-kit/global-setup.ts';
import { cleanUp } from './clean-up.ts';
import { crashRun } from './crash-run.ts';
import { KILLS } from './killed-server.ts';

const LETTERS = 160;

test('what was answered 250 is there once, whatever is killed meanwhile', { timeout: 120_000 }, async () => {
  const dataDir = await mkdtemp(join(fastFolder(), 'bocau-kills-'));
  onTestFinished(() => cleanUp(dataDir));
  const figures = await crashRun({
    dataDir,
    messages: LETTERS,
    connections: 8,
    kills: [...KILLS],
    seed: 'kills',
    clock: systemClock,
  });
  expect(figures).toMatchObject({
    kills: KILLS.length,
    refused: [],
    missing: [],
    doubled: [],
    lostBlobs: [],
    differences: [],
  });
  expect(figures.accepted).toBeGreaterThanOrEqual(figures.deliveries);
  expect(figures.broken).toBeGreaterThan(0);
});

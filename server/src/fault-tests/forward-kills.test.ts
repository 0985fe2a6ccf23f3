import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../platform/clock.ts';
import { fastFolder } from '../test-kit/global-setup.ts';
import { cleanUp } from './clean-up.ts';
import { forwardKills } from './forward-kills.ts';

/** Five hundred, with more kills, is `npm run soak -- forwarding`. */
test('FW-7 what is forwarded goes on once, whatever is killed meanwhile', { timeout: 120_000 }, async () => {
  const dataDir = await mkdtemp(join(fastFolder(), 'bocau-forward-'));
  onTestFinished(() => cleanUp(dataDir));
  const figures = await forwardKills({
    dataDir,
    messages: 40,
    kills: ['both'],
    seed: 'forward',
    clock: systemClock,
  });
  expect(figures).toMatchObject({
    kills: 1,
    refused: [],
    missing: [],
    doubled: [],
    differences: [],
    faults: [],
  });
  expect(figures.arrived).toBeGreaterThan(0);
});

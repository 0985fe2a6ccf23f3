import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../platform/clock.ts';
import { fastFolder } from '../test-kit/global-setup.ts';
import { cleanUp } from './clean-up.ts';
import { KILLS } from './killed-server.ts';
import { programKills } from './program-kills.ts';

const ACTS = 500;

test('an APPEND, MOVE or EXPUNGE that was answered OK is done once, whatever is killed meanwhile', {
  timeout: 300_000,
}, async () => {
  const dataDir = await mkdtemp(join(fastFolder(), 'bocau-program-kills-'));
  onTestFinished(() => cleanUp(dataDir));
  const kills = [...KILLS, ...KILLS];
  const run = { dataDir, acts: ACTS, kills, seed: 'programs', clock: systemClock };
  const { acts, acknowledged, unclear, faults } = await programKills(run);
  expect(faults).toEqual([]);
  expect(acts).toBe(ACTS);
  expect(unclear).toBeGreaterThan(0);
  expect(acknowledged).toBeGreaterThan(ACTS / 2);
});

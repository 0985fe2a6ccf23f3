import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../platform/clock.ts';
import { fastFolder } from '../test-kit/global-setup.ts';
import { cleanUp } from './clean-up.ts';
import { groupKills } from './group-kills.ts';

test('GO-8 each member of nested groups has a message once, whatever is killed while it is distributed', {
  timeout: 180_000,
}, async () => {
  const dataDir = await mkdtemp(join(fastFolder(), 'bocau-groups-'));
  onTestFinished(() => cleanUp(dataDir));
  const figures = await groupKills({
    dataDir,
    messages: 20,
    people: 50,
    outside: 10,
    kills: ['program', 'both', 'program'],
    seed: 'groups',
    clock: systemClock,
  });
  expect(figures).toMatchObject({ kills: 3, faults: [] });
  expect(figures.inside).toBeGreaterThan(300);
  expect(figures.outside).toBeGreaterThan(50);
  // Only what was being transmitted at a kill.
  expect(figures.again).toBeLessThan(figures.outside / 10);
});

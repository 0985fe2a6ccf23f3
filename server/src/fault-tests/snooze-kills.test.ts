import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../platform/clock.ts';
import { fastFolder } from '../test-kit/global-setup.ts';
import { cleanUp } from './clean-up.ts';
import { snoozeKills } from './snooze-kills.ts';

test('LT-2 FU-5 each conversation is back once and none early, whatever is killed while their times pass', {
  timeout: 480_000,
}, async () => {
  const dataDir = await mkdtemp(join(fastFolder(), 'bocau-snooze-'));
  onTestFinished(() => cleanUp(dataDir));
  const figures = await snoozeKills({
    dataDir,
    snoozes: 100,
    seconds: 20,
    kills: ['program', 'both', 'program'],
    clock: systemClock,
  });
  expect(figures).toMatchObject({ kills: 3, back: 100, faults: [] });
});

import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../platform/clock.ts';
import { fastFolder } from '../test-kit/global-setup.ts';
import { cleanUp } from './clean-up.ts';
import { mergeKills } from './merge-kills.ts';

test('MM-8 MM-9 MM-11 each row of a merge is sent once, and reported so, whatever is killed, paused or refused meanwhile', {
  timeout: 480_000,
}, async () => {
  const dataDir = await mkdtemp(join(fastFolder(), 'bocau-merge-'));
  onTestFinished(() => cleanUp(dataDir));
  const kills = ['program', 'both', 'backend', 'program'] as const;
  const figures = await mergeKills({ dataDir, rows: 150, kills: [...kills], clock: systemClock });
  expect(figures).toMatchObject({ kills: kills.length, skipped: 1, faults: [] });
  expect(figures.sent + figures.unclear).toBe(149);
});

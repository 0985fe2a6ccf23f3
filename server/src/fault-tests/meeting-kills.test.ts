import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../platform/clock.ts';
import { fastFolder } from '../test-kit/global-setup.ts';
import { cleanUp } from './clean-up.ts';
import { meetingKills } from './meeting-kills.ts';

test('CL-86 CL-90 CV-14 CV-19 all copies of meetings agree, and guests elsewhere have each change once, and rooms one meeting, whatever is killed', {
  timeout: 240_000,
}, async () => {
  const dataDir = await mkdtemp(join(fastFolder(), 'bocau-meetings-'));
  onTestFinished(() => cleanUp(dataDir));
  const kills = ['program', 'postmaster', 'both', 'backend', 'program'] as const;
  const run = { dataDir, meetings: 40, kills: [...kills], seed: 'meetings', clock: systemClock };
  const figures = await meetingKills(run);
  expect(figures.faults).toEqual([]);
  expect(figures).toMatchObject({ meetings: 40, kills: kills.length });
  expect(figures.copies).toBeGreaterThan(40);
  expect(figures.outside).toBeGreaterThan(40);
  expect(figures.booked).toBeGreaterThan(0);
});

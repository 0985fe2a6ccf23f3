import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findVdirsyncer, type PythonProgram } from '../interop/contact-programs.ts';
import { systemClock } from '../platform/clock.ts';
import { fastFolder } from '../test-kit/global-setup.ts';
import { cleanUp } from './clean-up.ts';
import { CARDS } from './synced-cards.ts';
import { EVENTS } from './synced-events.ts';
import { syncedKills } from './synced-kills.ts';

const vdirsyncer = findVdirsyncer();
const ROUNDS = 6;

test.skipIf(vdirsyncer === null).each([
  ['CD-7 cards', CARDS],
  ['CL-8 events', EVENTS],
])(
  '%s changed in the web and in files are the same on both sides, whatever is killed meanwhile',
  {
    timeout: 300_000,
  },
  async (_what, kind) => {
    const dataDir = await mkdtemp(join(fastFolder(), 'bocau-synced-'));
    onTestFinished(() => cleanUp(dataDir));
    const run = { dataDir, kind, vdirsyncer: vdirsyncer as PythonProgram, rounds: ROUNDS, seed: 'cards' };
    const { kills, faults, ...figures } = await syncedKills({ ...run, clock: systemClock });
    expect(faults).toEqual([]);
    expect(figures.rounds).toBe(ROUNDS);
    expect(figures.unclear).toBeLessThan(figures.edits / 10);
    expect(figures.conflicts).toBeGreaterThan(0);
    expect(kills.vdirsyncer).toBeGreaterThan(0);
    expect(kills.program + kills.database).toBeGreaterThan(0);
  },
);

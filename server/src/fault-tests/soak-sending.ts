import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../platform/clock.ts';
import { cleanUp } from './clean-up.ts';
import { type ExactlyOnceFigures, exactlyOnceRun, faultsOf } from './exactly-once-run.ts';
import { type UndoFigures, undoRun } from './undo-run.ts';

/** Each with its own program, PostgreSQL and relay; most of the time is spent waiting. */
const WORLDS = 3;
const UNDO_LETTERS = 600;
const UNDO_AT_ONCE = 100;

/** Injects every sending fault several times, and undoes sends at random moments. Returns what went wrong. */
export async function soakSending(runs: number, isStopped: () => boolean): Promise<string[]> {
  const since = systemClock.now();
  const faults = faultsOf(runs, `soak ${runs}`);
  const share = Math.ceil(faults.length / WORLDS);
  const worlds = await Promise.all(
    Array.from({ length: WORLDS }, (_, world) =>
      inOwnFolder((dataDir) =>
        exactlyOnceRun({
          dataDir,
          clock: systemClock,
          seed: `soak ${world}`,
          faults: faults.slice(world * share, (world + 1) * share),
          onStrike: (done, all) => process.stderr.write(`world ${world}: ${done} of ${all} strikes\r`),
          isStopped,
        }),
      ),
    ),
  );
  const sum = sumOf(worlds);
  tell({ what: 'faults', seconds: secondsSince(since), ...sum });
  if (isStopped()) return sum.faults;
  const begun = systemClock.now();
  const undo = await inOwnFolder((dataDir) =>
    undoRun({
      ...{ dataDir, clock: systemClock, seed: 'soak undo' },
      ...{ messages: UNDO_LETTERS, atOnce: UNDO_AT_ONCE },
    }),
  );
  tell({ what: 'undo', seconds: secondsSince(begun), ...undo });
  return [...sum.faults, ...undo.faults];
}

async function inOwnFolder<Figures>(work: (dataDir: string) => Promise<Figures>): Promise<Figures> {
  const dataDir = await mkdtemp(join(tmpdir(), 'bocau-soak-'));
  try {
    return await work(dataDir);
  } finally {
    await cleanUp(dataDir);
  }
}

function sumOf(worlds: ExactlyOnceFigures[]): ExactlyOnceFigures {
  const [first, ...others] = worlds as [ExactlyOnceFigures, ...ExactlyOnceFigures[]];
  const sum = { ...first };
  for (const other of others) {
    for (const name of COUNTED) sum[name] += other[name];
    sum.faultPoints = Math.max(sum.faultPoints, other.faultPoints);
    sum.faults = [...sum.faults, ...other.faults];
  }
  return sum;
}

const COUNTED = [
  ...(['messages', 'strikes', 'recipients', 'arrived'] as const),
  ...(['unclearTaken', 'unclearNotTaken', 'failed', 'orphaned'] as const),
];

function secondsSince(since: number): number {
  return Math.round((systemClock.now() - since) / 1000);
}

function tell(figures: { what: string; seconds: number } & (ExactlyOnceFigures | UndoFigures)): void {
  process.stdout.write(`${JSON.stringify(figures)}\n`);
}

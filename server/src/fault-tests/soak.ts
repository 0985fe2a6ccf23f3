/**
 * `npm run soak`: the kills of the fault tests, longer, and on the disk of the temporary folder. `-- sending 50` sends
 * messages into every fault of sending so many times, `-- forwarding 500` forwards, redirects and answers so many, `-- sieve 1000` compares so
 * many random sets of filters with Debian's Pigeonhole, `-- guesses 10000` guesses so many codes of a second step,
 * `-- recovery-times 100` measures whether the time of an answer tells which accounts there are.
 */
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compareWithSieve } from '../interop/compare-sieve.ts';
import { fetchDebianPrograms, findPigeonhole } from '../interop/debian-programs.ts';
import { systemClock } from '../platform/clock.ts';
import { measureAnswers } from './answer-times.ts';
import { cleanUp } from './clean-up.ts';
import { crashRun, KILLS } from './crash-run.ts';
import { ruleKills } from './rule-kills.ts';
import { soakGuesses } from './soak-guesses.ts';
import { soakSending } from './soak-sending.ts';

const ROUNDS = 5;
const LETTERS = 2_000;
const KILLS_A_ROUND = 10;
const RUNS_A_FAULT = 50;
const SETS_OF_FILTERS = 1_000;
const FORWARDED = 500;
const PAIRS_OF_CALLS = 100;
const MOST_APART_MS = 10;
const GUESSES = 10_000;

let stopped = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  // What runs is ended with its round: a database left behind would go on running.
  process.on(signal, () => {
    stopped = true;
  });
}

const [which = 'delivery', given] = process.argv.slice(2);
if (which === 'sending') {
  const faults = await soakSending(Number(given ?? RUNS_A_FAULT), () => stopped);
  conclude(
    faults.length > 0,
    'Messages did not arrive once, or not as shown.',
    'Every message arrived once, or is shown as unclear.',
  );
} else if (which === 'sieve') {
  conclude(
    await soakSieve(Number(given ?? SETS_OF_FILTERS)),
    'Some messages were sorted otherwise than their script says.',
    'Every message was sorted as its script says.',
  );
} else if (which === 'guesses') {
  const faults = await soakGuesses(Number(given ?? GUESSES));
  conclude(
    faults.length > 0,
    `Codes were not judged as promised: ${faults.join('; ')}.`,
    'No code was accepted twice, ten guesses were judged in ten minutes, and the owner got in.',
  );
} else if (which === 'forwarding') {
  conclude(
    await soakForwarding(Number(given ?? FORWARDED)),
    'Messages were not forwarded or answered once, or not as shown.',
    'Every message was forwarded and answered once, or is shown as unclear.',
  );
} else if (which === 'recovery-times') {
  conclude(
    await soakAnswers(Number(given ?? PAIRS_OF_CALLS)),
    'What is answered, or when, tells whether there is an account.',
    'Accounts that are there and others are answered alike.',
  );
} else {
  conclude(
    await soakDelivery(),
    'Mail was lost, doubled or miscounted.',
    'Nothing was lost, doubled or miscounted.',
  );
}

async function soakSieve(sets: number): Promise<boolean> {
  const hindrance = await fetchDebianPrograms();
  const pigeonhole = findPigeonhole();
  if (pigeonhole === null) throw new Error(`Pigeonhole could not be fetched: ${hindrance}`);
  const { compared, acted, differences } = await compareWithSieve(pigeonhole, sets, 'soak');
  for (const difference of differences.slice(0, 5)) process.stdout.write(`${JSON.stringify(difference)}\n`);
  process.stdout.write(`${JSON.stringify({ sets, compared, acted, differences: differences.length })}\n`);
  return differences.length > 0;
}

async function soakDelivery(): Promise<boolean> {
  let failed = false;
  for (let round = 1; round <= ROUNDS && !stopped; round += 1) {
    const dataDir = await mkdtemp(join(tmpdir(), 'bocau-soak-'));
    const kills = Array.from(
      { length: KILLS_A_ROUND },
      (_, place) => KILLS[(place + round) % KILLS.length] ?? 'both',
    );
    const since = systemClock.now();
    try {
      const { missing, doubled, lostBlobs, differences, refused, ...figures } = await crashRun({
        dataDir,
        messages: LETTERS,
        connections: 8,
        kills,
        seed: `soak ${round}`,
        clock: systemClock,
      });
      const damage = { missing, doubled, lostBlobs, differences, refused };
      const seconds = (systemClock.now() - since) / 1000;
      process.stdout.write(`${JSON.stringify({ round, seconds, ...figures, ...damage })}\n`);
      failed ||= Object.values(damage).some((list) => list.length > 0);
    } finally {
      await cleanUp(dataDir);
    }
  }
  return failed;
}

async function soakForwarding(messages: number): Promise<boolean> {
  const dataDir = await mkdtemp(join(tmpdir(), 'bocau-soak-'));
  const kills = Array.from({ length: KILLS_A_ROUND }, (_, place) => KILLS[place % KILLS.length] ?? 'both');
  try {
    const { missing, doubled, lostBlobs, differences, refused, faults, ...figures } = await ruleKills({
      ...{ dataDir, messages, kills, seed: 'soak forwarding', clock: systemClock },
    });
    const damage = { missing, doubled, lostBlobs, differences, refused, faults };
    process.stdout.write(`${JSON.stringify({ ...figures, ...damage })}\n`);
    return Object.values(damage).some((list) => list.length > 0);
  } finally {
    await cleanUp(dataDir);
  }
}

async function soakAnswers(pairs: number): Promise<boolean> {
  const dataDir = await mkdtemp(join(tmpdir(), 'bocau-soak-'));
  try {
    const measured = await measureAnswers(dataDir, pairs);
    for (const times of measured) process.stdout.write(`${JSON.stringify(times)}\n`);
    return measured.some(
      ({ known, unknown, answers }) => answers.length > 1 || Math.abs(known - unknown) > MOST_APART_MS,
    );
  } finally {
    await cleanUp(dataDir);
  }
}

function conclude(failed: boolean, bad: string, good: string): void {
  process.stdout.write(`${failed ? bad : good}\n`);
  if (failed) process.exitCode = 1;
}

/**
 * `npm run soak`: the kills of the fault tests, longer, and on the disk of the temporary folder. `-- sending 50` sends
 * messages into every fault of sending so many times, `-- forwarding 500` forwards, redirects and answers so many,
 * `-- groups 300` brings so many to nested groups with 200 members inside and 50 elsewhere, `-- meetings 300` lets eight people
 * make, change and answer so many meetings, `-- snooze 1000` lets the times of so many snoozed or followed up conversations
 * pass, `-- merge 2000` sends a mail merge with so many rows, `-- sieve 1000` compares so
 * many random sets of filters with Debian's Pigeonhole, `-- guesses 10000` guesses so many codes of a second step,
 * `-- uploads 300` uploads so many files on a disk and to S3 while parts are killed,
 * `-- mail-programs` lets 50 mail programs act beside the web for ten minutes and compares what each believes,
 * `-- postgresql [FILES]` runs the server's tests, or those of these files, on Debian's PostgreSQL,
 * `-- migration 200000` takes mail in while everything that is pending migrates beneath so many messages,
 * `-- cluster 20 [NAME]` strikes clusters of a process for each role (all, or the one of this name), each process so many
 * times, and prints a table; `-- cluster --hour [SEED]` or `-- cluster --minutes 10 [SEED]` strikes one at random,
 * `-- carddav 60`, or `-- carddav --minutes 10`, changes cards in the web and in files that vdirsyncer synchronizes, for so
 * many rounds or minutes, while it, the program and its database are killed, and `-- caldav` events,
 * `-- move-in 10000 20` moves so many messages in from Debian's Dovecot, the command killed so many times, and once calmly,
 * `-- deploy` follows docs/deploy.md in a bare Debian, with the last commit, until mail goes in and out,
 * `-- recovery-times 100` measures whether the time of an answer tells which accounts and shares there are.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compareWithSieve } from '../interop/compare-sieve.ts';
import { findVdirsyncer } from '../interop/contact-programs.ts';
import { fetchDebianPrograms, findPigeonhole } from '../interop/debian-programs.ts';
import { systemClock } from '../platform/clock.ts';
import { measureAnswers } from './answer-times.ts';
import { cleanUp } from './clean-up.ts';
import { crashRun } from './crash-run.ts';
import { soakDeploy } from './deploy/soak-deploy.ts';
import { groupKills } from './group-kills.ts';
import { KILLS } from './killed-server.ts';
import { meetingKills } from './meeting-kills.ts';
import { mergeKills } from './merge-kills.ts';
import { ruleKills } from './rule-kills.ts';
import { snoozeKills } from './snooze-kills.ts';
import { soakCluster } from './soak-cluster.ts';
import { soakGuesses } from './soak-guesses.ts';
import { soakMigration } from './soak-migration.ts';
import { soakMoveIn } from './soak-move-in.ts';
import { soakRandom } from './soak-random.ts';
import { soakSending } from './soak-sending.ts';
import { soakUploads } from './soak-uploads.ts';
import { CARDS } from './synced-cards.ts';
import { EVENTS } from './synced-events.ts';
import { syncedKills } from './synced-kills.ts';
import type { SyncedKind } from './synced-sides.ts';

const ROUNDS = 5;
const LETTERS = 2_000;
const KILLS_A_ROUND = 10;
const RUNS_A_FAULT = 50;
const SETS_OF_FILTERS = 1_000;
const FORWARDED = 500;
const TO_GROUPS = 300;
const MEETINGS = 300;
const MEETINGS_A_KILL = 10;
const SNOOZED = 1_000;
const SNOOZED_A_SECOND = 5;
const SNOOZED_A_KILL = 50;
const MERGED = 2_000;
const MERGED_A_KILL = 100;
const PAIRS_OF_CALLS = 100;
const MOST_APART_MS = 10;
const ANSWERS_SHOWN = 3;
const ANSWER_SHOWN = 120;
const GUESSES = 10_000;
const UPLOADS = 300;
const ROWS = 200_000;
const MOST_BLOCKED_MS = 2_000;
const TURNS_OF_A_PROCESS = 20;
const MINUTES_OF_AN_HOUR = 60;
const ROUNDS_OF_SYNCED = 60;
const MOVED_IN = 10_000;
const KILLS_OF_A_MOVE = 20;
const PROGRAM_STATES = 'server/src/fault-tests/program-states.test.ts';

let stopped = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  // Ends child processes with their round: a left-over database would keep running.
  process.on(signal, () => {
    stopped = true;
  });
}

const [which = 'delivery', given, ...more] = process.argv.slice(2);
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
} else if (which === 'groups') {
  conclude(
    await soakGroups(Number(given ?? TO_GROUPS)),
    'Members of groups did not have each message once, or not as shown.',
    'Each member had each message once; elsewhere one more where the reply was lost with the program.',
  );
} else if (which === 'meetings') {
  conclude(
    await soakMeetings(Number(given ?? MEETINGS)),
    'Copies of meetings differ, or guests elsewhere were not told each change once.',
    'All copies of each meeting agree, and guests elsewhere were told each change; again only where the reply was lost.',
  );
} else if (which === 'snooze') {
  conclude(
    await soakSnooze(Number(given ?? SNOOZED)),
    'Conversations came back early, twice or not at all.',
    'Each conversation came back once, and none before its time.',
  );
} else if (which === 'merge') {
  conclude(
    await soakMerge(Number(given ?? MERGED)),
    'People of a mail merge had no message, two, or another outcome than its report says.',
    'Each person had one message, or none where the report says so; what is unclear came once at most.',
  );
} else if (which === 'uploads') {
  const faults = await soakUploads(Number(given ?? UPLOADS), () => stopped);
  conclude(
    faults.length > 0,
    `Files were lost, changed or miscounted: ${faults.slice(0, 10).join('; ')}.`,
    'Every file arrived whole and once, and no chunk was lost or left behind.',
  );
} else if (which === 'postgresql') {
  conclude(
    await runTests(['--mode', 'debian-postgresql', ...(given === undefined ? [] : [given, ...more])]),
    'Some tests fail on the PostgreSQL of Debian.',
    'The tests pass on the PostgreSQL of Debian.',
  );
} else if (which === 'mail-programs') {
  conclude(
    await runTests(['--mode', 'mail-programs', PROGRAM_STATES]),
    'Some mail program believed what is not so.',
    'Every mail program knew what is there.',
  );
} else if (which === 'migration') {
  const figures = await soakMigration(Number(given ?? ROWS), (one) =>
    process.stdout.write(`${JSON.stringify(one)}\n`),
  );
  const longest = Math.max(...figures.filter(({ refused }) => !refused).map(({ longestMs }) => longestMs));
  conclude(
    longest > MOST_BLOCKED_MS,
    `A delivery waited ${longest} ms for its reply.`,
    `No delivery waited longer than ${longest} ms for its reply.`,
  );
} else if (which === 'cluster') {
  const faults =
    given === '--minutes' || given === '--hour'
      ? await soakRandom({
          minutes: given === '--hour' ? MINUTES_OF_AN_HOUR : Number(more[0]),
          seed: more[given === '--hour' ? 0 : 1] ?? 'soak',
          isStopped: () => stopped,
        })
      : await soakCluster({
          turns: Number(given ?? TURNS_OF_A_PROCESS),
          only: more[0] ?? '',
          isStopped: () => stopped,
        });
  conclude(
    faults.length > 0,
    `Mail was lost, doubled or left behind: ${faults.join(', ')}.`,
    'Nothing that was acknowledged was lost, and nothing was doubled or left behind.',
  );
} else if (which === 'carddav' || which === 'caldav') {
  conclude(
    await soakSynced(
      which === 'carddav' ? CARDS : EVENTS,
      given === '--minutes'
        ? { rounds: Number.POSITIVE_INFINITY, minutes: Number(more[0]) }
        : { rounds: Number(given ?? ROUNDS_OF_SYNCED), minutes: Number.POSITIVE_INFINITY },
    ),
    'Something was lost, doubled or not the same on both sides.',
    'Web and files hold the same, each once, as it was changed last.',
  );
} else if (which === 'move-in') {
  const [kills = String(KILLS_OF_A_MOVE)] = more;
  const faults = await soakMoveIn(Number(given ?? MOVED_IN), Number(kills), () => stopped);
  conclude(
    faults.length > 0,
    `Mailboxes did not move in whole and once: ${faults.join('; ')}.`,
    'Every message moved in, and once.',
  );
} else if (which === 'deploy') {
  conclude(
    await soakDeploy(),
    'Following docs/deploy.md does not end where it promises.',
    'Following docs/deploy.md, mail goes in and out.',
  );
} else if (which === 'recovery-times') {
  conclude(
    await soakAnswers(Number(given ?? PAIRS_OF_CALLS)),
    'What is answered, or when, tells whether there is an account or a share.',
    'Accounts and shares that are there and others are answered alike.',
  );
} else if (which === 'delivery') {
  conclude(
    await soakDelivery(),
    'Mail was lost, doubled or miscounted.',
    'Nothing was lost, doubled or miscounted.',
  );
} else {
  process.stderr.write(`There is no soak "${which}"; the head of soak.ts names them.\n`);
  process.exitCode = 2;
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

async function soakSynced(
  kind: SyncedKind,
  { rounds, minutes }: { rounds: number; minutes: number },
): Promise<boolean> {
  const hindrance = await fetchDebianPrograms();
  const vdirsyncer = findVdirsyncer();
  if (vdirsyncer === null) throw new Error(`vdirsyncer could not be fetched: ${hindrance}`);
  const dataDir = await mkdtemp(join(tmpdir(), 'bocau-soak-'));
  const seed = `soak ${systemClock.now()}`;
  const since = systemClock.now();
  const isStopped = () => stopped || systemClock.now() > since + minutes * 60_000;
  try {
    const run = { dataDir, kind, vdirsyncer, rounds, seed, clock: systemClock, isStopped };
    const figures = await syncedKills(run);
    const seconds = Math.round((systemClock.now() - since) / 1000);
    process.stdout.write(`${JSON.stringify({ seed, seconds, ...figures })}\n`);
    return figures.faults.length > 0;
  } finally {
    await cleanUp(dataDir);
  }
}

/** Whether any fails. */
async function runTests(args: string[]): Promise<boolean> {
  const vitest = join(import.meta.dirname, '../../../node_modules/.bin/vitest');
  const child = spawn(process.execPath, [vitest, 'run', '--project', 'server', ...args], {
    stdio: 'inherit',
  });
  const [code] = await once(child, 'exit');
  return code !== 0;
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

async function soakGroups(messages: number): Promise<boolean> {
  const dataDir = await mkdtemp(join(tmpdir(), 'bocau-soak-'));
  const kills = Array.from({ length: KILLS_A_ROUND }, (_, place) => KILLS[place % KILLS.length] ?? 'both');
  const since = systemClock.now();
  try {
    const figures = await groupKills({
      ...{ dataDir, messages, kills, people: 200, outside: 50, seed: 'soak groups', clock: systemClock },
    });
    const seconds = Math.round((systemClock.now() - since) / 1000);
    process.stdout.write(`${JSON.stringify({ seconds, messages, ...figures })}\n`);
    return figures.faults.length > 0;
  } finally {
    await cleanUp(dataDir);
  }
}

async function soakMeetings(meetings: number): Promise<boolean> {
  const dataDir = await mkdtemp(join(tmpdir(), 'bocau-soak-'));
  const kills = Array.from(
    { length: Math.ceil(meetings / MEETINGS_A_KILL) },
    (_, place) => KILLS[place % KILLS.length] ?? 'both',
  );
  const since = systemClock.now();
  try {
    const figures = await meetingKills({ dataDir, meetings, kills, seed: 'soak', clock: systemClock });
    const seconds = Math.round((systemClock.now() - since) / 1000);
    process.stdout.write(`${JSON.stringify({ seconds, ...figures })}\n`);
    return figures.faults.length > 0;
  } finally {
    await cleanUp(dataDir);
  }
}

async function soakSnooze(snoozes: number): Promise<boolean> {
  const dataDir = await mkdtemp(join(tmpdir(), 'bocau-soak-'));
  const kills = Array.from(
    { length: Math.ceil(snoozes / SNOOZED_A_KILL) },
    (_, place) => KILLS[place % KILLS.length] ?? 'both',
  );
  const seconds = Math.ceil(snoozes / SNOOZED_A_SECOND);
  try {
    const figures = await snoozeKills({ dataDir, snoozes, seconds, kills, clock: systemClock });
    process.stdout.write(`${JSON.stringify({ snoozes, seconds, ...figures })}\n`);
    return figures.faults.length > 0;
  } finally {
    await cleanUp(dataDir);
  }
}

async function soakMerge(rows: number): Promise<boolean> {
  const dataDir = await mkdtemp(join(tmpdir(), 'bocau-soak-'));
  const kills = Array.from(
    { length: Math.ceil(rows / MERGED_A_KILL) },
    (_, place) => KILLS[place % KILLS.length] ?? 'both',
  );
  const since = systemClock.now();
  try {
    const figures = await mergeKills({ dataDir, rows, kills, clock: systemClock });
    const seconds = Math.round((systemClock.now() - since) / 1000);
    process.stdout.write(`${JSON.stringify({ seconds, rows, ...figures })}\n`);
    return figures.faults.length > 0;
  } finally {
    await cleanUp(dataDir);
  }
}

async function soakAnswers(pairs: number): Promise<boolean> {
  const dataDir = await mkdtemp(join(tmpdir(), 'bocau-soak-'));
  try {
    const measured = await measureAnswers(dataDir, pairs);
    for (const times of measured) {
      const answers = times.answers.slice(0, ANSWERS_SHOWN).map((answer) => answer.slice(0, ANSWER_SHOWN));
      process.stdout.write(`${JSON.stringify({ ...times, answers })}\n`);
    }
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

import { type Prng, prng } from '../demo-world/prng.ts';
import type { PythonProgram } from '../interop/contact-programs.ts';
import { openSyncedFolder, type SyncedFolder } from '../interop/synced-folder.ts';
import type { Clock } from '../platform/clock.ts';
import { freePort } from '../test-kit/free-port.ts';
import { signedInClient } from '../test-kit/signed-in-client.ts';
import { KILLS, type KilledServer, startKilledServer } from './killed-server.ts';
import { DOMAIN, openParts, preparePeople } from './prepare-people.ts';
import { openLedger } from './synced-ledger.ts';
import { openSides, type SyncedKind, type SyncedSides } from './synced-sides.ts';

export type SyncedKills = {
  dataDir: string;
  kind: SyncedKind;
  vdirsyncer: PythonProgram;
  rounds: number;
  seed: string;
  clock: Clock;
  isStopped?: () => boolean;
};

export type SyncedFigures = {
  rounds: number;
  edits: number;
  /** In the web, as the answer was lost. */
  unclear: number;
  /** What both sides had changed. */
  conflicts: number;
  /** A kill of program and database at once counts for both. */
  kills: { vdirsyncer: number; program: number; database: number };
  /** Cards or events, at the end. */
  kept: number;
  /** Must be empty. */
  faults: string[];
};

const PASSWORD = 'BoCau@2026';
const FIRST = 60;
/** Each other round is calm: then it is known which side wins. */
const CALM = 0.4;
const EDITS = { fewest: 6, most: 14 };
const MOST_KILLED = 3;
/** A database that was killed may be recovering for long, on a slow disk. */
const PATIENCE_MS = 180_000;
const PAUSE_MS = 500;

/**
 * A person changes cards or events in the web, and a program the files that vdirsyncer synchronizes with them; vdirsyncer and parts
 * of the server are killed meanwhile. After each round both sides must be equal, with what the edits allow.
 */
export async function syncedKills(run: SyncedKills): Promise<SyncedFigures> {
  const { dataDir, clock } = run;
  const prepared = await openParts(dataDir);
  await preparePeople(prepared, 1, { password: PASSWORD });
  await prepared.close();
  const env = { ROLES: 'http,jobs', PORT: String(await freePort()) };
  const killed = await startKilledServer({ dataDir, clock, env });
  const { baseUrl } = await killed.server();
  const email = `p0@${DOMAIN}`;
  const client = await signedInClient(baseUrl, { email, password: PASSWORD });
  const made = await client.createAppPassword({ body: { name: 'vdirsyncer', scopes: ['dav'] } });
  const account = { url: `${baseUrl}/`, email, password: made.data.password };
  const synced = await openSyncedFolder(run.vdirsyncer, account, run.kind.synced);
  try {
    const sides = await openSides(run.kind, client, account, synced);
    const figures = await killed.untilDone(act(run, killed, synced, sides));
    await killed.stop();
    return figures;
  } finally {
    await synced.remove();
  }
}

async function act(
  { clock, rounds, seed, isStopped = () => false }: SyncedKills,
  killed: KilledServer,
  synced: SyncedFolder,
  sides: SyncedSides,
): Promise<SyncedFigures> {
  const random = prng(seed);
  const ledger = openLedger();
  const figures: SyncedFigures = {
    ...{
      rounds: 0,
      edits: 0,
      unclear: 0,
      conflicts: 0,
      kills: { vdirsyncer: 0, program: 0, database: 0 },
      kept: 0,
      faults: [],
    },
  };
  let made = 0;
  let usualMs = 0;

  const nextSaid = () => `v${figures.edits}`;
  function nextName(side: string): string {
    made += 1;
    return `${side}${made}`;
  }

  async function inWeb(thing: string | null): Promise<void> {
    figures.edits += 1;
    const name = thing ?? nextName('w');
    const said = thing !== null && random.chance(0.2) ? null : nextSaid();
    const isClear = await sides.editInWeb(name, said);
    if (!isClear) figures.unclear += 1;
    ledger.edited('web', name, said, isClear);
  }

  async function inFiles(thing: string | null): Promise<void> {
    figures.edits += 1;
    const name = thing ?? nextName('f');
    const said = thing !== null && random.chance(0.2) ? null : nextSaid();
    await sides.editFile(name, said);
    ledger.edited('files', name, said);
  }

  async function editBoth(): Promise<void> {
    const things = shuffled(ledger.things(), random);
    for (let left = random.int(EDITS.fewest, EDITS.most); left > 0; left -= 1) {
      const thing = things.length > FIRST / 2 && random.chance(0.8) ? (things.pop() ?? null) : null;
      const edit = random.chance(0.5) ? inWeb : inFiles;
      await edit(thing);
      if (thing === null || !random.chance(0.3)) continue;
      figures.conflicts += 1;
      await (edit === inWeb ? inFiles : inWeb)(thing);
    }
  }

  /** A synchronization that is struck at any time of it, while the web changes more. */
  async function strike(): Promise<void> {
    const kill = new AbortController();
    const what = random.pick(['vdirsyncer', 'program', 'both'] as const);
    const running = synced.sync(kill.signal);
    const spare = shuffled(ledger.things(), random).slice(0, random.int(0, 2));
    await clock.sleep(random.int(Math.floor(usualMs / 4), usualMs));
    if (what !== 'vdirsyncer') {
      const part = random.pick(KILLS);
      if (part === 'program' || part === 'both') figures.kills.program += 1;
      if (part !== 'program') figures.kills.database += 1;
      killed.strike(part);
    }
    if (what !== 'program') {
      figures.kills.vdirsyncer += 1;
      kill.abort();
    }
    for (const thing of spare) await inWeb(thing);
    await running;
    await killed.server();
  }

  /** Until it says that all is done, as a person would let it run again. */
  async function settle(): Promise<void> {
    for (const until = clock.now() + PATIENCE_MS; ; await clock.sleep(PAUSE_MS)) {
      const since = clock.now();
      const { code, said } = await synced.sync();
      usualMs = clock.now() - since;
      if (code === 0) return;
      if (clock.now() > until) throw new Error(`vdirsyncer comes to no end: ${said}`);
      await killed.server();
    }
  }

  for (let number = 0; number < FIRST; number += 1) await inWeb(null);
  for (; figures.rounds < rounds && !isStopped(); figures.rounds += 1) {
    const calm = figures.rounds === 0 || random.chance(CALM);
    if (figures.rounds > 0) await editBoth();
    for (let strikes = calm ? 0 : random.int(1, MOST_KILLED); strikes > 0; strikes -= 1) await strike();
    await settle();
    const { found, faults } = await sides.compare();
    const wrong = [...faults, ...ledger.judge(found, calm)];
    figures.faults.push(...wrong.map((fault) => `round ${figures.rounds}: ${fault}`));
    figures.kept = found.size;
  }
  return figures;
}

function shuffled<T>(all: readonly T[], random: Prng): T[] {
  return all
    .map((one) => ({ one, at: random.next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one);
}

import { mkdirSync, writeFileSync } from 'node:fs';
import { benchDav, davScenarios } from './dav/bench-dav.ts';
import { CALDAV, CARDDAV, type DavKind } from './dav/dav-kinds.ts';
import { explainReads } from './explain.ts';
import { benchHostile } from './hostile/bench-hostile.ts';
import { openConnection } from './http/connection.ts';
import type { Row } from './measure/row.ts';
import { type Options, readOptions, USAGE } from './options.ts';
import { benchPrograms, PROGRAM_SCENARIOS } from './programs/bench-programs.ts';
import { describeMachine, type Machine, machineLine } from './report/machine.ts';
import { judge, readBudgets, type Verdict } from './report/promises.ts';
import { plainTable, verdictLine } from './report/table.ts';
import { writeDocs } from './report/write-docs.ts';
import { bigMailBesideLists } from './scenarios/big-mail.ts';
import { calendar } from './scenarios/calendar.ts';
import { contacts } from './scenarios/contacts.ts';
import { delivery } from './scenarios/delivery.ts';
import { disk } from './scenarios/disk.ts';
import { drive } from './scenarios/drive.ts';
import { filters } from './scenarios/filters.ts';
import { groups } from './scenarios/groups.ts';
import { invoices } from './scenarios/invoices.ts';
import { labels } from './scenarios/labels.ts';
import { listLoad } from './scenarios/list-load.ts';
import { listLoadUploads } from './scenarios/list-load-uploads.ts';
import { lists } from './scenarios/lists.ts';
import { type Beside, measureBeside } from './scenarios/lmtp-beside.ts';
import { marks } from './scenarios/marks.ts';
import { memory } from './scenarios/memory.ts';
import { relevance } from './scenarios/relevance.ts';
import { runFilter } from './scenarios/run-filter.ts';
import type { Bench, Scenario } from './scenarios/scenario.ts';
import { search } from './scenarios/search.ts';
import { signIn } from './scenarios/sign-in.ts';
import { threads } from './scenarios/threads.ts';
import { uploads } from './scenarios/uploads.ts';
import { benchWal } from './wal/bench-wal.ts';
import { openWorld, type World } from './world/open-world.ts';

/**
 * The order matters: mail is delivered to many mailboxes before any is read, because PostgreSQL plans
 * differently for a database with many of them; memory is measured after all the work.
 */
const SCENARIOS: Scenario[] = [
  delivery,
  groups,
  disk,
  filters,
  runFilter,
  lists,
  threads,
  marks,
  labels,
  invoices,
  search,
  relevance,
  drive,
  contacts,
  calendar,
  signIn,
  listLoad,
  bigMailBesideLists,
  uploads,
  listLoadUploads,
  memory,
];
const RETRIES = 2;
/** Where results are written: the file in results/, and the section of docs/performance.md. */
const PLACES = {
  server: { file: 'latest.json', docs: 'bench' },
  web: { file: 'web.json', docs: 'bench-web' },
  hostile: { file: 'hostile.json', docs: 'bench-hostile' },
} as const;
const RESULTS = new URL('../results/', import.meta.url);

async function main(options: Options): Promise<void> {
  const known = await namesOf(options.what);
  const unknown = options.only.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new Error(`No scenario "${unknown}"; there are ${known.join(', ')}`);
  if (options.what === 'hostile') {
    await measureHostile(options);
    return;
  }
  if (options.what === 'programs') {
    await measurePrograms(options);
    return;
  }
  if (options.what === 'carddav' || options.what === 'caldav') {
    await measureDav(DAV_KINDS[options.what], options);
    return;
  }
  const world = await openWorld({ ...options, ...contentsOf(options), say });
  try {
    if (options.explain) {
      console.log(await explainReads(world));
      return;
    }
    if (options.what === 'wal') console.log(await benchWal(world, say));
    else if (options.what === 'web') await measureWeb(options, world);
    else if (options.beside) await measureLmtp(options, world, options.beside);
    else await measure(options, world);
  } finally {
    await world.close();
  }
}

function contentsOf({ quick, what }: Options): {
  sizes: { small: number; large: number };
  neighbours: number;
} {
  if (quick) return { sizes: { small: 2_000, large: 10_000 }, neighbours: 200 };
  // Other mailboxes do not affect what the browser sees.
  if (what === 'web') return { sizes: { small: 10_000, large: 100_000 }, neighbours: 0 };
  if (what === 'wal') return { sizes: { small: 2_000, large: 50_000 }, neighbours: 2_000 };
  return { sizes: { small: 100_000, large: 500_000 }, neighbours: 2_000 };
}

async function namesOf(what: Options['what']): Promise<readonly string[]> {
  if (what === 'wal') return [];
  if (what === 'programs') return PROGRAM_SCENARIOS;
  if (what === 'carddav' || what === 'caldav') return davScenarios(DAV_KINDS[what]);
  return what === 'web' ? (await webBench()).WEB_SCENARIOS : SCENARIOS.map(({ name }) => name);
}

/** Imported lazily, because nothing else needs a browser. */
function webBench() {
  return import('./web/bench-web.ts');
}

async function measureWeb(options: Options, world: World): Promise<void> {
  const { benchWeb } = await webBench();
  const rows = await benchWeb(world, options, say);
  const machine = describeMachine(world.dataDir, await world.recorder.serverVersion());
  report('web', options, machine, rows, judge(rows, readBudgets()));
}

/** Independent of the mailbox, and a late response is a failure on any machine. */
async function measureHostile(options: Options): Promise<void> {
  say('Delivering malformed messages');
  const { rows, machine } = await benchHostile(options.dir);
  const verdicts = judge(rows, readBudgets());
  report('hostile', options, machine, rows, verdicts);
  if (!verdicts.every((verdict) => verdict.kept)) process.exitCode = 1;
}

/** There is no budget for the other server and nothing is recorded: the ratio is only for comparison. */
async function measureLmtp(options: Options, world: World, beside: Beside): Promise<void> {
  say('Delivering to both in turn');
  const bench = await openBench(options, world);
  const { rows, ratios } = await measureBeside(bench, beside);
  bench.connection.close();
  console.log(plainTable(rows));
  console.log(`\n${ratios.join('\n')}`);
}

/** There is no budget for Dovecot: the ratios are only for comparison. */
async function measurePrograms({ quick, dir, profileDir, only }: Options): Promise<void> {
  const messages = quick ? 2_000 : 60_000;
  const { rows, ratios } = await benchPrograms({ messages, dir, profileDir, only, say });
  console.log(plainTable(rows));
  console.log(`\n${ratios.join('\n')}`);
}

/** The peers are beside it in the same run, so that a ratio is valid on any machine. */
const DAV_KINDS = { carddav: CARDDAV, caldav: CALDAV } as const;

async function measureDav(kind: DavKind, { quick, dir, profileDir, only }: Options): Promise<void> {
  const size = quick ? 1_000 : 10_000;
  const { rows, verdicts } = await benchDav(kind, { size, dir, profileDir, only, say });
  console.log(plainTable(rows));
  console.log(`\n${verdicts.map(verdictLine).join('\n')}`);
  if (verdicts.some(isBrokenRatio)) process.exitCode = 1;
}

async function openBench(options: Options, world: World): Promise<Bench> {
  const connection = await openConnection(world.program.httpPort);
  const rounds = options.quick ? { rounds: 9, samples: 8 } : { rounds: 10, samples: 30 };
  return { world, connection, rounds, quick: options.quick, say };
}

async function measure(options: Options, world: World): Promise<void> {
  const budgets = readBudgets();
  const bench = await openBench(options, world);
  const rows = [...world.importRows];
  for (const scenario of SCENARIOS) {
    if (!isAsked(scenario, options)) continue;
    say(`Measuring ${scenario.name}`);
    let measured = await scenario.run(bench);
    for (let again = 0; again < RETRIES && judge(measured, budgets).some(isBrokenRatio); again++) {
      say('  a ratio was missed; measuring once more, in case the machine was disturbed');
      measured = withBetterRatios(await scenario.run(bench), measured);
    }
    rows.push(...measured);
  }
  bench.connection.close();
  const machine = describeMachine(world.dataDir, await world.recorder.serverVersion());
  report('server', options, machine, rows, judge(rows, budgets));
}

function isAsked({ name, isLeftOutOfQuick }: Scenario, { quick, only }: Options): boolean {
  return only.length > 0 ? only.includes(name) : !(quick && isLeftOutOfQuick);
}

/**
 * Keeps the better ratio of two runs: a disturbance slows one side of a ratio and seldom the same one twice,
 * whereas a real regression persists.
 */
function withBetterRatios(rows: Row[], before: Row[]): Row[] {
  return rows.map((row, i) => ({
    ...row,
    ...better('timesBare', Math.min, row, before[i]),
    ...better('timesSmall', Math.min, row, before[i]),
    ...better('ofPlain', Math.max, row, before[i]),
  }));
}

type RatioName = 'timesBare' | 'timesSmall' | 'ofPlain';

function better(name: RatioName, pick: typeof Math.min, row: Row, before: Row | undefined): Partial<Row> {
  const [now, then] = [row[name], before?.[name]];
  return now === undefined ? {} : { [name]: pick(now, then ?? now) };
}

function isBrokenRatio(verdict: Verdict): boolean {
  return verdict.kind === 'ratio' && !verdict.kept;
}

function report(
  place: keyof typeof PLACES,
  options: Options,
  machine: Machine,
  rows: Row[],
  verdicts: Verdict[],
): void {
  const at = new Date();
  mkdirSync(RESULTS, { recursive: true });
  writeFileSync(
    new URL(PLACES[place].file, RESULTS),
    `${JSON.stringify({ at: at.toISOString(), quick: options.quick, machine, rows, verdicts }, null, 2)}\n`,
  );
  console.log(`\n${machineLine(machine)}; times in milliseconds\n`);
  console.log(plainTable(rows));
  const missed = verdicts.filter((verdict) => !verdict.kept);
  // Absolute times depend on the machine as much as on the program, so the quick run does not judge them.
  const shown = options.quick ? missed.filter(isBrokenRatio) : missed;
  if (shown.length > 0) console.log(`\n${shown.map(verdictLine).join('\n')}`);
  const ratios = verdicts.filter((verdict) => verdict.kind === 'ratio');
  const broken = ratios.filter(isBrokenRatio);
  const summary =
    ratios.length > 0
      ? `${ratios.length - broken.length} of ${ratios.length} ratios kept`
      : `${verdicts.length - missed.length} of ${verdicts.length} figures kept`;
  console.log(`\n${summary}`);
  const day = at.toISOString().slice(0, 10);
  if (options.writeDocs) writeDocs(PLACES[place].docs, day, machine, rows, verdicts);
  if (broken.length > 0) process.exitCode = 1;
}

function say(line: string): void {
  console.error(line);
}

const options = readOptions(process.argv.slice(2));
if (options === null) console.log(USAGE);
else await main(options);

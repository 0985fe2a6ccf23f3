import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { prng } from '../demo-world/prng.ts';
import { fetchDebianPrograms, findDovecot } from '../interop/debian-programs.ts';
import { type OtherProvider, startDovecot } from '../interop/start-dovecot.ts';
import { recount } from '../mail/mailbox/recount.ts';
import { systemClock } from '../platform/clock.ts';
import { kyselyOf } from '../platform/db/kysely-of.ts';
import { findPostmaster } from '../platform/db/postgres-cluster.ts';
import { SYSTEM_PATH } from '../platform/db/postgres-identity.ts';
import { COMPILE_CACHE } from '../test-kit/compile-cache.ts';
import { cleanUp } from './clean-up.ts';
import { makeMessages } from './make-messages.ts';
import { openParts, preparePeople } from './prepare-people.ts';

const USER = 'lan@cu.example';
const PASSWORD = 'mat khau cu';
const FOLDERS = ['INBOX', 'INBOX', 'INBOX', 'Sent', 'Khách hàng/Minh Phát', 'Thùng rác', 'Lưu trữ/2025'];
const YEAR_2025 = 1_735_689_600;
const FLAGS = ['', 'S', 'S', 'FS', 'RS'];
const LOOK_MS = 20;
/** The kernel counts in hundredths of a second. */
const TICK_MS = 10;
const ADMIN = join(import.meta.dirname, '../admin/main.ts');

type Parts = Awaited<ReturnType<typeof openParts>>;

/**
 * Moves a mailbox in from Debian's Dovecot while the command is killed several times, and another one from
 * the same source undisturbed, to measure the cost. Returns what went wrong.
 */
export async function soakMoveIn(
  messages: number,
  kills: number,
  isStopped: () => boolean,
): Promise<string[]> {
  const hindrance = await fetchDebianPrograms();
  const dovecot = findDovecot();
  if (dovecot === null) throw new Error(`Dovecot could not be fetched: ${hindrance}`);
  const dataDir = await mkdtemp(join(tmpdir(), 'bocau-soak-'));
  const source = await startDovecot(dovecot, {
    ...{ user: USER, password: PASSWORD, specialUse: { Sent: '\\Sent' } },
  });
  try {
    await fill(source, messages);
    const parts = await openParts(dataDir);
    try {
      const [killed, calm] = [...(await preparePeople(parts, 2)).entries()] as [Person, Person];
      return [
        ...(await underKills(parts, { dataDir, source, person: killed, messages, kills, isStopped })),
        ...(await undisturbed(parts, { dataDir, source, person: calm, messages })),
      ];
    } finally {
      await parts.close();
    }
  } finally {
    await source.stop();
    await cleanUp(dataDir);
  }
}

type Person = [email: string, mailboxId: number];
type Run = { dataDir: string; source: OtherProvider; person: Person; messages: number };

async function fill(source: OtherProvider, count: number): Promise<void> {
  const random = prng('move in');
  const messages = makeMessages(count, [USER], 'move in').map(({ raw }, number) => ({
    folder: random.pick(FOLDERS),
    message: { raw, at: YEAR_2025 + number * 60, flags: random.pick(FLAGS) },
  }));
  for (const [folder, ofFolder] of Map.groupBy(messages, (each) => each.folder)) {
    await source.put(
      folder,
      ofFolder.map(({ message }) => message),
    );
  }
}

async function underKills(
  parts: Parts,
  run: Run & { kills: number; isStopped(): boolean },
): Promise<string[]> {
  const random = prng('kills');
  let kills = 0;
  while (kills < run.kills && !run.isStopped()) {
    const enough =
      (await countOf(parts, run.person)).count + random.int(1, Math.ceil(run.messages / run.kills));
    const command = startCommand(run);
    while (command.child.exitCode === null && (await countOf(parts, run.person)).count < enough) {
      await systemClock.sleep(LOOK_MS);
    }
    const ended = command.child.exitCode !== null;
    command.child.kill('SIGKILL');
    await command.done;
    if (ended) break;
    kills += 1;
  }
  const { code, report } = await startCommand(run).done;
  const faults = await findFaults(parts, run, code, report);
  process.stdout.write(`${JSON.stringify({ messages: run.messages, kills, faults })}\n`);
  return faults;
}

async function undisturbed(parts: Parts, run: Run): Promise<string[]> {
  const before = await databaseMs(run.dataDir);
  const ours = process.cpuUsage();
  const since = systemClock.now();
  const { code, report, programMs } = await startCommand(run).done;
  const seconds = (systemClock.now() - since) / 1000;
  const { user, system } = process.cpuUsage(ours);
  const figures = {
    messages: run.messages,
    perSecond: Math.round(run.messages / seconds),
    programMsEach: programMs / run.messages,
    databaseMsEach: ((await databaseMs(run.dataDir)) - before) / run.messages,
    harnessMsEach: (user + system) / 1_000 / run.messages,
  };
  process.stdout.write(`${JSON.stringify(figures)}\n`);
  const again = await startCommand(run).done;
  const copiedAgain = again.report?.folders.reduce((sum, { copied }) => sum + copied, 0);
  const faults = await findFaults(parts, run, code, report);
  return copiedAgain === 0 ? faults : [...faults, `a second pass copied ${copiedAgain}`];
}

type Report = { whole: boolean; folders: { copied: number }[] } | null;

function startCommand({ dataDir, source, person }: Run) {
  const from = `imap://${USER}@127.0.0.1:${source.port}`;
  const child = spawn(process.execPath, [ADMIN, 'migrate-mailbox', person[0], '--from', from, '--json'], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { PATH: SYSTEM_PATH, ...COMPILE_CACHE, DATA_DIR: dataDir, SEED: 'none' },
  });
  child.stdin.end(`${PASSWORD}\n`);
  child.stdin.on('error', () => undefined);
  let programMs = 0;
  const watch = systemClock.every(LOOK_MS, () => {
    void usedMs(child.pid as number).then((used) => {
      programMs = Math.max(programMs, used?.ownMs ?? 0);
    });
  });
  const done = Promise.all([text(child.stdout), once(child, 'exit')]).then(([said, [code]]) => {
    watch.stop();
    return {
      code: code as number | null,
      report: said === '' ? null : (JSON.parse(said) as Report),
      programMs,
    };
  });
  return { child, done };
}

async function findFaults(parts: Parts, run: Run, code: number | null, report: Report): Promise<string[]> {
  const faults: string[] = [];
  if (code !== 0 || report?.whole !== true) faults.push(`the last pass is not whole (${code})`);
  const { count, distinct } = await countOf(parts, run.person);
  if (distinct !== run.messages) faults.push(`${run.messages - distinct} messages are missing`);
  if (count !== distinct) faults.push(`${count - distinct} messages are double`);
  const differences = await recount(parts.db, run.person[1]);
  if (differences.length > 0) faults.push(`${differences.length} counts differ`);
  return faults;
}

async function countOf(parts: Parts, [, mailboxId]: Person): Promise<{ count: number; distinct: number }> {
  const { rows } = await sql<{ count: number; distinct: number }>`
    select count(*)::integer as count, count(distinct blob)::integer as distinct
    from messages where mailbox_id = ${mailboxId}`.execute(kyselyOf(parts.db));
  return rows[0] as { count: number; distinct: number };
}

/** The processor time of PostgreSQL's processes; unlike wall time it is not affected by other work. */
async function databaseMs(dataDir: string): Promise<number> {
  const postmaster = (await findPostmaster(join(dataDir, 'pg')))?.pid;
  let sum = 0;
  for (const name of (await readdir('/proc')).filter((each) => /^\d+$/.test(each))) {
    const used = await usedMs(Number(name));
    if (Number(name) === postmaster) sum += (used?.ownMs ?? 0) + (used?.childrenMs ?? 0);
    else if (used?.parent === postmaster) sum += used?.ownMs ?? 0;
  }
  return sum;
}

async function usedMs(pid: number) {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (stat === null) return null;
  // The name in parentheses may contain anything; the fields after it are those of proc(5) from the third on.
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [parent = 0, user = 0, system = 0, childUser = 0, childSystem = 0] = [1, 11, 12, 13, 14].map(
    (place) => fields[place],
  );
  return { parent, ownMs: (user + system) * TICK_MS, childrenMs: (childUser + childSystem) * TICK_MS };
}

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { fastFolder } from '../../test-kit/global-setup.ts';
import { queryOnce } from '../../test-kit/query-once.ts';
import { systemClock } from '../clock.ts';
import { isDatabaseUnavailable } from './database-errors.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';
import { databaseUrl } from './pg-config.ts';
import { findPostmaster } from './postgres-cluster.ts';
import type { PostgresSettings } from './postgres-settings.ts';

type LogLine = { level: string; message: string };

const run = promisify(execFile);
const isRoot = process.geteuid?.() === 0;

// Each test starts servers and processes, beside other tests on a machine that may have two processors.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

/** Creating a cluster is the slow part; the other tests start with a copy of this one. */
let madeBefore: string;
let dataDir: string;
let lines: LogLine[];

beforeAll(async () => {
  madeBefore = await mkdtemp(join(fastFolder(), 'bocau-embedded-made-'));
  dataDir = madeBefore;
  await (await start()).stop();
});

afterAll(() => rm(madeBefore, { recursive: true }));

beforeEach(async () => {
  dataDir = await mkdtemp(join(fastFolder(), 'bocau-embedded-'));
  lines = [];
});

afterEach(async () => {
  const server = await findPostmaster(join(dataDir, 'pg'));
  if (server) process.kill(server.pid, 'SIGQUIT');
  while (await findPostmaster(join(dataDir, 'pg'))) await systemClock.sleep(10);
  await rm(dataDir, { recursive: true, force: true });
});

function start(settings: PostgresSettings = {}): Promise<EmbeddedPostgres> {
  const to = (level: string) => (_fields: object, message: string) => void lines.push({ level, message });
  const log = { info: to('info'), warn: to('warn'), error: to('error') };
  return startEmbeddedPostgres({
    dataDir,
    clock: systemClock,
    log,
    settings: { fsync: 'off', shared_buffers: '16MB', ...settings },
  });
}

async function startPrepared(): Promise<EmbeddedPostgres> {
  await copyPrepared();
  return start();
}

async function copyPrepared(): Promise<void> {
  await run('cp', ['--archive', join(madeBefore, 'pg'), dataDir]);
}

const query = ({ pgConfig }: EmbeddedPostgres, text: string) => queryOnce(pgConfig, text);

async function queryOnceBack(postgres: EmbeddedPostgres, text: string): Promise<Record<string, unknown>[]> {
  for (;;) {
    try {
      return await query(postgres, text);
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
      await systemClock.sleep(10);
    }
  }
}

type OtherProcess = { child: ChildProcess; serverPid: number; stop(): Promise<void>; kill(): Promise<void> };

async function otherProcess(): Promise<OtherProcess> {
  const script = join(import.meta.dirname, 'embedded-postgres.test-child.ts');
  const child = spawn(process.execPath, [script, dataDir], { stdio: ['pipe', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const exited = once(child, 'exit');
  const ended = exited.then(([code]) => Promise.reject(new Error(`the other process ended with ${code}`)));
  const [line] = await Promise.race([once(createInterface(child.stdout), 'line'), ended]);
  return {
    child,
    serverPid: Number(line),
    async stop() {
      child.stdin.write('stop\n');
      await exited;
    },
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

it('makes a cluster at the first start and keeps its data to the next', async () => {
  const first = await start();
  await query(first, 'create table kept as select 42 as answer');
  await first.stop();
  expect(await findPostmaster(join(dataDir, 'pg'))).toBeNull();

  const second = await start();
  expect(await query(second, 'select answer from kept')).toEqual([{ answer: 42 }]);
  await second.stop();
  expect(lines).toEqual([]);
});

it('listens on a private socket and nowhere else, as a user without special rights', async () => {
  const postgres = await startPrepared();
  const [facts] = await query(
    postgres,
    `select current_setting('listen_addresses') as addresses, current_setting('data_checksums') as checksums,
       current_setting('server_encoding') as encoding, current_setting('is_superuser') as superuser`,
  );
  expect(facts).toEqual({ addresses: '', checksums: 'on', encoding: 'UTF8', superuser: 'off' });
  expect((await stat(join(dataDir, 'pg', 'socket'))).mode & 0o777).toBe(0o700);
  await postgres.stop();
});

it('is reached by one URL too', async () => {
  const postgres = await startPrepared();
  const client = new pg.Client({ connectionString: databaseUrl(postgres.pgConfig) });
  await client.connect();
  const { rows } = await client.query('select current_database() as name');
  await client.end();
  expect(rows).toEqual([{ name: 'bocau' }]);
  await postgres.stop();
});

it('uses a short private folder for the socket when the data folder has a long path', async () => {
  const root = dataDir;
  dataDir = join(root, 'a'.repeat(60), 'b'.repeat(60));
  const postgres = await start();
  const { host } = postgres.pgConfig as { host: string };
  expect(host.startsWith(root)).toBe(false);
  expect((await stat(host)).mode & 0o777).toBe(0o700);
  expect(await query(postgres, 'select 1 as one')).toEqual([{ one: 1 }]);
  await postgres.stop();
  await rm(host, { recursive: true });
  dataDir = root;
});

it('shares a running server with another process and leaves it running for that one', async () => {
  await copyPrepared();
  const other = await otherProcess();
  const postgres = await start();
  expect(postgres.pid()).toBe(other.serverPid);
  await postgres.stop();
  expect((await findPostmaster(join(dataDir, 'pg')))?.pid).toBe(other.serverPid);
  await other.stop();
  expect(await findPostmaster(join(dataDir, 'pg'))).toBeNull();
});

it('does not take the server from those who still use it when its starter stops first', async () => {
  await copyPrepared();
  const starter = await otherProcess();
  const postgres = await start();
  await starter.stop();
  expect(await query(postgres, 'select 1 as one')).toEqual([{ one: 1 }]);
  await postgres.stop();
  expect(await findPostmaster(join(dataDir, 'pg'))).toBeNull();
});

it('adopts the server of a starter that was killed, and stops it in the end', async () => {
  await copyPrepared();
  const killed = await otherProcess();
  await killed.kill();
  expect((await findPostmaster(join(dataDir, 'pg')))?.pid).toBe(killed.serverPid);
  const postgres = await start();
  expect(postgres.pid()).toBe(killed.serverPid);
  await postgres.stop();
  expect(await findPostmaster(join(dataDir, 'pg'))).toBeNull();
});

it('starts one server when several processes begin at once in an empty folder', async () => {
  const others = await Promise.all([otherProcess(), otherProcess(), otherProcess()]);
  const [first] = others;
  expect(others.map((other) => other.serverPid)).toEqual(Array(3).fill(first?.serverPid));
  await Promise.all(others.map((other) => other.stop()));
  expect(await findPostmaster(join(dataDir, 'pg'))).toBeNull();
  expect(await readdir(dataDir)).toEqual(['pg']);
});

it('starts the server again when it is killed, with what was committed', async () => {
  const postgres = await startPrepared();
  await query(postgres, 'create table counted (n int)');
  for (const round of [1, 2, 3]) {
    await query(postgres, `insert into counted values (${round})`);
    const killed = postgres.pid();
    process.kill(killed, 'SIGKILL');
    while (postgres.pid() === killed) await systemClock.sleep(10);
    expect(await queryOnceBack(postgres, 'select count(*)::int as n from counted')).toEqual([{ n: round }]);
  }
  expect(lines.filter((line) => line.level === 'error')).toEqual(
    Array(3).fill({ level: 'error', message: 'embedded PostgreSQL lost, restarting it' }),
  );
  await postgres.stop();
});

it('has the server started again by those who share it, once', async () => {
  await copyPrepared();
  const other = await otherProcess();
  const postgres = await start();
  process.kill(other.serverPid, 'SIGKILL');
  while (postgres.pid() === other.serverPid) await systemClock.sleep(10);
  expect(await queryOnceBack(postgres, 'select 1 as one')).toEqual([{ one: 1 }]);
  expect((await findPostmaster(join(dataDir, 'pg')))?.pid).toBe(postgres.pid());
  await postgres.stop();
  await other.stop();
  expect(await findPostmaster(join(dataDir, 'pg'))).toBeNull();
});

it('tries until the server starts again, and says once why it does not', async () => {
  const postgres = await startPrepared();
  const killed = postgres.pid();
  const control = join(dataDir, 'pg', 'global', 'pg_control');
  await rename(control, `${control}.away`);
  process.kill(killed, 'SIGKILL');
  const log = join(dataDir, 'pg', 'postgres.log');
  while ((await readFile(log, 'utf8')).split('could not find the database system').length < 4) {
    await systemClock.sleep(10);
  }
  await rename(`${control}.away`, control);
  while (postgres.pid() === killed) await systemClock.sleep(10);
  expect(await queryOnceBack(postgres, 'select 1 as one')).toEqual([{ one: 1 }]);
  expect(lines.map((line) => line.message)).toEqual([
    'embedded PostgreSQL lost, restarting it',
    'embedded PostgreSQL does not start, retrying until it does',
    'embedded PostgreSQL recovered',
  ]);
  await postgres.stop();
});

it('leaves no server behind when it is asked to stop while it gets one back', async () => {
  await copyPrepared();
  for (let delay = 0; delay < 150; delay += 10) {
    const postgres = await start();
    process.kill(postgres.pid(), 'SIGKILL');
    await systemClock.sleep(delay);
    await postgres.stop();
    expect(await findPostmaster(join(dataDir, 'pg'))).toBeNull();
  }
});

it('is not misled by a pid file whose number now belongs to another program', async () => {
  const first = await startPrepared();
  await first.stop();
  const stale = `${process.pid}\n${join(dataDir, 'pg')}\n1700000000\n5432\n${join(dataDir, 'pg', 'socket')}\n\n1 1\nready   \n`;
  await writeFile(join(dataDir, 'pg', 'postmaster.pid'), stale);
  const postgres = await start();
  expect(postgres.pid()).not.toBe(process.pid);
  expect(await query(postgres, 'select 1 as one')).toEqual([{ one: 1 }]);
  await postgres.stop();
});

it('is not misled by the lock of the socket either', async () => {
  const first = await startPrepared();
  await first.stop();
  const other = spawn('sleep', ['60']);
  onTestFinished(() => void other.kill());
  const lock = `${other.pid}\n${join(dataDir, 'pg')}\n1700000000\n5432\n${join(dataDir, 'pg', 'socket')}\n`;
  await writeFile(join(dataDir, 'pg', 'socket', '.s.PGSQL.5432.lock'), lock);
  const postgres = await start();
  expect(await query(postgres, 'select 1 as one')).toEqual([{ one: 1 }]);
  await postgres.stop();
});

it('removes what a start left that died while it made the cluster', async () => {
  const { pid = 0 } = spawn('true');
  await mkdir(join(dataDir, `pg.new-${pid}-00c0ffee`));
  while (isRunning(pid)) await systemClock.sleep(10);
  const postgres = await start();
  expect(await readdir(dataDir)).toEqual(['pg']);
  await postgres.stop();
});

it('says in one line why the server does not start', async () => {
  await copyPrepared();
  await expect(start({ shared_buffers: 'plenty' })).rejects.toThrow(
    /does not start: invalid value for parameter "shared_buffers": "plenty"/,
  );
});

it('does not touch a cluster of another version', async () => {
  await mkdir(join(dataDir, 'pg'));
  await writeFile(join(dataDir, 'pg', 'PG_VERSION'), '16\n');
  await expect(start()).rejects.toThrow('was made by PostgreSQL 16; this program brings 18');
});

it('keeps statements and values out of its log', async () => {
  const postgres = await startPrepared();
  await expect(query(postgres, `select 'secret words'::int`)).rejects.toThrow('secret words');
  await query(postgres, `do $$ begin raise warning 'secret words'; end $$`);
  await postgres.stop();
  const log = await readFile(join(dataDir, 'pg', 'postgres.log'), 'utf8');
  expect(log).toContain('ready to accept connections');
  expect(log).not.toContain('secret');
});

it.runIf(isRoot)('runs a cluster that an ordinary user made when root starts it', async () => {
  const first = await startPrepared();
  await query(first, 'create table kept as select 42 as answer');
  await first.stop();
  const ordinary = 65534;
  for (const name of await readdir(join(dataDir, 'pg'), { recursive: true })) {
    await chown(join(dataDir, 'pg', name), ordinary, ordinary);
  }
  await chown(join(dataDir, 'pg'), ordinary, ordinary);

  const second = await start();
  expect(await query(second, 'select answer from kept')).toEqual([{ answer: 42 }]);
  expect((await stat(join(dataDir, 'pg', 'postmaster.pid'))).uid).toBe(ordinary);
  await second.stop();
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

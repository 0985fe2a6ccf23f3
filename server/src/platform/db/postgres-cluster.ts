import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import {
  chown,
  lstat,
  mkdir,
  open,
  readdir,
  readFile,
  readlink,
  realpath,
  rename,
  rm,
  stat,
  statfs,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { makeFolder } from '../files/make-folder.ts';
import { findPostgresBinaries, type PostgresBinaries } from './postgres-binaries.ts';
import { findPostgresIdentity, type PostgresIdentity, SYSTEM_PATH } from './postgres-identity.ts';
import { lockCluster } from './postgres-lock.ts';
import type { PostgresSettings } from './postgres-settings.ts';
import { SUPPORTED_POSTGRES } from './supported-postgres.ts';

const run = promisify(execFile);

const MAJOR_VERSION = String(SUPPORTED_POSTGRES.highest);
export const SUPERUSER = 'postgres';
export const SOCKET_PORT = 5432;
/** sockaddr_un holds 108 bytes with the closing zero. */
const LONGEST_SOCKET_PATH = 107;
const LOG_KEPT_BYTES = 10 * 1024 ** 2;
/** Messages for clients that connect during start-up, which are not the reason for a failure. */
const TURNED_AWAY = /the database system is /;
/** PostgreSQL allocates the write-ahead log in segments of this size. */
const LOG_SEGMENT_BYTES = 16 * 1024 ** 2;

export type Cluster = {
  /** PostgreSQL's data folder, without symlinks. */
  dir: string;
  socketDir: string;
  binaries: PostgresBinaries;
  identity: PostgresIdentity;
};

export type Postmaster = { pid: number; ready: boolean };

/**
 * Creates the cluster in `dataDir/pg` when there is none; of several concurrent processes one wins and all
 * use its cluster.
 */
export async function prepareCluster(dataDir: string): Promise<Cluster> {
  await makeFolder(dataDir);
  const dir = join(await realpath(resolve(dataDir)), 'pg');
  const clusterOwner = await ownerOf(dir);
  const identity = await findPostgresIdentity(clusterOwner);
  const binaries = await findPostgresBinaries(`${dir}-libraries`);
  if (await isCluster(dir)) {
    if (identity.fileOwner !== undefined && clusterOwner !== identity.fileOwner) {
      await transmit(dir, identity.fileOwner);
    }
  } else {
    await createCluster(dir, binaries, identity);
  }
  return { dir, socketDir: await makeSocketDir(dir, identity), binaries, identity };
}

async function isCluster(dir: string): Promise<boolean> {
  const version = await readFile(join(dir, 'PG_VERSION'), 'utf8').catch(onlyIfMissing);
  if (version === undefined) return false;
  if (version.trim() === MAJOR_VERSION) return true;
  throw new Error(`${dir} was made by PostgreSQL ${version.trim()}; this program brings ${MAJOR_VERSION}`);
}

/** Created under a temporary name and renamed: a cluster is either complete or absent, even after a crash. */
async function createCluster(
  dir: string,
  binaries: PostgresBinaries,
  identity: PostgresIdentity,
): Promise<void> {
  await removeAbandoned(dir);
  const unfinished = `${dir}.new-${process.pid}-${randomBytes(4).toString('hex')}`;
  try {
    await mkdir(unfinished, { mode: 0o700 });
    if (identity.fileOwner !== undefined) await chown(unfinished, identity.fileOwner, identity.fileOwner);
    const options = [
      ...[`--pgdata=${unfinished}`, `--username=${SUPERUSER}`, '--auth=trust', '--data-checksums'],
      ...['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
      ...['--sync-method=fsync', '--no-instructions', '--set=shared_buffers=16MB'],
    ];
    await runAs(identity, binaries, binaries.initdb, options);
    await rename(unfinished, dir);
    await syncFolder(dirname(dir));
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    if (await isCluster(dir)) return;
    throw new Error(`Could not create a PostgreSQL cluster in ${dir}: ${firstLine(error)}`, { cause: error });
  }
}

async function removeAbandoned(dir: string): Promise<void> {
  const names = await readdir(dirname(dir));
  for (const name of names) {
    const [, pid] = name.match(/\.new-(\d+)-[0-9a-f]+$/) ?? [];
    if (pid === undefined || !name.startsWith(`${basename(dir)}.new-`) || isAlive(Number(pid))) continue;
    await rm(join(dirname(dir), name), { recursive: true, force: true });
  }
}

async function runAs(
  identity: PostgresIdentity,
  binaries: PostgresBinaries,
  program: string,
  options: string[],
): Promise<void> {
  const [command = program, ...args] = [...identity.prefix, program, ...options];
  await run(command, args, { env: environment(binaries), cwd: '/' });
}

function environment(binaries: PostgresBinaries): NodeJS.ProcessEnv {
  const libraries = binaries.libraryPath === undefined ? {} : { LD_LIBRARY_PATH: binaries.libraryPath };
  return { PATH: SYSTEM_PATH, LC_ALL: 'C', TZ: 'UTC', ...libraries };
}

async function makeSocketDir(dir: string, identity: PostgresIdentity): Promise<string> {
  const preferred = join(dir, 'socket');
  const socketDir = fitsSocket(preferred) ? preferred : shortSocketDir(dir);
  await mkdir(socketDir, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  const owner = identity.fileOwner ?? process.geteuid?.() ?? 0;
  if (identity.fileOwner !== undefined && (await lstat(socketDir)).uid === 0) {
    await chown(socketDir, owner, owner);
  }
  // In a shared temporary folder another user could have created it first.
  const made = await lstat(socketDir);
  if (!made.isDirectory() || made.uid !== owner || (made.mode & 0o077) !== 0) {
    throw new Error(`${socketDir} is not a private folder of user ${owner}: remove it and start again`);
  }
  return socketDir;
}

function shortSocketDir(dir: string): string {
  const name = `bocau-pg-${createHash('sha256').update(dir).digest('hex').slice(0, 12)}`;
  const inTemporary = join(tmpdir(), name);
  return fitsSocket(inTemporary) ? inTemporary : join('/tmp', name);
}

function fitsSocket(dir: string): boolean {
  return Buffer.byteLength(join(dir, `.s.PGSQL.${SOCKET_PORT}`)) <= LONGEST_SOCKET_PATH;
}

/**
 * The running postmaster of this cluster, or null. A pid file left by a dead postmaster, or whose pid now
 * belongs to another program, does not count.
 */
export async function findPostmaster(dir: string): Promise<Postmaster | null> {
  const file = await readFile(join(dir, 'postmaster.pid'), 'utf8').catch(onlyIfMissing);
  if (file === undefined) return null;
  const lines = file.split('\n');
  const pid = Number(lines[0]);
  if (!Number.isSafeInteger(pid) || pid <= 0 || !(await runsIn(pid, dir))) return null;
  return { pid, ready: lines[7]?.trim() === 'ready' };
}

async function runsIn(pid: number, dir: string): Promise<boolean> {
  try {
    return (await readlink(`/proc/${pid}/cwd`)) === dir;
  } catch (error) {
    // The process does not exist, or is a zombie. EPERM means that it belongs to another user.
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return false;
    throw error;
  }
}

export type StartedPostmaster = {
  child: ChildProcess;
  exited: Promise<void>;
  /** Its last error message, to report why it did not start. */
  complaint(): Promise<string>;
};

/**
 * Starts the server process in its own session: Ctrl-C in the terminal reaches only us, and we stop the
 * server in order. Null while another process starts or runs it, or while processes of a dead server remain.
 */
export async function spawnPostmaster(
  cluster: Cluster,
  settings: PostgresSettings,
): Promise<StartedPostmaster | null> {
  const lock = await lockCluster(cluster.dir);
  if (!lock) return null;
  try {
    await removeMisleadingLock(join(cluster.dir, 'postmaster.pid'), cluster.dir);
    await removeMisleadingLock(join(cluster.socketDir, `.s.PGSQL.${SOCKET_PORT}.lock`), cluster.dir);
    return await spawnLocked(cluster, settings, lock.fd);
  } finally {
    await lock.close();
  }
}

async function spawnLocked(
  cluster: Cluster,
  settings: PostgresSettings,
  lock: number,
): Promise<StartedPostmaster> {
  const parameters = { ...settings, unix_socket_directories: cluster.socketDir };
  const options = Object.entries(parameters).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const words = [...cluster.identity.prefix, cluster.binaries.postgres, '-D', cluster.dir, ...options];
  const [command = '', ...args] = words;
  const log = await openLog(cluster);
  try {
    const { size } = await log.stat();
    const child = spawn(command, args, {
      cwd: '/',
      detached: true,
      stdio: ['ignore', log.fd, log.fd, lock],
      env: environment(cluster.binaries),
    });
    const exited = new Promise<void>((resolve) => {
      child.once('exit', () => resolve());
      child.once('error', () => resolve());
    });
    return { child, exited, complaint: () => lastComplaint(cluster.dir, size) };
  } finally {
    await log.close();
  }
}

/**
 * PostgreSQL trusts a lock file when any process has the pid in it, as after a container restart, or when
 * that process is a zombie; and it fails on an empty lock file, as a full disk may leave it.
 */
async function removeMisleadingLock(path: string, dir: string): Promise<void> {
  const text = await readFile(path, 'utf8').catch(onlyIfMissing);
  if (text === undefined || (await findPostmaster(dir))) return;
  const pid = Number(text.split('\n')[0]);
  if (!(pid > 0) || isAlive(pid)) await rm(path, { force: true });
}

async function openLog(cluster: Cluster) {
  const path = logPath(cluster.dir);
  const size = (await stat(path).catch(onlyIfMissing))?.size ?? 0;
  if (size > LOG_KEPT_BYTES) await rename(path, `${path}.1`);
  return open(path, 'a', 0o600);
}

function logPath(dir: string): string {
  return join(dir, 'postgres.log');
}

async function lastComplaint(dir: string, from: number): Promise<string> {
  const path = logPath(dir);
  const text = (await readFile(path)).subarray(from).toString('utf8');
  const lines = text.split('\n').filter((line) => /FATAL|PANIC|error/.test(line) && !TURNED_AWAY.test(line));
  const said = lines.at(-1)?.replace(/^.*?(FATAL|PANIC):\s*/, '') ?? `see ${path}`;
  const room = await roomForLog(dir);
  return room >= LOG_SEGMENT_BYTES ? said : `${said} (its disk is full: ${room} bytes are free)`;
}

/** Free space on the disk of the write-ahead log, which may be another disk than that of the tables. */
async function roomForLog(dir: string): Promise<number> {
  const disks = await Promise.all([statfs(dir), statfs(join(dir, 'pg_wal'))]);
  return Math.min(...disks.map(({ bavail, bsize }) => bavail * bsize));
}

async function transmit(dir: string, owner: number): Promise<void> {
  for (const entry of await readdir(dir, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isSymbolicLink()) await chown(path, owner, owner);
  }
  await chown(dir, owner, owner);
}

async function ownerOf(path: string): Promise<number | undefined> {
  return (await stat(path).catch(onlyIfMissing))?.uid;
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function onlyIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

function firstLine(error: unknown): string {
  const { stderr, message } = error as { stderr?: string; message: string };
  return (stderr || message).trim().split('\n')[0] ?? message;
}

import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findProgram } from './find-program.ts';
import { CONFINE, OWN_USER } from './own-root.ts';

const SYSTEM_FOLDERS = ['/usr/bin', '/bin', '/usr/sbin', '/sbin'];
const GB = 1024 ** 3;

export type ProgramLimits = {
  cpuSeconds: number;
  /** Of each file that it writes. */
  fileBytes: number;
  /** What it may write to. */
  memoryBytes: number;
  /** What it may map, where it is known not to map much more than it uses. */
  addressBytes?: number;
  processes?: number;
};

const OFFICE_LIMITS: ProgramLimits = {
  cpuSeconds: 60,
  fileBytes: 200 * 1024 ** 2,
  memoryBytes: GB,
  addressBytes: 4 * GB,
  processes: 256,
};

/**
 * How far a program can be set apart here: `apart` has no network and sees no file but its own, `offline` has no
 * network, `limited` has limits of memory and time only, and `not` has none.
 */
export type Isolation = 'apart' | 'offline' | 'limited' | 'not';

export type Confinement = {
  isolation: Isolation;
  /** The command line that runs a program set apart; it may write in the folder, which is its own. */
  around(folder: string, command: string[]): string[];
};

/** Finds out how far this machine, and what runs on it, lets us set a program of the system apart. */
export function findConfinement(): Promise<Confinement> {
  return findIsolation(OFFICE_LIMITS, ['apart', 'offline']);
}

/** The same for a program of ours, which must see its own files. */
export function findOffline(limits: ProgramLimits): Promise<Confinement> {
  return findIsolation(limits, ['offline']);
}

async function findIsolation(limitsOfProgram: ProgramLimits, wanted: Isolation[]): Promise<Confinement> {
  const find = (name: string) => findProgram([name], SYSTEM_FOLDERS);
  const [prlimit, unshare] = await Promise.all([find('prlimit'), find('unshare')]);
  const isRoot = process.getuid?.() === 0;
  const limits = prlimit ? limitedBy(prlimit, limitsOfProgram, isRoot) : [];
  const apart = [
    ...[unshare ?? '', ...(isRoot ? [] : ['--user', '--map-root-user'])],
    ...[
      '--mount',
      '--pid',
      '--fork',
      '--kill-child',
      '--net',
      '--ipc',
      '--',
      '/bin/sh',
      '-c',
      CONFINE,
      'confine',
    ],
  ];
  const user = isRoot ? String(OWN_USER) : '';
  const levels: Confinement[] = [
    {
      isolation: 'apart',
      around: (folder, command) => [
        ...[...limits, ...apart, join(folder, ROOT), folder, dirname(command[0] ?? ''), user, ...command],
      ],
    },
    {
      isolation: 'offline',
      around: (_folder, command) => [
        ...[...limits, unshare ?? '', '--user', '--map-current-user', '--net', ...command],
      ],
    },
  ];
  // Containers and hardened systems often forbid it.
  const tried = unshare ? levels.filter(({ isolation }) => wanted.includes(isolation)) : [];
  for (const level of tried) if (await works(level)) return level;
  return { isolation: prlimit ? 'limited' : 'not', around: (_folder, command) => [...limits, ...command] };
}

function limitedBy(prlimit: string, limits: ProgramLimits, isRoot: boolean): string[] {
  const { cpuSeconds, fileBytes, memoryBytes, addressBytes, processes } = limits;
  return [
    ...[prlimit, `--data=${memoryBytes}`, `--cpu=${cpuSeconds}`, `--fsize=${fileBytes}`, '--core=0'],
    ...(addressBytes === undefined ? [] : [`--as=${addressBytes}`]),
    // Counted by user: as ourselves it would be our own threads too.
    ...(isRoot && processes !== undefined ? [`--nproc=${processes}`] : []),
  ];
}

/** Where the file system of a program that is set apart is put together; nobody but it sees what is there. */
const ROOT = 'root';

async function works({ around }: Confinement): Promise<boolean> {
  const folder = await makeFolder();
  try {
    const command = around(folder, ['/usr/bin/touch', join(folder, 'made')]);
    return (await runLimited(command, { cwd: folder, env: {}, signal: new AbortController().signal })) === 0;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A folder for one run of a program. */
export async function makeFolder(name = 'bocau-office-'): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), name));
  await mkdir(join(folder, ROOT));
  return folder;
}

/**
 * Runs a program with nothing of our environment, in a group of processes of its own that is ended as a whole when
 * the program ends or the signal fires. Answers its exit code; null when it was killed.
 */
export async function runLimited(
  command: string[],
  options: { cwd: string; env: Record<string, string>; signal: AbortSignal },
): Promise<number | null> {
  const { signal, cwd, env } = options;
  signal.throwIfAborted();
  const { child, endGroup } = spawnLimited(command, { cwd, env, isFed: false });
  signal.addEventListener('abort', endGroup);
  try {
    const [code] = (await once(child, 'exit')) as [number | null];
    return code;
  } finally {
    signal.removeEventListener('abort', endGroup);
    endGroup();
  }
}

/** Starts such a program; one that is fed has pipes to read its orders from and to answer by. */
export function spawnLimited(
  [program = '', ...rest]: string[],
  { isFed, ...options }: { cwd: string; env: Record<string, string>; isFed: boolean },
): { child: ChildProcess; endGroup(): void } {
  const stdio: StdioOptions = isFed ? ['pipe', 'pipe', 'ignore'] : 'ignore';
  const child = spawn(program, rest, { ...options, stdio, detached: true });
  return { child, endGroup: () => endGroupOf(child) };
}

function endGroupOf({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    // All of it has ended already.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

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
  /** The limit of each file that it writes. */
  fileBytes: number;
  /** The limit of its writable memory. */
  memoryBytes: number;
  /** The limit of its address space, for a program known not to map much more than it uses. */
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
 * The available level of isolation: `apart` has no network and sees only its own files, `offline` has no
 * network, `limited` has only memory and time limits, and `not` has none.
 */
export type Isolation = 'apart' | 'offline' | 'limited' | 'not';

export type Confinement = {
  isolation: Isolation;
  /** The command line that runs a program in the sandbox; it may write only to its folder. */
  around(folder: string, command: string[]): string[];
};

/** Determines which sandboxing of system programs this machine allows. */
export function findConfinement(): Promise<Confinement> {
  return findIsolation(OFFICE_LIMITS, ['apart', 'offline']);
}

/** Like `findConfinement`, for a program of ours, which must see its own files. */
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
  // Containers and hardened systems often forbid unshare.
  const tried = unshare ? levels.filter(({ isolation }) => wanted.includes(isolation)) : [];
  for (const level of tried) if (await works(level)) return level;
  return { isolation: prlimit ? 'limited' : 'not', around: (_folder, command) => [...limits, ...command] };
}

function limitedBy(prlimit: string, limits: ProgramLimits, isRoot: boolean): string[] {
  const { cpuSeconds, fileBytes, memoryBytes, addressBytes, processes } = limits;
  return [
    ...[prlimit, `--data=${memoryBytes}`, `--cpu=${cpuSeconds}`, `--fsize=${fileBytes}`, '--core=0'],
    ...(addressBytes === undefined ? [] : [`--as=${addressBytes}`]),
    // RLIMIT_NPROC counts per user: as our own user it would include our own threads.
    ...(isRoot && processes !== undefined ? [`--nproc=${processes}`] : []),
  ];
}

/** The mount point for the sandbox's file system, visible only inside it. */
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
 * Runs a program with an empty environment in its own process group, which is killed as a whole when the
 * program ends or the signal aborts. Returns its exit code; null when it was killed.
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

/** Starts such a program; an interactive one has pipes for its input and output. */
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
    // The whole group has ended already.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

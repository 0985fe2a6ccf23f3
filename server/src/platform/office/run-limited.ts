import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { findProgram } from './find-program.ts';

const SYSTEM_FOLDERS = ['/usr/bin', '/bin', '/usr/sbin', '/sbin'];
const GB = 1024 ** 3;
const CPU_SECONDS = 120;
const FILE_BYTES = 200 * 1024 ** 2;

/** What a program is started with so that it gets neither more than its share nor the network. */
export type Confinement = { prefix: string[]; offline: boolean };

/** Finds out what this machine has to confine a program with. */
export async function findConfinement(): Promise<Confinement> {
  const find = (name: string) => findProgram([name], SYSTEM_FOLDERS);
  const prlimit = await find('prlimit');
  const unshare = await find('unshare');
  const nothing = await find('true');
  const limits = prlimit
    ? [prlimit, `--as=${4 * GB}`, `--cpu=${CPU_SECONDS}`, `--fsize=${FILE_BYTES}`, '--core=0']
    : [];
  const offline = unshare ? [unshare, '--user', '--map-current-user', '--net'] : [];
  // Containers and hardened systems often forbid it.
  const allowed = offline.length > 0 && nothing !== null && (await succeeds([...offline, nothing]));
  return { prefix: [...limits, ...(allowed ? offline : [])], offline: allowed };
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
  const [program = '', ...rest] = command;
  const child = spawn(program, rest, { cwd, env, stdio: 'ignore', detached: true });
  const stop = () => endGroup(child);
  signal.addEventListener('abort', stop);
  try {
    const [code] = (await once(child, 'exit')) as [number | null];
    return code;
  } finally {
    signal.removeEventListener('abort', stop);
    stop();
  }
}

function endGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    // All of it has ended already.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

async function succeeds([program = '', ...rest]: string[]): Promise<boolean> {
  const child = spawn(program, rest, { stdio: 'ignore' });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code === 0;
}

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Memory in megabytes of the program, its child processes and its embedded PostgreSQL. Shared memory is
 * counted proportionally (PSS), so shared buffers count once, however many backends map them. The page cache
 * is not included.
 */
export function sharedMegabytes(programPid: number, dataDir: string): number {
  const postmaster = Number(readFileSync(join(dataDir, 'pg/postmaster.pid'), 'utf8').split('\n')[0]);
  const parents = readParents();
  const isOurs = (pid: number): boolean =>
    pid === programPid || pid === postmaster || (pid !== 0 && isOurs(parents.get(pid) ?? 0));
  const ours = [...parents.keys()].filter(isOurs);
  return ours.reduce((sum, pid) => sum + readShare(pid), 0);
}

function readParents(): Map<number, number> {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    const pid = Number(name);
    const parent = Number.isNaN(pid) ? undefined : /PPid:\s+(\d+)/.exec(readOf(pid, 'status'))?.[1];
    if (parent !== undefined) parents.set(pid, Number(parent));
  }
  return parents;
}

function readShare(pid: number): number {
  return Number(/^Pss:\s+(\d+) kB/m.exec(readOf(pid, 'smaps_rollup'))?.[1] ?? 0) / 1024;
}

/** Empty if the process ended in the meantime. */
function readOf(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * What the program, whatever it started, and its embedded PostgreSQL take, in megabytes. Of what several share each is
 * counted a part (PSS): shared buffers once in all, however many backends have them mapped. What of files lies in the
 * system's cache is not counted.
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

/** Nothing of one that ended while we were looking. */
function readOf(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

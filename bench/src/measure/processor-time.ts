import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export type ProcessorTime = {
  programMs: number;
  databaseMs: number;
  /** Of the processes in which the program reads what strangers sent. */
  readersMs: number;
};

/** The kernel counts in hundredths of a second. */
const TICK_MS = 10;

/**
 * Processor time used so far by the program and its embedded PostgreSQL. Unlike wall-clock time, it does not
 * depend on what else runs on the machine.
 */
export function processorTime(programPid: number, dataDir: string): ProcessorTime {
  const postmaster = Number(readFileSync(join(dataDir, 'pg/postmaster.pid'), 'utf8').split('\n')[0]);
  const all = new Map<number, Used>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const used = readUsed(Number(name));
    if (used) all.set(Number(name), used);
  }
  const program = all.get(programPid);
  const time = { programMs: program?.ownMs ?? 0, databaseMs: 0, readersMs: program?.endedChildrenMs ?? 0 };
  for (const [pid, { parent, ownMs, endedChildrenMs }] of all) {
    if (pid === postmaster) time.databaseMs += ownMs + endedChildrenMs;
    else if (parent === postmaster) time.databaseMs += ownMs;
    else if (isBelow(all, pid, programPid)) time.readersMs += ownMs + endedChildrenMs;
  }
  return time;
}

function isBelow(all: ReadonlyMap<number, Used>, pid: number, ancestor: number): boolean {
  const parent = all.get(pid)?.parent;
  return parent !== undefined && (parent === ancestor || isBelow(all, parent, ancestor));
}

/** Processor time per operation since `before`. */
export function processorNote(before: ProcessorTime, after: ProcessorTime, count: number): string {
  const program = (after.programMs - before.programMs) / count;
  const database = (after.databaseMs - before.databaseMs) / count;
  return `processor ms each: program ${program.toFixed(2)}, database ${database.toFixed(2)}`;
}

type Used = { parent: number; ownMs: number; endedChildrenMs: number };

function readUsed(pid: number): Used | null {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    // The process ended in the meantime.
    return null;
  }
  // The name in parentheses may contain anything; the fields after it are those of proc(5) from the third on.
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [parent = 0, user = 0, system = 0, childUser = 0, childSystem = 0] = [1, 11, 12, 13, 14].map(
    (i) => fields[i],
  );
  return {
    parent,
    ownMs: (user + system) * TICK_MS,
    endedChildrenMs: (childUser + childSystem) * TICK_MS,
  };
}

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export type ProcessorTime = { programMs: number; databaseMs: number };

/** The kernel counts in hundredths of a second. */
const TICK_MS = 10;

/**
 * Processor time used so far by the program and its embedded PostgreSQL. Unlike wall-clock time, it does not
 * depend on what else runs on the machine.
 */
export function processorTime(programPid: number, dataDir: string): ProcessorTime {
  const postmaster = Number(readFileSync(join(dataDir, 'pg/postmaster.pid'), 'utf8').split('\n')[0]);
  let databaseMs = 0;
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const used = readUsed(Number(name));
    if (!used) continue;
    if (Number(name) === postmaster) databaseMs += used.ownMs + used.endedChildrenMs;
    else if (used.parent === postmaster) databaseMs += used.ownMs;
  }
  return { programMs: readUsed(programPid)?.ownMs ?? 0, databaseMs };
}

/** Processor time per operation since `before`. */
export function processorNote(before: ProcessorTime, after: ProcessorTime, count: number): string {
  const program = (after.programMs - before.programMs) / count;
  const database = (after.databaseMs - before.databaseMs) / count;
  return `processor ms each: program ${program.toFixed(2)}, database ${database.toFixed(2)}`;
}

function readUsed(pid: number) {
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

import { lacksJobs, readProcessStatus } from '../../features/processes/read-status.ts';
import type { Clock } from '../../platform/clock.ts';
import type { ReadDb } from '../../tables.ts';
import { type Finding, fail, ok } from './finding.ts';

/** Nothing is said of a database whose program does not run. */
export async function checkRoles(db: ReadDb, clock: Clock): Promise<Finding[]> {
  const processes = await readProcessStatus(db, clock);
  const running = processes.filter(({ state }) => state === 'running');
  if (running.length === 0) return [];
  return lacksJobs(processes)
    ? [fail('processes', 'no running process has the role jobs: nothing is sent, and nobody is reminded')]
    : [ok('processes', `${running.length} running`)];
}

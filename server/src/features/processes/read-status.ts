import { type Clock, unixSeconds } from '../../platform/clock.ts';
import { type Lane, laneOf } from '../../platform/jobs/task.ts';
import type { ReadDb } from '../../tables.ts';
import { LOST_AFTER_SECONDS } from './heartbeat.ts';
import { countTasks, type ProcessRow, readProcesses, type TaskCount } from './processes.store.ts';

export type ProcessStatus = Omit<ProcessRow, 'draining' | 'drain_asked_at'> & {
  /** Lost: it crashed, hangs, or cannot reach the database. */
  state: 'running' | 'draining' | 'lost';
};

export async function readProcessStatus(db: ReadDb, clock: Clock): Promise<ProcessStatus[]> {
  const now = unixSeconds(clock);
  return (await readProcesses(db)).map(({ draining, drain_asked_at, ...row }) => ({
    ...row,
    state: stateOf({ draining, drain_asked_at, seen_at: row.seen_at }, now),
  }));
}

/** Something runs, but nothing that sends, reminds, and does what waits. */
export function lacksJobs(processes: Pick<ProcessStatus, 'state' | 'roles'>[]): boolean {
  const running = processes.filter(({ state }) => state === 'running');
  return running.length > 0 && !running.some(({ roles }) => roles.includes('jobs'));
}

function stateOf(
  { draining, drain_asked_at, seen_at }: Pick<ProcessRow, 'draining' | 'drain_asked_at' | 'seen_at'>,
  now: number,
): ProcessStatus['state'] {
  if (now - seen_at > LOST_AFTER_SECONDS) return 'lost';
  return draining || drain_asked_at !== null ? 'draining' : 'running';
}

/** Tasks that this release does not know: an older or a newer one enqueued them. */
type LaneName = Lane | 'other';
export type LaneStatus = Omit<TaskCount, 'task'> & { lane: LaneName };

const LANES: LaneName[] = ['inside', 'outside', 'groups', 'slow', 'other'];

export async function readLanes(db: ReadDb): Promise<LaneStatus[]> {
  const tasks = await countTasks(db);
  return LANES.flatMap((lane) => {
    const own = tasks.filter(({ task }) => (laneOf(task) ?? 'other') === lane);
    if (lane === 'other' && own.length === 0) return [];
    const sum = (figure: 'waiting' | 'due' | 'running' | 'failed') =>
      own.reduce((total, one) => total + one[figure], 0);
    const ages = own.flatMap(({ oldest_due }) => oldest_due ?? []);
    return {
      lane,
      waiting: sum('waiting'),
      due: sum('due'),
      oldest_due: ages.length > 0 ? Math.max(...ages) : null,
      running: sum('running'),
      failed: sum('failed'),
    };
  });
}

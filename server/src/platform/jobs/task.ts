/**
 * Jobs of different lanes never wait for each other: those users wait for, those that wait for remote
 * servers, those that bring a message to a whole group, and long ones.
 */
export type Lane = 'inside' | 'outside' | 'groups' | 'slow';

/** A kind of job: its name in the database and the type of its payload. */
export type Task<Payload extends object> = {
  name: string;
  /** Attempts before a job is given up; retries back off exponentially, from seconds to hours. */
  maxAttempts: number;
  /** Lower runs first. */
  priority: number;
  lane: Lane;
  /** A phantom property that ties the payload's type to the value. */
  readonly payload?: Payload;
};

export type JobRun = {
  /** Aborted when the process stops: the handler should finish soon or throw; the job is taken up elsewhere. */
  signal: AbortSignal;
  /** No further attempt follows. */
  lastAttempt: boolean;
};

/** Handles a task's jobs. It must be idempotent, because it may run twice for the same job. */
export type TaskHandler = {
  task: Task<object>;
  run(payload: unknown, job: JobRun): Promise<void>;
};

/** A job started on a schedule, once across all processes. */
export type CronJob = {
  task: Task<object>;
  /** Five crontab fields, in UTC. */
  at: string;
  /** A run missed while no process was up is caught up when one starts within this time. */
  catchUpHours: number;
};

const lanes = new Map<string, Lane>();

/** Known only for tasks whose module was loaded. */
export function laneOf(task: string): Lane | undefined {
  return lanes.get(task);
}

export function defineTask<Payload extends object>(
  name: string,
  { maxAttempts, priority = 0, lane = 'inside' }: { maxAttempts: number; priority?: number; lane?: Lane },
): Task<Payload> {
  lanes.set(name, lane);
  return { name, maxAttempts, priority, lane };
}

export function handle<Payload extends object>(
  task: Task<Payload>,
  run: (payload: Payload, job: JobRun) => Promise<void>,
): TaskHandler {
  return { task, run: (payload, job) => run(payload as Payload, job) };
}

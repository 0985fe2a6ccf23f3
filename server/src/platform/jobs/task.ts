/**
 * Jobs of different lanes never wait for each other: what people here wait for, what waits for servers elsewhere, and
 * what takes long.
 */
export type Lane = 'inside' | 'outside' | 'slow';

/** A kind of job: its name in the database, and what a job of it carries. */
export type Task<Payload extends object> = {
  name: string;
  /** Attempts before a job is given up; retries back off exponentially, from seconds to hours. */
  maxAttempts: number;
  /** Lower goes first. */
  priority: number;
  lane: Lane;
  /** Ties the payload's type to the value; it is never there. */
  readonly payload?: Payload;
};

export type JobRun = {
  /** Fires when the process stops: come to an end soon, or throw; the job is taken up again elsewhere. */
  signal: AbortSignal;
  /** No further try comes after this one. */
  lastAttempt: boolean;
};

/** Handles a task's jobs. It must be idempotent, because it may run twice for the same job. */
export type TaskHandler = {
  task: Task<object>;
  run(payload: unknown, job: JobRun): Promise<void>;
};

/** A job that is started on a schedule, once for all processes. */
export type CronJob = {
  task: Task<object>;
  /** Five fields as in crontab, in UTC. */
  at: string;
  /** A run that was missed while no process was up is caught up when one starts within this time. */
  catchUpHours: number;
};

const lanes = new Map<string, Lane>();

/** Of a task whose module was loaded. */
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

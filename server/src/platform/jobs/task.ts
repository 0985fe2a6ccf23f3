/** A kind of job: its name in the database, and what a job of it carries. */
export type Task<Payload extends object> = {
  name: string;
  /** How often a job is tried before it is given up; the pauses grow from seconds to hours. */
  maxAttempts: number;
  /** Lower goes first. */
  priority: number;
  /** Ties the payload's type to the value; it is never there. */
  readonly payload?: Payload;
};

export type JobRun = {
  /** Fires when the process stops: come to an end soon, or throw; the job is taken up again elsewhere. */
  signal: AbortSignal;
  /** No further try comes after this one. */
  lastAttempt: boolean;
};

/** What works on a task's jobs. It may run twice for the same job, and must do no harm then. */
export type TaskHandler = {
  task: Task<object>;
  run(payload: unknown, job: JobRun): Promise<void>;
};

/** A job that is started by the clock on the wall, once for all processes. */
export type CronJob = {
  task: Task<object>;
  /** Five fields as in crontab, in UTC. */
  at: string;
  /** A run missed while no process was up is made good when one starts within this time. */
  catchUpHours: number;
};

export function defineTask<Payload extends object>(
  name: string,
  options: { maxAttempts: number; priority?: number },
): Task<Payload> {
  return { name, maxAttempts: options.maxAttempts, priority: options.priority ?? 0 };
}

export function handle<Payload extends object>(
  task: Task<Payload>,
  run: (payload: Payload, job: JobRun) => Promise<void>,
): TaskHandler {
  return { task, run: (payload, job) => run(payload as Payload, job) };
}

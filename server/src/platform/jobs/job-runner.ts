import { EventEmitter } from 'node:events';
import {
  type CronItem,
  type Job,
  Logger,
  parseCronItems,
  type Runner,
  run,
  type TaskList,
  type WorkerPool,
} from 'graphile-worker';
import pg from 'pg';
import type { Clock } from '../clock.ts';
import { isDatabaseUnavailable } from '../db/database-errors.ts';
import type { DbLog, PgConfig } from '../db/pg-config.ts';
import { type Presence, recoverJobs, showPresence, unlockJobsOf } from './runner-presence.ts';
import type { CronJob, TaskHandler } from './task.ts';

export type JobRunnerOptions = {
  pgConfig: PgConfig;
  clock: Clock;
  log: DbLog;
  handlers: TaskHandler[];
  cron: CronJob[];
  /** How many jobs run at the same time in this process. */
  concurrency: number;
  /** How long handlers may take to come to an end after the signal. */
  stopWithinMs?: number;
};

export type JobRunner = { stop(): Promise<void> };

/** Besides the notification: how soon a job that was to wait is seen to be due. */
const LOOK_EVERY_MS = 1_000;
const RECOVER_EVERY_MS = 5_000;
const CERTAIN_AFTER_MS = 3_000;
const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 5_000;
const STOP_WITHIN_MS = 5_000;
const CONNECT_WITHIN_MS = 5_000;
const LAST_WRITES_MS = 1_000;
const HOUR_MS = 3_600_000;

/** Works on jobs until it is stopped, together with all other processes that do; comes back when the database does. */
export function startJobRunner(options: JobRunnerOptions): JobRunner {
  const { pgConfig, clock, log, concurrency } = options;
  const stopping = new AbortController();
  const pool = new pg.Pool({
    ...pgConfig,
    // One listens, one recovers.
    max: concurrency + 2,
    application_name: 'jobs',
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    keepAlive: true,
  });
  pool.on('error', troubled);
  pool.on('connect', (client) => client.on('error', troubled));

  let runner: Pick<Runner, 'stop' | 'promise'> | null = null;
  let workers: WorkerPool | null = null;
  let away = false;
  const recovering = keepRecovering();
  const working = keepWorking();

  /** Everything that fails while the database is away is told in one line. */
  function troubled(error: Error): void {
    if (stopping.signal.aborted || away) return;
    away = true;
    log.warn({ reason: error.message }, 'Jobs wait: the database can not be reached');
  }

  async function keepWorking(): Promise<void> {
    let pause = FIRST_PAUSE_MS;
    let deserted: string | null = null;
    while (!stopping.signal.aborted) {
      let runnerId: string | null = null;
      let presence: Presence | null = null;
      try {
        if (deserted !== null) await unlockJobsOf(pool, [deserted]);
        deserted = null;
        const events = watchedEvents((fresh) => {
          workers = fresh;
          runnerId = fresh.id;
          presence = showPresence({ pgConfig, clock, runnerId });
          pause = FIRST_PAUSE_MS;
        });
        runner = endingWith(events, await startGraphile(events));
        // Not stopped before there was something to stop.
        if (stopping.signal.aborted) await endGracefully(runner);
        await runner.promise;
      } catch (error) {
        troubled(error as Error);
      }
      runner = null;
      deserted = runnerId ?? deserted;
      await (presence as Presence | null)?.end();
      await clock.sleep(pause, stopping.signal);
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
    }
  }

  function startGraphile(events: EventEmitter): Promise<Runner> {
    return run({
      pgPool: pool,
      taskList: taskList(options.handlers),
      parsedCronItems: parseCronItems(options.cron.map(cronItem)),
      concurrency,
      pollInterval: LOOK_EVERY_MS,
      noHandleSignals: true,
      gracefulShutdownAbortTimeout: 0,
      events,
      logger: new Logger(() => (level, message, meta) => {
        if (level !== 'error' && level !== 'warning') return;
        // Told by the events below, without the payload.
        if (meta?.failure === true) return;
        const error = meta?.error ?? meta?.fatalError;
        if (error instanceof Error && isDatabaseUnavailable(error)) troubled(error);
        else if (!stopping.signal.aborted && !away)
          log.warn({ reason: message }, 'The job runner is in trouble');
      }),
      preset: WRITTEN_IN_BATCHES,
    });
  }

  function watchedEvents(onWorkers: (workers: WorkerPool) => void): EventEmitter {
    const events = new EventEmitter();
    events.on('pool:create', ({ workerPool }: { workerPool: WorkerPool }) => onWorkers(workerPool));
    // A runner that fails at its first look keeps that failure for good, and would never find a job.
    let looked = false;
    events.once('worker:getJob:empty', () => {
      looked = true;
    });
    events.once('job:start', () => {
      looked = true;
    });
    events.on('worker:getJob:error', ({ error }: { error: Error }) => {
      troubled(error);
      if (looked) return;
      looked = true;
      // Not at once: a worker that is stopped while it still looks prints a stack.
      setImmediate(() => {
        Promise.resolve(workers?.gracefulShutdown('could not look for jobs')).catch(troubled);
      });
    });
    events.on('pool:listen:success', () => {
      if (away) log.info({}, 'Jobs are worked on again');
      away = false;
    });
    events.on('job:error', ({ job, error }: { job: Job; error: Error }) => {
      if (isDatabaseUnavailable(error)) return troubled(error);
      const fields = { task: job.task_identifier, job: job.id, attempt: job.attempts, reason: error.message };
      if (stopping.signal.aborted) log.info(fields, 'A job was broken off and waits for another runner');
      else if (job.attempts >= job.max_attempts) log.error(fields, 'A job failed for good');
      else log.warn(fields, 'A job failed and will be tried again');
    });
    return events;
  }

  async function keepRecovering(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        const dead = await recoverJobs(
          pool,
          () => workers?.id,
          () => clock.sleep(CERTAIN_AFTER_MS, stopping.signal),
        );
        if (dead.length > 0) log.warn({ runners: dead }, 'Took up the jobs of runners that are gone');
      } catch (error) {
        if (isDatabaseUnavailable(error)) troubled(error as Error);
        else if (!stopping.signal.aborted) {
          log.error(
            { reason: (error as Error).message },
            'Jobs of runners that are gone could not be taken up',
          );
        }
      }
      await clock.sleep(RECOVER_EVERY_MS, stopping.signal);
    }
  }

  /**
   * Where the ends of two jobs could not be written down, a runner has stopped all its workers and never says that it
   * is at its end.
   */
  function endingWith(events: EventEmitter, started: Runner): Pick<Runner, 'stop' | 'promise'> {
    const stopped = new Promise<void>((resolve) => {
      for (const event of WORKERS_STOPPED)
        events.once(event, () => void clock.sleep(LAST_WRITES_MS).then(resolve));
    });
    return {
      promise: Promise.race([started.promise, stopped]),
      stop: () => Promise.race([Promise.resolve(started.stop()), stopped]),
    };
  }

  async function endGracefully(current: Pick<Runner, 'stop' | 'promise'>): Promise<void> {
    const late = clock.after(options.stopWithinMs ?? STOP_WITHIN_MS, () => {
      log.warn({}, 'Jobs did not come to an end in time and are left to other runners');
      // Not runner.kill(): it does nothing once a stop has begun.
      Promise.resolve(workers?.forcefulShutdown('stopped')).catch(troubled);
    });
    // It may have ended by itself meanwhile, with nothing left to stop.
    await current.stop().catch(() => undefined);
    await current.promise.catch(() => undefined);
    late.stop();
  }

  return {
    async stop() {
      stopping.abort();
      if (runner) await endGracefully(runner);
      await Promise.all([working, recovering]);
      await pool.end();
    },
  };
}

const WORKERS_STOPPED = ['pool:gracefulShutdown:complete', 'pool:forcefulShutdown:complete'] as const;

/**
 * Without batches the runner lets go of a promise when it notes that a job is done, and a database that is away at
 * this moment ends the process.
 */
export const WRITTEN_IN_BATCHES = { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } };

export function taskList(handlers: TaskHandler[]): TaskList {
  return Object.fromEntries(
    handlers.map(({ task, run: work }) => [
      task.name,
      (payload, helpers) =>
        work(payload, {
          signal: helpers.abortSignal ?? new AbortController().signal,
          lastAttempt: helpers.job.attempts >= helpers.job.max_attempts,
        }),
    ]),
  );
}

function cronItem({ task, at, catchUpHours }: CronJob): CronItem {
  return {
    task: task.name,
    match: at,
    options: {
      backfillPeriod: catchUpHours * HOUR_MS,
      maxAttempts: task.maxAttempts,
      priority: task.priority,
      // Runs that were missed are one run.
      jobKey: `cron ${task.name}`,
    },
  };
}

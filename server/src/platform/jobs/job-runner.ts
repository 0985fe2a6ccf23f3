import { EventEmitter } from 'node:events';
import {
  type CronItem,
  type Job,
  type JobHelpers,
  Logger,
  parseCronItems,
  type Runner,
  run,
  type TaskList,
  type WorkerPool,
} from 'graphile-worker';
import type { Clock } from '../clock.ts';
import { areWritesPaused, isDatabaseUnavailable } from '../db/database-errors.ts';
import { type Deadlines, INTERACTIVE } from '../db/deadlines.ts';
import type { DbLog, PgConfig } from '../db/pg-config.ts';
import { openPool } from '../db/pool.ts';
import { createFairShares, type FairShares } from './fair-shares.ts';
import {
  type Presence,
  recoverJobs,
  releaseUnknownJobs,
  showPresence,
  unlockJobsOf,
} from './runner-presence.ts';
import type { CronJob, TaskHandler } from './task.ts';
import { isPermanent } from './translate-error.ts';

export type JobRunnerOptions = {
  pgConfig: PgConfig;
  clock: Clock;
  log: DbLog;
  handlers: TaskHandler[];
  cron: CronJob[];
  /** The number of jobs that run concurrently in this process. */
  concurrency: number;
  /** Maximum number of database connections for taking and completing jobs; defaults to one per job. */
  connections?: number;
  deadlines?: Deadlines;
  /** Divides the workers between the accounts that jobs name in `shares`. */
  fair?: boolean;
  /** Jobs resume elsewhere where they stopped, so a drain need not wait for them. */
  resumable?: boolean;
  /** How long handlers may take to finish after the stop signal. */
  stopWithinMs?: number;
};

export type JobRunner = {
  /** Takes no more jobs and waits for running ones; after this time they are aborted as by `stop`. */
  drain(withinMs: number): Promise<void>;
  /** Aborts running jobs, including those a drain waits for; other processes take them up. */
  stop(): Promise<void>;
};

/** Poll interval, besides notifications: the longest delay until a due job is found. */
const LOOK_EVERY_MS = 1_000;
export const RECOVER_EVERY_MS = 5_000;
export const CERTAIN_AFTER_MS = 3_000;
/** Longer than the answer timeout of the database: a job reported later is known by then. */
export const ANSWERED_AFTER_MS = 12_000;
/**
 * A poll that was stuck in the network may still reach the database this much later. A promoted standby may
 * have missed the completion of a job.
 */
const UNSURE_MS = 10 * 60_000;
const FEW = 8;
const LOOK_BY_ITSELF_MS = 60_000;
const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 5_000;
const STOP_WITHIN_MS = 5_000;
const LAST_WRITES_MS = 1_000;
const HOUR_MS = 3_600_000;

/** Runs jobs until stopped, alongside all other processes that do; recovers when the database does. */
export function startJobRunner(options: JobRunnerOptions): JobRunner {
  const { pgConfig, clock, log, concurrency } = options;
  const stopping = new AbortController();
  const pool = openPool({
    pgConfig,
    // One listens for notifications, one recovers orphaned jobs.
    poolSize: (options.connections ?? concurrency) + 2,
    applicationName: 'jobs',
    deadlines: options.deadlines ?? INTERACTIVE,
    onLost: troubled,
  });
  pool.on('connect', (client) => client.on('error', troubled));

  let runner: Pick<Runner, 'stop' | 'promise'> | null = null;
  let workers: WorkerPool | null = null;
  let away = false;
  /** Aborts the handlers of the current runner. */
  let interrupting = new AbortController();
  let patient = false;
  let ended: Promise<void> | null = null;
  let isOver = false;
  let forcing: { stop(): void } | null = null;
  const known = new Set<string>();
  let unsureUntil = 0;
  // Hundreds of idle workers must not all poll every second: one polls, and one that finds a job wakes the
  // next.
  const many = concurrency > FEW;
  const looking = many ? clock.every(LOOK_EVERY_MS, wakeOne) : null;
  const recovering = keepRecovering();
  const working = keepWorking();

  function wakeOne(): void {
    if (workers && !workers._shuttingDown && !workers._forcefulShuttingDown) workers.nudge(1);
  }

  /** Everything that fails while the database is unavailable is logged as one line. */
  function troubled(error: Error): void {
    unsureUntil = clock.now() + UNSURE_MS;
    if (isBreakingOff() || away) return;
    away = true;
    log.warn({ reason: error.message }, 'job runner waiting: database unreachable');
  }

  function isBreakingOff(): boolean {
    return stopping.signal.aborted && !patient;
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
        // The stop came before there was a runner to stop.
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
    const shares = options.fair ? createFairShares(concurrency) : null;
    if (shares) countShares(events, shares);
    if (many) events.on('job:start', wakeOne);
    const own = new AbortController();
    interrupting = own;
    // Also when the runner ends on its own, as without its database.
    events.once('pool:gracefulShutdown', () => {
      if (!patient) own.abort();
    });
    return run({
      ...(shares ? { forbiddenFlags: () => shares.turn() } : {}),
      pgPool: pool,
      taskList: taskList(options.handlers, own.signal),
      parsedCronItems: parseCronItems(options.cron.map(cronItem)),
      concurrency,
      pollInterval: many ? LOOK_BY_ITSELF_MS : LOOK_EVERY_MS,
      noHandleSignals: true,
      gracefulShutdownAbortTimeout: 0,
      events,
      logger: new Logger(() => (level, message, meta) => {
        if (level !== 'error' && level !== 'warning') return;
        // Reported by the events below, without the payload.
        if (meta?.failure === true) return;
        // Intended: a transmission holds no connection while it waits (decision 020).
        if (message.includes('maxPoolSize')) return;
        const error = meta?.error ?? meta?.fatalError;
        if (error instanceof Error && isDatabaseUnavailable(error)) troubled(error);
        else if (!isBreakingOff() && !away) log.warn({ reason: message }, 'job runner degraded');
      }),
      preset: WRITTEN_IN_BATCHES,
    });
  }

  function watchedEvents(onWorkers: (workers: WorkerPool) => void): EventEmitter {
    const events = new EventEmitter();
    events.on('pool:create', ({ workerPool }: { workerPool: WorkerPool }) => onWorkers(workerPool));
    // A runner whose first poll fails keeps that failure forever and would never find a job.
    let looked = false;
    events.once('worker:getJob:empty', () => {
      looked = true;
    });
    events.once('job:start', () => {
      looked = true;
    });
    events.on('job:start', ({ job }: { job: Job }) => known.add(job.id));
    events.on('job:complete', ({ job }: { job: Job }) => known.delete(job.id));
    events.on('worker:getJob:error', ({ error }: { error: Error }) => {
      troubled(error);
      if (looked) return;
      looked = true;
      // Deferred: a worker stopped during its poll prints a stack trace.
      setImmediate(() => {
        Promise.resolve(workers?.gracefulShutdown('could not look for jobs')).catch(troubled);
      });
    });
    events.on('pool:listen:success', () => {
      if (away) log.info({}, 'job runner recovered');
      away = false;
    });
    events.on('job:error', ({ job, error }: { job: Job; error: Error }) => {
      if (isDatabaseUnavailable(error)) return troubled(error);
      const fields = { task: job.task_identifier, job: job.id, attempt: job.attempts, reason: error.message };
      if (isBreakingOff()) log.info(fields, 'job interrupted by shutdown, requeued');
      else if (job.attempts >= job.max_attempts) {
        log.error({ event: 'job_failed', ...fields }, 'job failed permanently');
      } else log.warn(fields, 'job failed, will retry');
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
        if (dead.length > 0) log.warn({ runners: dead }, 'jobs of dead runners requeued');
        await recoverUnknownJobs();
      } catch (error) {
        if (isDatabaseUnavailable(error)) troubled(error as Error);
        else if (!stopping.signal.aborted) {
          log.error({ reason: (error as Error).message }, 'jobs of dead runners could not be requeued');
        }
      }
      await clock.sleep(RECOVER_EVERY_MS, stopping.signal);
    }
  }

  async function recoverUnknownJobs(): Promise<void> {
    const id = workers?.id;
    if (id === undefined || clock.now() > unsureUntil) return;
    const runner = { id, knows: (job: string) => known.has(job) };
    const lost = await releaseUnknownJobs(pool, runner, () =>
      clock.sleep(ANSWERED_AFTER_MS, stopping.signal),
    );
    if (lost.length === 0) return;
    log.warn({ jobs: lost }, 'jobs requeued that were taken without an answer');
    wakeOne();
  }

  /**
   * When the completions of two jobs could not be written, a runner stops all its workers but its promise
   * never settles.
   */
  function endingWith(events: EventEmitter, started: Runner): Pick<Runner, 'stop' | 'promise'> {
    const over = new AbortController();
    const stopped = new Promise<void>((resolve) => {
      for (const event of WORKERS_STOPPED)
        events.once(event, () => void clock.sleep(LAST_WRITES_MS, over.signal).then(resolve));
    });
    return {
      promise: Promise.race([started.promise, stopped]),
      stop() {
        const released = Promise.resolve(started.stop());
        // When it does settle, no one waits, and a timer would keep the process alive.
        void Promise.allSettled([released, started.promise]).then(() => over.abort());
        return Promise.race([released, stopped]);
      },
    };
  }

  async function endGracefully(current: Pick<Runner, 'stop' | 'promise'>): Promise<void> {
    if (!patient) forceSoon();
    // It may have ended on its own meanwhile, with nothing left to stop.
    await current.stop().catch(() => undefined);
    await current.promise.catch(() => undefined);
    forcing?.stop();
  }

  function forceSoon(): void {
    forcing ??= clock.after(options.stopWithinMs ?? STOP_WITHIN_MS, () => {
      log.warn({}, 'jobs still running at shutdown, left to other runners');
      // Not runner.kill(): it does nothing once a stop has begun.
      Promise.resolve(workers?.forcefulShutdown('stopped')).catch(troubled);
    });
  }

  async function shutDown(): Promise<void> {
    stopping.abort();
    looking?.stop();
    if (runner) await endGracefully(runner);
    await Promise.all([working, recovering]);
    await pool.end();
    isOver = true;
  }

  function breakOff(): void {
    patient = false;
    if (ended === null || isOver) return;
    interrupting.abort();
    forceSoon();
  }

  return {
    async drain(withinMs) {
      if (known.size > 0) log.info({ jobs: known.size }, 'draining: running jobs come to their end');
      patient = options.resumable !== true;
      const late = clock.after(withinMs, () => {
        log.warn({ jobs: known.size }, 'draining took too long: running jobs are broken off');
        breakOff();
      });
      ended ??= shutDown();
      await ended;
      late.stop();
    },
    async stop() {
      breakOff();
      ended ??= shutDown();
      await ended;
    },
  };
}

function countShares(events: EventEmitter, shares: FairShares): void {
  events.on('job:start', ({ job }: { job: Job }) => shares.took(sharesOf(job)));
  events.on('worker:getJob:empty', () => shares.tookNothing());
  events.on('worker:getJob:error', () => shares.failed());
  events.on('job:complete', ({ job }: { job: Job }) => shares.ended(sharesOf(job)));
}

function sharesOf({ flags }: Job): string[] {
  return Object.keys(flags ?? {});
}

const WORKERS_STOPPED = ['pool:gracefulShutdown:complete', 'pool:forcefulShutdown:complete'] as const;

/**
 * Without batches the runner leaves a promise unhandled when it marks a job as done, and a database failure
 * at that moment crashes the process.
 */
export const WRITTEN_IN_BATCHES = { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } };

export function taskList(
  handlers: TaskHandler[],
  signal: AbortSignal = new AbortController().signal,
): TaskList {
  return Object.fromEntries(
    handlers.map(({ task, run: work }) => [
      task.name,
      async (payload, helpers) => {
        try {
          await work(payload, {
            signal,
            lastAttempt: helpers.job.attempts >= helpers.job.max_attempts,
          });
        } catch (error) {
          if (isPermanent(error)) await recordAttemptResults(helpers);
          // This update may time out as well; then the attempt counts after all.
          if (areWritesPaused(error)) await forgetAttempt(helpers).catch(() => undefined);
          throw error;
        }
      },
    ]),
  );
}

/** Whether the attempt that is about to fail was the last one. */
async function recordAttemptResults({ job, query }: JobHelpers): Promise<void> {
  await query('update graphile_worker._private_jobs set max_attempts = attempts where id = $1', [job.id]);
  // The failure event carries the same job object, and the log uses these figures.
  Object.assign(job, { max_attempts: job.attempts });
}

/** An attempt that failed because the database accepts no writes says nothing about its job. */
async function forgetAttempt({ job, query }: JobHelpers): Promise<void> {
  await query(
    'update graphile_worker._private_jobs set attempts = greatest(0, attempts - 1) where id = $1 and attempts = $2',
    [job.id, job.attempts],
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
      // Several missed runs are caught up by a single run.
      jobKey: `cron ${task.name}`,
    },
  };
}

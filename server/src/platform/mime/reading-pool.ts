import { Worker } from 'node:worker_threads';
import type { BlobStoreOptions } from '../blobs/open-blob-store.ts';
import type { Clock } from '../clock.ts';
import type { Work, WorkerAnswer, WorkerRequest, WorkerStart } from './worker-messages.ts';

export type ReadingPoolOptions = {
  blobStoreUrl: string;
  blobOptions: Omit<BlobStoreOptions, 'clock' | 'onDamage'>;
  clock: Clock;
  workers: number;
  memoryLimitMb: number;
  workerFile: URL;
  /** The time limit of a worker for work of this size. */
  limitMs(size: number): number;
};

/** `given-up`: it exceeded its limit or crashed its worker. */
export type Outcome = { kind: 'answered'; answer: WorkerAnswer } | { kind: 'given-up'; reason: string };

export type ReadingPool = {
  /** Rejects only when the pool is closed. */
  run(work: Work, size: number): Promise<Outcome>;
  close(): Promise<void>;
};

type Job = {
  id: number;
  work: Work;
  size: number;
  /** Worker deaths while this job was assigned, with no other job known to be at fault. */
  deaths: number;
  resolve(outcome: Outcome): void;
  reject(error: Error): void;
};

type Slot = {
  worker: Worker | null;
  current: Int32Array<SharedArrayBuffer>;
  jobs: Map<number, Job>;
  bytes: number;
  /** How many bytes this worker has read. */
  bytesRead: number;
  renewal: { stop(): void } | null;
  watched: { id: number; since: number; looks: number };
};

const jobsPerWorker = 24;
/** Together with one reading's working copies this bounds a worker's memory outside the heap. */
const bytesPerWorker = 32 * 1024 * 1024;
/** A worker that has read this much holds memory that it releases only when it ends. */
const renewedAfterBytes = 8 * 1024 * 1024;
/** The worker is replaced only when idle for this long, so that no job waits for the new one to start. */
const idleBeforeRenewalMs = 3_000;
const watchEveryMs = 50;
const deathsUntilGivenUp = 2;

/** Parses untrusted content in worker threads, so that it can neither stall nor crash the process. */
export function createReadingPool(options: ReadingPoolOptions): ReadingPool {
  const { blobStoreUrl, blobOptions, clock, memoryLimitMb, workerFile, limitMs } = options;
  const slots = Array.from({ length: options.workers }, emptySlot);
  let queue: Job[] = [];
  let lastId = 0;
  let closed = false;
  let watching: { stop(): void } | null = null;

  function run(work: Work, size: number): Promise<Outcome> {
    if (closed) return Promise.reject(new Error('The mail parser is closed'));
    return new Promise((resolve, reject) => {
      lastId = (lastId % 0x7ffffffe) + 1;
      queue.push({ id: lastId, work, size, deaths: 0, resolve, reject });
      fillWorkers();
    });
  }

  function fillWorkers(): void {
    let taken = 0;
    for (const job of queue) {
      const slot = slotFor(job);
      if (slot === null) break;
      taken += 1;
      give(slot, job);
    }
    queue.splice(0, taken);
    if (watching === null && slots.some((slot) => slot.jobs.size > 0))
      watching = clock.every(watchEveryMs, watch);
  }

  /** The least busy worker with room. After a crash, suspects are parsed one at a time to find the culprit. */
  function slotFor(job: Job): Slot | null {
    let best: Slot | null = null;
    for (const slot of slots) {
      const alone = job.deaths > 0 || [...slot.jobs.values()].some((other) => other.deaths > 0);
      const room =
        slot.jobs.size < (alone ? 1 : jobsPerWorker) &&
        (slot.bytes === 0 || slot.bytes + job.size <= bytesPerWorker);
      if (room && (best === null || slot.jobs.size < best.jobs.size)) best = slot;
    }
    return best;
  }

  function give(slot: Slot, job: Job): void {
    slot.jobs.set(job.id, job);
    slot.bytes += job.size;
    slot.worker ??= startWorker(slot);
    slot.worker.postMessage({ id: job.id, ...job.work } satisfies WorkerRequest);
  }

  function startWorker(slot: Slot): Worker {
    slot.current = new Int32Array(new SharedArrayBuffer(4));
    slot.bytesRead = 0;
    const worker = new Worker(workerFile, {
      workerData: { blobStoreUrl, blobOptions, current: slot.current.buffer } satisfies WorkerStart,
      resourceLimits: { maxOldGenerationSizeMb: memoryLimitMb, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
    });
    worker.on('message', (answer: WorkerAnswer) => settle(slot, answer));
    worker.on('error', (error) => replace(slot, worker, error.message));
    worker.on('exit', (code) => replace(slot, worker, `exit ${code}`));
    return worker;
  }

  function settle(slot: Slot, answer: WorkerAnswer): void {
    const job = slot.jobs.get(answer.id);
    if (job === undefined) return;
    forget(slot, job);
    slot.bytesRead += job.size;
    job.resolve({ kind: 'answered', answer });
    fillWorkers();
    if (slot.jobs.size === 0 && slot.bytesRead >= renewedAfterBytes) {
      slot.renewal?.stop();
      slot.renewal = clock.after(idleBeforeRenewalMs, () => renew(slot));
    }
    if (watching !== null && slots.every((one) => one.jobs.size === 0)) {
      watching.stop();
      watching = null;
    }
  }

  function forget(slot: Slot, job: Job): void {
    slot.jobs.delete(job.id);
    slot.bytes -= job.size;
  }

  function renew(slot: Slot): void {
    slot.renewal = null;
    if (closed || slot.worker === null || slot.jobs.size > 0) return;
    const old = slot.worker;
    slot.worker = startWorker(slot);
    void old.terminate();
  }

  /**
   * Replaces a worker that died or exceeded its limit. The culprit is given up, and the other jobs start
   * again.
   */
  function replace(slot: Slot, worker: Worker, reason: string): void {
    if (slot.worker !== worker) return;
    const culprit = slot.jobs.get(Atomics.load(slot.current, 0));
    slot.worker = null;
    void worker.terminate();
    const jobs = [...slot.jobs.values()];
    slot.jobs.clear();
    slot.bytes = 0;
    if (closed) return;
    const again: Job[] = [];
    for (const job of jobs) {
      if (culprit === undefined) job.deaths += 1;
      if (job === culprit || job.deaths >= deathsUntilGivenUp) job.resolve({ kind: 'given-up', reason });
      else again.push(job);
    }
    queue = [...again, ...queue];
    fillWorkers();
  }

  /** Watchdog: ends a worker that has been reading one thing for too long. */
  function watch(): void {
    for (const slot of slots) {
      const id = Atomics.load(slot.current, 0);
      if (slot.watched.id !== id) slot.watched = { id, since: clock.now(), looks: 0 };
      slot.watched.looks += 1;
      const job = slot.jobs.get(id);
      // Several checks, because after a machine's sleep much time has passed and no job is at fault.
      const over = job !== undefined && clock.now() - slot.watched.since > limitMs(job.size);
      if (over && slot.watched.looks >= 4 && slot.worker !== null)
        replace(slot, slot.worker, 'over its time');
    }
  }

  async function close(): Promise<void> {
    closed = true;
    watching?.stop();
    for (const slot of slots) slot.renewal?.stop();
    const waiting = [...queue, ...slots.flatMap((slot) => [...slot.jobs.values()])];
    queue = [];
    for (const job of waiting) job.reject(new Error('The mail parser is closed'));
    await Promise.all(slots.map((slot) => slot.worker?.terminate()));
  }

  return { run, close };
}

function emptySlot(): Slot {
  return {
    worker: null,
    current: new Int32Array(new SharedArrayBuffer(4)),
    jobs: new Map(),
    bytes: 0,
    bytesRead: 0,
    renewal: null,
    watched: { id: 0, since: 0, looks: 0 },
  };
}

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
  /** How long a worker may be busy with something of that size. */
  limitMs(size: number): number;
};

/** `given-up`: it cost more than it may, or ended its worker. */
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
  /** Workers that died while this was with them, for no known fault of another one. */
  deaths: number;
  resolve(outcome: Outcome): void;
  reject(error: Error): void;
};

type Slot = {
  worker: Worker | null;
  current: Int32Array<SharedArrayBuffer>;
  jobs: Map<number, Job>;
  bytes: number;
  /** How much its worker has read. */
  bytesRead: number;
  renewal: { stop(): void } | null;
  watched: { id: number; since: number; looks: number };
};

const jobsPerWorker = 24;
/** Together with one reading's working copies this bounds what a worker holds outside of its heap. */
const bytesPerWorker = 32 * 1024 * 1024;
/** A worker that has read so much holds memory that it gives back only with its end. */
const renewedAfterBytes = 8 * 1024 * 1024;
/** Nothing is to wait for the new one to start. */
const idleBeforeRenewalMs = 3_000;
const watchEveryMs = 50;
const deathsUntilGivenUp = 2;

/** Has what strangers wrote read in worker threads, so that nothing of it can stall or end the process. */
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

  /** The least busy worker with room. What was near a death is read alone, so that the next one tells. */
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

  /** Ends a worker that died or overran. What was at fault is given up, its neighbours start again. */
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

  /** Looks at what each worker is reading; one thing for too long ends the worker. */
  function watch(): void {
    for (const slot of slots) {
      const id = Atomics.load(slot.current, 0);
      if (slot.watched.id !== id) slot.watched = { id, since: clock.now(), looks: 0 };
      slot.watched.looks += 1;
      const job = slot.jobs.get(id);
      // Several looks, because a machine that slept finds much time gone and nobody guilty.
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

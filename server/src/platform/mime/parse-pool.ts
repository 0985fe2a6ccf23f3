import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { type BlobKey, BlobMissingError, BlobStoreFullError } from '../blobs/blob-store.ts';
import type { BlobStoreOptions } from '../blobs/open-blob-store.ts';
import type { Clock } from '../clock.ts';
import { lazyBlobStore } from './lazy-blob-store.ts';
import type { ParseAnswer, ParseRequest, WorkerStart } from './parse-messages.ts';
import type { ParsedMail } from './parsed-mail.ts';
import { readSimply, simpleReadingBytes } from './simple-reading.ts';

export type MailParser = {
  /**
   * Reads a message that is in the blob store, or whose bytes are at hand and may be on their way there. Rejects
   * only when the blob store fails or the parser is closed.
   */
  parse(raw: BlobKey | Uint8Array, size: number): Promise<ParsedMail>;
  close(): Promise<void>;
};

export type MailParserOptions = {
  blobStoreUrl: string;
  /** For a blob store on S3; without them the SDK looks in its usual places. */
  blobCredentials?: BlobStoreOptions['credentials'];
  clock: Clock;
  workers?: number;
  /** The time that the full reading of a small message may take; more per megabyte. */
  timeLimitMs?: number;
  memoryLimitMb?: number;
  log?: { warn(details: object, message: string): void };
  /** Another program for the workers; tests misbehave in it. */
  workerFile?: URL;
};

type Job = {
  id: number;
  raw: BlobKey | Uint8Array;
  size: number;
  /** Workers that died while this message was with them, for no known fault of another one. */
  deaths: number;
  resolve(mail: ParsedMail): void;
  reject(error: Error): void;
};

type Slot = {
  worker: Worker | null;
  current: Int32Array<SharedArrayBuffer>;
  jobs: Map<number, Job>;
  bytes: number;
  watched: { id: number; since: number; looks: number };
};

const jobsPerWorker = 24;
/** Together with one reading's working copies this bounds what a worker holds outside of its heap. */
const bytesPerWorker = 32 * 1024 * 1024;
const watchEveryMs = 50;
const extraMsPerMegabyte = 100;
const defaultTimeLimitMs = 1_200;
const deathsUntilSimple = 2;

/** Reads mail in worker threads, so that no message can stall or end the process. */
export function createMailParser(options: MailParserOptions): MailParser {
  const {
    blobStoreUrl,
    blobCredentials = null,
    clock,
    log,
    timeLimitMs = defaultTimeLimitMs,
    memoryLimitMb = 256,
  } = options;
  const workerFile = options.workerFile ?? new URL('./parse-worker.ts', import.meta.url);
  const count = options.workers ?? Math.max(1, Math.min(4, availableParallelism() - 1));
  const slots = Array.from({ length: count }, emptySlot);
  let queue: Job[] = [];
  let lastId = 0;
  let closed = false;
  const blobs = lazyBlobStore(blobStoreUrl, blobCredentials);
  let watching: { stop(): void } | null = null;

  function parse(raw: BlobKey | Uint8Array, size: number): Promise<ParsedMail> {
    if (closed) return Promise.reject(new Error('The mail parser is closed'));
    return new Promise((resolve, reject) => {
      lastId = (lastId % 0x7ffffffe) + 1;
      queue.push({ id: lastId, raw, size, deaths: 0, resolve, reject });
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

  /** The least busy worker with room. A message that was near a death is read alone, so that the next one tells. */
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
    slot.worker.postMessage({ id: job.id, raw: job.raw } satisfies ParseRequest);
  }

  function startWorker(slot: Slot): Worker {
    slot.current = new Int32Array(new SharedArrayBuffer(4));
    const worker = new Worker(workerFile, {
      workerData: { blobStoreUrl, blobCredentials, current: slot.current.buffer } satisfies WorkerStart,
      resourceLimits: { maxOldGenerationSizeMb: memoryLimitMb, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
    });
    worker.on('message', (answer: ParseAnswer) => settle(slot, answer));
    worker.on('error', (error) => replace(slot, worker, error.message));
    worker.on('exit', (code) => replace(slot, worker, `exit ${code}`));
    return worker;
  }

  function settle(slot: Slot, answer: ParseAnswer): void {
    const job = slot.jobs.get(answer.id);
    if (job === undefined) return;
    forget(slot, job);
    if (answer.kind === 'parsed') job.resolve(answer.mail);
    else if (answer.kind === 'store-failed') job.reject(storeError(answer.name, answer.message));
    else void readAgain(job, answer.reason);
    fillWorkers();
    if (watching !== null && slots.every((one) => one.jobs.size === 0)) {
      watching.stop();
      watching = null;
    }
  }

  function forget(slot: Slot, job: Job): void {
    slot.jobs.delete(job.id);
    slot.bytes -= job.size;
  }

  /** Ends a worker that died or overran. The message at fault is read simply, its neighbours start again. */
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
      if (job === culprit || job.deaths >= deathsUntilSimple) void readAgain(job, reason);
      else again.push(job);
    }
    queue = [...again, ...queue];
    fillWorkers();
  }

  async function readAgain(job: Job, reason: string): Promise<void> {
    log?.warn({ size: job.size, reason }, 'A message got the simple reading');
    try {
      job.resolve(readSimply(await beginningOf(job), job.size));
    } catch (error) {
      job.reject(error instanceof Error ? error : new Error(String(error)));
    }
  }

  async function beginningOf({ raw, size }: Job): Promise<Buffer> {
    const end = Math.min(size, simpleReadingBytes);
    if (typeof raw !== 'string') return Buffer.from(raw.subarray(0, end));
    const stream = await (await blobs.get()).open(raw, { start: 0, end });
    return Buffer.concat(await Array.fromAsync(stream));
  }

  /** Looks at what each worker is reading; one message for too long ends the worker. */
  function watch(): void {
    for (const slot of slots) {
      const id = Atomics.load(slot.current, 0);
      if (slot.watched.id !== id) slot.watched = { id, since: clock.now(), looks: 0 };
      slot.watched.looks += 1;
      const job = slot.jobs.get(id);
      // Several looks, because a machine that slept finds much time gone and nobody guilty.
      const limitMs = readingLimitMs(job?.size ?? 0, timeLimitMs);
      const over = job !== undefined && clock.now() - slot.watched.since > limitMs;
      if (over && slot.watched.looks >= 4 && slot.worker !== null)
        replace(slot, slot.worker, 'over its time');
    }
  }

  async function close(): Promise<void> {
    closed = true;
    watching?.stop();
    const waiting = [...queue, ...slots.flatMap((slot) => [...slot.jobs.values()])];
    queue = [];
    for (const job of waiting) job.reject(new Error('The mail parser is closed'));
    await Promise.all(slots.map((slot) => slot.worker?.terminate()));
    await blobs.close();
  }

  return { parse, close };
}

/** How long the full reading of a message may take before it gets the simple one. */
export function readingLimitMs(size: number, smallLimitMs: number = defaultTimeLimitMs): number {
  return smallLimitMs + (size / 1_048_576) * extraMsPerMegabyte;
}

function emptySlot(): Slot {
  return {
    worker: null,
    current: new Int32Array(new SharedArrayBuffer(4)),
    jobs: new Map(),
    bytes: 0,
    watched: { id: 0, since: 0, looks: 0 },
  };
}

function storeError(name: string, message: string): Error {
  if (name === 'BlobMissingError') return new BlobMissingError(message);
  if (name === 'BlobStoreFullError') return new BlobStoreFullError(message);
  return Object.assign(new Error(message), { name });
}

import { createWriteStream } from 'node:fs';
import { availableParallelism } from 'node:os';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import type { Clock } from '../clock.ts';
import { type Confinement, findOffline } from '../office/run-limited.ts';
import { createBoundedQueue } from '../semaphore.ts';
import { checkBeginning, mayHaveText } from './document-bytes.ts';
import { DOCUMENT_LIMITS, type ReadingKind } from './document-limits.ts';
import { DocumentError, type ReaderProcess, startReaderProcess } from './reader-process.ts';

export type DocumentReader = {
  /** The text of a document; throws DocumentError when it cannot be extracted. */
  readText(document: { kind: ReadingKind; open(): Promise<Readable> }, signal: AbortSignal): Promise<string>;
  close(): Promise<void>;
};

const { cpuSeconds, memoryBytes, timeMs, retireCpuSeconds } = DOCUMENT_LIMITS;
const ANSWER_BYTES = 8 * 1024 ** 2;
const PROGRAM = fileURLToPath(new URL('./reading-program.ts', import.meta.url));
/** How long a process stays idle before it ends: mail comes in bursts, and its memory is needed afterwards. */
const IDLE_MS = 20_000;
/** Half of the cores: requests, deliveries and the database have priority. */
const AT_ONCE = Math.max(1, Math.floor(availableParallelism() / 2));

type ReaderOptions = {
  clock: Clock;
  /** Another reading program than that of documents; tests misbehave in it. */
  program?: string;
  /** Further files and folders that the program has to read to run. */
  code?: readonly string[];
};

/**
 * Reads documents from strangers in sandboxed processes. A process is reused for a limited number of
 * documents and a short time, and never after a failure.
 */
export function createDocumentReader({ clock, program = PROGRAM, code = [] }: ReaderOptions): DocumentReader {
  const queued = createBoundedQueue(AT_ONCE);
  const idle: { reader: ReaderProcess; timer: { stop(): void } }[] = [];
  const ending = new Set<Promise<void>>();
  let isClosed = false;
  let confinement: Promise<Confinement> | null = null;

  function end(reader: ReaderProcess): Promise<void> {
    const ended = reader.end().finally(() => ending.delete(ended));
    ending.add(ended);
    return ended;
  }

  async function takeReader(): Promise<ReaderProcess> {
    for (let next = idle.pop(); next; next = idle.pop()) {
      next.timer.stop();
      if (next.reader.isUsable()) return next.reader;
      await end(next.reader);
    }
    confinement ??= findOffline({
      cpuSeconds: cpuSeconds + retireCpuSeconds,
      memoryBytes,
      fileBytes: ANSWER_BYTES,
    });
    return startReaderProcess(await confinement, program, code);
  }

  async function release(reader: ReaderProcess): Promise<void> {
    if (isClosed || !reader.isUsable()) return end(reader);
    const timer = clock.after(IDLE_MS, () => {
      const at = idle.findIndex((waiting) => waiting.reader === reader);
      if (at >= 0) idle.splice(at, 1);
      // Its folder is in the folder of temporary files, so removal may fail without harm.
      end(reader).catch(() => undefined);
    });
    idle.push({ reader, timer });
  }

  async function readWith(
    reader: ReaderProcess,
    { kind, open }: { kind: ReadingKind; open(): Promise<Readable> },
    signal: AbortSignal,
  ): Promise<string> {
    const late = new AbortController();
    const timer = clock.after(timeMs, () => late.abort(new DocumentError('took too long')));
    const either = AbortSignal.any([signal, late.signal]);
    try {
      await pipeline(await open(), createWriteStream(reader.documentPath));
      await checkBeginning(reader.documentPath, kind);
      if (kind === 'pdf' && !(await mayHaveText(reader.documentPath))) return '';
      return await reader.read(kind, either);
    } catch (error) {
      either.throwIfAborted();
      throw error;
    } finally {
      timer.stop();
    }
  }

  return {
    readText: (document, signal) =>
      queued(async () => {
        signal.throwIfAborted();
        const reader = await takeReader();
        try {
          return await readWith(reader, document, signal);
        } finally {
          await release(reader);
        }
      }),
    async close() {
      isClosed = true;
      for (const { reader, timer } of idle.splice(0)) {
        timer.stop();
        end(reader).catch(() => undefined);
      }
      await Promise.all(ending);
    },
  };
}

import { createWriteStream } from 'node:fs';
import { open as openFile, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import type { Clock } from '../clock.ts';
import { type Confinement, findOffline, makeFolder, runLimited } from '../office/run-limited.ts';
import { createInTurn } from '../semaphore.ts';
import { DOCUMENT_LIMITS, type DocumentAnswer, type DocumentKind } from './document-limits.ts';

/** Permanent: the document is broken, locked or exceeds the limits, so a retry would fail too. */
export class DocumentError extends Error {
  override name = 'DocumentError';
}

export type DocumentReader = {
  /** What a document says; throws DocumentError where that is not to be had. */
  readText(document: { kind: DocumentKind; open(): Promise<Readable> }, signal: AbortSignal): Promise<string>;
};

const { cpuSeconds, memoryBytes, heapMb, timeMs } = DOCUMENT_LIMITS;
const BEGINNING_BYTES = 1024;
const ANSWER_BYTES = 8 * 1024 ** 2;
const PROGRAM = fileURLToPath(new URL('./reading-program.ts', import.meta.url));

/**
 * Reads documents that strangers sent, each in a process of its own that has no network, sees no file but its own and
 * the code that it runs, starts nothing, and ends when it takes too long or too much. One at a time, and
 * behind what people wait for.
 */
export function createDocumentReader({ clock, program = PROGRAM }: ReaderOptions): DocumentReader {
  const inTurn = createInTurn(1);
  let confinement: Promise<Confinement> | null = null;

  async function run(kind: DocumentKind, folder: string, signal: AbortSignal): Promise<void> {
    confinement ??= findOffline({ cpuSeconds, memoryBytes, fileBytes: ANSWER_BYTES });
    const { around } = await confinement;
    const command = around(folder, [process.execPath, ...flags(folder), program, kind, folder]);
    const code = await runLimited(command, { cwd: folder, env: { TMPDIR: folder }, signal });
    if (code !== 0) throw new DocumentError(`the reading ended with ${code ?? 'a signal'}`);
  }

  return {
    readText: ({ kind, open }, signal) =>
      inTurn(async () => {
        const folder = await makeFolder('bocau-document-');
        const late = new AbortController();
        const timer = clock.after(timeMs, () => late.abort(new DocumentError('took too long')));
        const either = AbortSignal.any([signal, late.signal]);
        try {
          await pipeline(await open(), createWriteStream(join(folder, 'document')));
          await checkBeginning(join(folder, 'document'), kind);
          await run(kind, folder, either).catch((error) => {
            either.throwIfAborted();
            throw error;
          });
          return await readAnswer(folder);
        } finally {
          timer.stop();
          await rm(folder, { recursive: true, force: true });
        }
      }),
  };
}

type ReaderOptions = {
  clock: Clock;
  /** Another program for the reading; tests misbehave in it. */
  program?: string;
};

/** What Node lets the program do: neither other programs nor threads, native code nor code that is made at run time. */
function flags(folder: string): string[] {
  const readable = [folder, dirname(PROGRAM), ...['pdfjs-dist', 'yauzl', 'pend'].map(folderOfPackage)];
  return [
    '--permission',
    ...readable.map((path) => `--allow-fs-read=${path}`),
    `--allow-fs-write=${folder}`,
    '--disallow-code-generation-from-strings',
    `--max-old-space-size=${heapMb}`,
  ];
}

function folderOfPackage(name: string): string {
  return dirname(fileURLToPath(import.meta.resolve(`${name}/package.json`)));
}

/** No process is started for what is plainly something else; a PDF may have some bytes before it. */
async function checkBeginning(path: string, kind: DocumentKind): Promise<void> {
  await using file = await openFile(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(BEGINNING_BYTES), 0, BEGINNING_BYTES, 0);
  const beginning = buffer.toString('latin1', 0, bytesRead);
  const fits = kind === 'pdf' ? beginning.includes('%PDF-') : beginning.startsWith('PK\x03\x04');
  if (!fits) throw new DocumentError('not a document of the kind that its name says');
}

async function readAnswer(folder: string): Promise<string> {
  const answer = JSON.parse(await readFile(join(folder, 'answer.json'), 'utf8')) as DocumentAnswer;
  if ('failure' in answer) throw new DocumentError(answer.failure);
  return answer.text;
}

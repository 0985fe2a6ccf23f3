import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Confinement, makeFolder, spawnLimited } from '../office/run-limited.ts';
import { DOCUMENT_LIMITS, type DocumentAnswer, FIT_FOR_MORE, type ReadingKind } from './document-limits.ts';

/** Permanent: the document is broken, locked or exceeds the limits, so a retry would fail too. */
export class DocumentError extends Error {
  override name = 'DocumentError';
}

/** A sandboxed process that reads one document after another. */
export type ReaderProcess = {
  /** Where the next document must be written. */
  documentPath: string;
  /** The text of the document at that path; rejects with DocumentError when there is none. */
  read(kind: ReadingKind, signal: AbortSignal): Promise<string>;
  /** Whether it may be given another document. */
  isUsable(): boolean;
  end(): Promise<void>;
};

/**
 * Starts the reading program in a sandbox: without network access, seeing only its own folder and the code
 * that it runs. It is reused for several documents, because loading that code takes ten times as long as
 * reading a usual document.
 */
export async function startReaderProcess(
  { around }: Confinement,
  program: string,
  code: readonly string[],
): Promise<ReaderProcess> {
  const folder = await makeFolder('bocau-document-');
  const documentPath = join(folder, 'document');
  const answerPath = join(folder, 'answer.json');
  const command = around(folder, [process.execPath, ...flags(folder, [program, ...code]), program, folder]);
  const { child, endGroup } = spawnLimited(command, { cwd: folder, env: { TMPDIR: folder }, isFed: true });
  const { stdin, stdout } = child;
  if (!stdin || !stdout) throw new Error('the reading program has no pipes');
  // Writing to a dead process fails; its death is reported by its exit.
  stdin.on('error', () => undefined);
  let documents = 0;
  let isFit = true;
  const markUnfit = () => {
    isFit = false;
  };
  child.once('exit', markUnfit).once('error', markUnfit);

  /** Its answer, or null when it ended first. */
  async function ask(kind: ReadingKind, signal: AbortSignal): Promise<string | null> {
    const settled = new AbortController();
    const options = { signal: AbortSignal.any([signal, settled.signal]) };
    try {
      const said = once(stdout as NonNullable<typeof stdout>, 'data', options);
      const ended = once(child, 'exit', options);
      // The loser of the race is aborted below.
      said.catch(() => undefined);
      ended.catch(() => undefined);
      stdin?.write(`${kind}\n`);
      const first = await Promise.race([said, ended.then(() => null)]);
      return first === null ? null : String((first as [Buffer])[0]);
    } finally {
      settled.abort();
    }
  }

  async function read(kind: ReadingKind, signal: AbortSignal): Promise<string> {
    documents += 1;
    const isLast = documents >= DOCUMENT_LIMITS.documentsOfProcess;
    if (!isFit) throw new Error('the reading program ended before it was given a document');
    // Until it has answered well it gets no other document.
    isFit = false;
    const said = await ask(kind, signal);
    if (said === null) throw new DocumentError(`the reading ended with ${child.exitCode ?? 'a signal'}`);
    const answer = JSON.parse(await readFile(answerPath, 'utf8')) as DocumentAnswer;
    if ('failure' in answer) throw new DocumentError(answer.failure);
    await Promise.all([rm(documentPath, { force: true }), rm(answerPath)]);
    isFit = said === FIT_FOR_MORE && !isLast && child.exitCode === null && child.signalCode === null;
    return answer.text;
  }

  return {
    documentPath,
    read,
    isUsable: () => isFit,
    async end() {
      isFit = false;
      endGroup();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Node's permission flags: the program may start no processes or threads, load no native code and generate no
 * code at run time.
 */
function flags(folder: string, code: readonly string[]): string[] {
  const readable = [
    folder,
    dirname(fileURLToPath(import.meta.url)),
    // The one file outside of the folder that the program loads.
    fileURLToPath(import.meta.resolve('../zip/read-entry.ts')),
    ...['pdfjs-dist', 'yauzl', 'pend'].map(folderOfPackage),
  ];
  return [
    '--permission',
    ...[...readable, ...code].map((path) => `--allow-fs-read=${path}`),
    `--allow-fs-write=${folder}`,
    '--disallow-code-generation-from-strings',
    `--max-old-space-size=${DOCUMENT_LIMITS.heapMb}`,
  ];
}

export function folderOfPackage(name: string): string {
  return dirname(fileURLToPath(import.meta.resolve(`${name}/package.json`)));
}

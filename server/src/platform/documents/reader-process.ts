import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Confinement, makeFolder, spawnLimited } from '../office/run-limited.ts';
import { DOCUMENT_LIMITS, type DocumentAnswer, type DocumentKind, FIT_FOR_MORE } from './document-limits.ts';

/** Permanent: the document is broken, locked or exceeds the limits, so a retry would fail too. */
export class DocumentError extends Error {
  override name = 'DocumentError';
}

/** A confined process that reads one document after another. */
export type ReaderProcess = {
  /** Where the next document has to lie. */
  documentPath: string;
  /** The text of the document that lies there; rejects with DocumentError where it has none to give. */
  read(kind: DocumentKind, signal: AbortSignal): Promise<string>;
  /** Whether it may be given another document. */
  isUsable(): boolean;
  end(): Promise<void>;
};

/**
 * Starts the reading program: without a network, seeing no files but its own folder and the code that it runs. It stays
 * for several documents, because loading that code takes ten times as long as reading a usual document does.
 */
export async function startReaderProcess({ around }: Confinement, program: string): Promise<ReaderProcess> {
  const folder = await makeFolder('bocau-document-');
  const documentPath = join(folder, 'document');
  const answerPath = join(folder, 'answer.json');
  const command = around(folder, [process.execPath, ...flags(folder, program), program, folder]);
  const { child, endGroup } = spawnLimited(command, { cwd: folder, env: { TMPDIR: folder }, isFed: true });
  const { stdin, stdout } = child;
  if (!stdin || !stdout) throw new Error('the reading program has no pipes');
  // A write to a process that has died fails; that it has died is told by its exit.
  stdin.on('error', () => undefined);
  let documents = 0;
  let isFit = true;
  const markUnfit = () => {
    isFit = false;
  };
  child.once('exit', markUnfit).once('error', markUnfit);

  /** What it said, or null where it ended first. */
  async function ask(kind: DocumentKind, signal: AbortSignal): Promise<string | null> {
    const settled = new AbortController();
    const options = { signal: AbortSignal.any([signal, settled.signal]) };
    try {
      const said = once(stdout as NonNullable<typeof stdout>, 'data', options);
      const ended = once(child, 'exit', options);
      // Whichever loses is aborted below.
      said.catch(() => undefined);
      ended.catch(() => undefined);
      stdin?.write(`${kind}\n`);
      const first = await Promise.race([said, ended.then(() => null)]);
      return first === null ? null : String((first as [Buffer])[0]);
    } finally {
      settled.abort();
    }
  }

  async function read(kind: DocumentKind, signal: AbortSignal): Promise<string> {
    documents += 1;
    const isLast = documents >= DOCUMENT_LIMITS.documentsOfProcess;
    if (!isFit) throw new Error('the reading program ended before it was given a document');
    // Until it has answered well it is not trusted with another document.
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

/** What Node lets the program do: neither other programs nor threads, native code nor code that is made at run time. */
function flags(folder: string, program: string): string[] {
  const readable = [
    folder,
    dirname(fileURLToPath(import.meta.url)),
    ...['pdfjs-dist', 'yauzl', 'pend'].map(folderOfPackage),
  ];
  return [
    '--permission',
    ...[...readable, program].map((path) => `--allow-fs-read=${path}`),
    `--allow-fs-write=${folder}`,
    '--disallow-code-generation-from-strings',
    `--max-old-space-size=${DOCUMENT_LIMITS.heapMb}`,
  ];
}

function folderOfPackage(name: string): string {
  return dirname(fileURLToPath(import.meta.resolve(`${name}/package.json`)));
}

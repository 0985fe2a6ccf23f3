import { createHash } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import type { BlobKey, BlobStore } from '../blobs/blob-store.ts';
import type { ReadFile } from './describe-files.ts';
import { htmlToText } from './html-to-text.ts';
import { lazyBlobStore } from './lazy-blob-store.ts';
import { mailLimits } from './mail-limits.ts';
import type { ParsedAttachment } from './parsed-mail.ts';
import { plainWords } from './plain-words.ts';
import { quoteText } from './quote-text.ts';
import { type ReadMail, readMail } from './read-mail.ts';
import type { OutlookFile } from './read-outlook-file.ts';
import { storableTexts } from './storable-texts.ts';
import type { CleanedHtml, QuotedText, WorkerAnswer, WorkerRequest, WorkerStart } from './worker-messages.ts';

const putsAtOnce = 8;

const { blobStoreUrl, blobOptions, current } = workerData as WorkerStart;
const currentId = new Int32Array(current);
const store = lazyBlobStore(blobStoreUrl, blobOptions);
/** A release that does not know compressed blobs expects every file as a blob of its own. */
const keepsApart = blobOptions.compress === false;

parentPort?.on('message', (request: WorkerRequest) => {
  void answer(request).then((reply) => parentPort?.postMessage(reply));
});

async function answer(request: WorkerRequest): Promise<WorkerAnswer> {
  const { id } = request;
  if (request.kind === 'parse') return parse(id, request.raw);
  if (request.kind === 'clean') return clean(id, request.html);
  if (request.kind === 'outlook') return openOutlook(id, request.bytes);
  const quoted = guarded(id, () => quoteText(request.text));
  return 'reason' in quoted ? { id, kind: 'unreadable', ...quoted } : { id, kind: 'quoted', quoted };
}

async function parse(id: number, given: BlobKey | Uint8Array): Promise<WorkerAnswer> {
  try {
    const blobs = await store.get();
    const raw =
      typeof given === 'string'
        ? await blobs.read(given)
        : Buffer.from(given.buffer, given.byteOffset, given.byteLength);
    const read = guarded(id, () => readMail(raw));
    if ('reason' in read) return { id, kind: 'unreadable', ...read };
    const attachments = await storeFiles(blobs, read.files);
    const { structure, ...said } = read.mail;
    // Many hands read a message: none of them can make one that is never delivered.
    return { id, kind: 'parsed', mail: { ...storableTexts({ ...said, attachments }), structure } };
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    return { id, kind: 'store-failed', name, message };
  }
}

async function clean(id: number, given: string): Promise<WorkerAnswer> {
  // Loaded on demand, because most workers never need it.
  const { cleanMailHtml } = await import('./clean-mail-html.ts');
  const cleaned = guarded(id, () => {
    const html = cleanMailHtml(given);
    const text = htmlToText(html, mailLimits.searchCharacters);
    return { html, words: plainWords(text, mailLimits.searchCharacters) };
  });
  return 'reason' in cleaned ? { id, kind: 'unreadable', ...cleaned } : { id, kind: 'cleaned', cleaned };
}

async function openOutlook(id: number, given: Uint8Array): Promise<WorkerAnswer> {
  const { readOutlookFile } = await import('./read-outlook-file.ts');
  const file = guarded(id, () =>
    readOutlookFile(Buffer.from(given.buffer, given.byteOffset, given.byteLength)),
  );
  return 'reason' in file ? { id, kind: 'unreadable', ...file } : { id, kind: 'opened', file };
}

/** Marks what is being read, so that the pool knows which job caused an overrun or a crash. */
function guarded<T extends ReadMail | CleanedHtml | QuotedText | OutlookFile>(
  id: number,
  read: () => T,
): T | { reason: string } {
  Atomics.store(currentId, 0, id);
  try {
    return read();
  } catch (error) {
    return {
      reason: error instanceof Error ? `${error.name}: ${error.message}`.slice(0, 300) : 'not an error',
    };
  } finally {
    Atomics.store(currentId, 0, 0);
  }
}

/** Stores the files that are not a range of the source. */
async function storeFiles(blobs: BlobStore, files: ReadFile[]): Promise<ParsedAttachment[]> {
  // Identical files of one message are written once.
  const keys = new Map<string, Promise<BlobKey>>();
  const attachments: ParsedAttachment[] = [];
  for (let at = 0; at < files.length; at += putsAtOnce) {
    const stored = await Promise.all(
      files.slice(at, at + putsAtOnce).map(async ({ bytes, ...file }) => {
        const digest = createHash('sha256').update(bytes).digest('hex');
        const place = keepsApart ? null : file.place;
        if (place !== null) return { ...file, place, blob: digest };
        const putting = keys.get(digest) ?? blobs.put(bytes).then(({ key }) => key);
        keys.set(digest, putting);
        return { ...file, place, blob: await putting };
      }),
    );
    attachments.push(...stored);
  }
  return attachments;
}

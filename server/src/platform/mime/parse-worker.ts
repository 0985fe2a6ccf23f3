import { createHash } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import type { BlobKey, BlobStore } from '../blobs/blob-store.ts';
import type { ReadFile } from './describe-files.ts';
import { lazyBlobStore } from './lazy-blob-store.ts';
import type { ParseAnswer, ParseRequest, WorkerStart } from './parse-messages.ts';
import type { ParsedAttachment } from './parsed-mail.ts';
import { type ReadMail, readMail } from './read-mail.ts';

const putsAtOnce = 8;

const { blobStoreUrl, blobCredentials, current } = workerData as WorkerStart;
const currentId = new Int32Array(current);
const store = lazyBlobStore(blobStoreUrl, blobCredentials);

parentPort?.on('message', (request: ParseRequest) => {
  void answer(request).then((reply) => parentPort?.postMessage(reply));
});

async function answer({ id, raw: given }: ParseRequest): Promise<ParseAnswer> {
  try {
    const blobs = await store.get();
    const raw =
      typeof given === 'string'
        ? await blobs.read(given)
        : Buffer.from(given.buffer, given.byteOffset, given.byteLength);
    const read = readGuarded(id, raw);
    if ('reason' in read) return { id, kind: 'unreadable', reason: read.reason };
    const attachments = await storeFiles(blobs, read.files);
    return { id, kind: 'parsed', mail: { ...read.mail, attachments } };
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    return { id, kind: 'store-failed', name, message };
  }
}

/** Marks the message as the one being read, so that the pool knows whose fault an overrun or a crash is. */
function readGuarded(id: number, raw: Buffer): ReadMail | { reason: string } {
  Atomics.store(currentId, 0, id);
  try {
    return readMail(raw);
  } catch (error) {
    return {
      reason: error instanceof Error ? `${error.name}: ${error.message}`.slice(0, 300) : 'not an error',
    };
  } finally {
    Atomics.store(currentId, 0, 0);
  }
}

async function storeFiles(blobs: BlobStore, files: ReadFile[]): Promise<ParsedAttachment[]> {
  // The same bytes many times over in one message are written once.
  const keys = new Map<string, Promise<BlobKey>>();
  const attachments: ParsedAttachment[] = [];
  for (let at = 0; at < files.length; at += putsAtOnce) {
    const stored = await Promise.all(
      files.slice(at, at + putsAtOnce).map(async ({ bytes, ...file }) => {
        const digest = createHash('sha256').update(bytes).digest('hex');
        const putting = keys.get(digest) ?? blobs.put(bytes).then(({ key }) => key);
        keys.set(digest, putting);
        return { ...file, blob: await putting };
      }),
    );
    attachments.push(...stored);
  }
  return attachments;
}

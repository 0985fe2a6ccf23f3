import { parentPort, workerData } from 'node:worker_threads';
import { openBlobStore } from '../blobs/open-blob-store.ts';
import type { ParseAnswer, ParseRequest, WorkerStart } from './parse-messages.ts';
import { readMail } from './read-mail.ts';

/** A worker that does what the subject of a message says, to show what the pool makes of it. */
const { blobStoreUrl, current } = workerData as WorkerStart;
const currentId = new Int32Array(current);
const opening = openBlobStore(blobStoreUrl);

const deeds: Record<string, () => void> = {
  'endless loop': () => {
    for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
  },
  'eat all memory': () => {
    const eaten: string[][] = [];
    for (;;) eaten.push(Array.from({ length: 1_000 }, (_, at) => `${eaten.length}-${at}`));
  },
  'exit at once': () => process.exit(3),
  'throw inside': () => {
    throw new Error('inside');
  },
};

parentPort?.on('message', async ({ id, raw: given }: ParseRequest) => {
  const raw = typeof given === 'string' ? await (await opening).read(given) : Buffer.from(given);
  const { mail } = readMail(raw);
  Atomics.store(currentId, 0, id);
  if (mail.subject === 'throw outside') {
    setImmediate(() => {
      throw new Error('outside');
    });
    return;
  }
  let answer: ParseAnswer = { id, kind: 'parsed', mail: { ...mail, attachments: [] } };
  try {
    deeds[mail.subject]?.();
  } catch (error) {
    answer = { id, kind: 'unreadable', reason: String(error) };
  }
  Atomics.store(currentId, 0, 0);
  parentPort?.postMessage(answer);
});

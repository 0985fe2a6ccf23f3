import { parentPort, workerData } from 'node:worker_threads';
import { openBlobStore } from '../blobs/open-blob-store.ts';
import { readMail } from './read-mail.ts';
import type { WorkerAnswer, WorkerRequest, WorkerStart } from './worker-messages.ts';

/** A worker that misbehaves as the subject of a message or an HTML says, to test the pool. */
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

async function doneFor(request: WorkerRequest) {
  if (request.kind === 'parse') return reading(request.raw);
  if (request.kind === 'outlook') throw new Error('no test opens a file of Outlook');
  return cleaning(request.kind === 'clean' ? request.html : request.text);
}

parentPort?.on('message', async (request: WorkerRequest) => {
  const { id } = request;
  const { deed, done } = await doneFor(request);
  Atomics.store(currentId, 0, id);
  if (deed === 'throw outside') {
    setImmediate(() => {
      throw new Error('outside');
    });
    return;
  }
  let answer: WorkerAnswer = { id, ...done };
  try {
    deeds[deed]?.();
  } catch (error) {
    answer = { id, kind: 'unreadable', reason: String(error) };
  }
  Atomics.store(currentId, 0, 0);
  parentPort?.postMessage(answer);
});

function cleaning(html: string) {
  const deed = html.replace(/<[^>]*>/g, '');
  return { deed, done: { kind: 'cleaned' as const, cleaned: { html: `cleaned ${html}`, words: deed } } };
}

async function reading(given: string | Uint8Array) {
  const raw = typeof given === 'string' ? await (await opening).read(given) : Buffer.from(given);
  const { mail } = readMail(raw);
  return { deed: mail.subject, done: { kind: 'parsed' as const, mail: { ...mail, attachments: [] } } };
}

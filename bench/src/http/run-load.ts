import { Worker } from 'node:worker_threads';

export type LoadOrder = {
  port: number;
  /** Asked in turn by every connection. */
  requests: Uint8Array[];
  connections: number;
  ms: number;
};

export type LoadResult = { clientMs: number[]; refused: number; seconds: number };

/** Several clients that ask again as soon as they are answered, in a thread of their own. */
export async function runLoad(order: LoadOrder): Promise<LoadResult> {
  const worker = new Worker(new URL('./load-worker.ts', import.meta.url), { workerData: order });
  const result = await new Promise<LoadResult>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('the load ended without a result')));
  });
  if (result.refused > 0) throw new Error(`${result.refused} of the requests under load were refused`);
  return result;
}

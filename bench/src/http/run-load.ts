import { Worker } from 'node:worker_threads';
import type { LoadOrder, LoadResult } from './load-order.ts';

/** Runs clients that send the next request once answered (closed loop), in a thread of their own. */
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

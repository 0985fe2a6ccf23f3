import { setTimeout as sleep } from 'node:timers/promises';
import type { BulkJob } from '@bocau/contract/bulk.ts';
import type { ApiClient } from '@bocau/contract/client.ts';

const POLL_MS = 20;

/** Waits until a bulk job has ended, or has come far enough. */
export async function followBulk(
  client: ApiClient,
  id: string,
  isFarEnough: (job: BulkJob) => boolean = () => false,
): Promise<BulkJob> {
  for (;;) {
    const { data: job } = await client.getBulk({ params: { id } });
    if (job.state === 'failed') throw new Error(`The job "${job.action}" failed`);
    if ((job.state !== 'running' && job.state !== 'undoing') || isFarEnough(job)) return job;
    await sleep(POLL_MS);
  }
}

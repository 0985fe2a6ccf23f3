import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestS3Server } from '../platform/blobs/test-s3-server.ts';
import { systemClock } from '../platform/clock.ts';
import { cleanUp } from './clean-up.ts';
import { uploadKills } from './upload-kills.ts';

/** Uploads under every kill, on a disk and to S3. Returns what went wrong. */
export async function soakUploads(uploads: number, isStopped: () => boolean): Promise<string[]> {
  const faults: string[] = [];
  for (const store of ['disk', 'S3'] as const) {
    if (isStopped()) return faults;
    const dataDir = await mkdtemp(join(tmpdir(), 'bocau-soak-'));
    const s3 = store === 'S3' ? await startTestS3Server() : null;
    const since = systemClock.now();
    try {
      const figures = await uploadKills({
        dataDir,
        env: s3
          ? {
              BLOB_STORE: s3.url,
              S3_ACCESS_KEY_ID: s3.credentials.accessKeyId,
              S3_SECRET_ACCESS_KEY: s3.credentials.secretAccessKey,
            }
          : {},
        uploads: Math.ceil(uploads / 2),
        seed: `soak ${store}`,
        isStopped,
      });
      const seconds = Math.round((systemClock.now() - since) / 1000);
      process.stdout.write(`${JSON.stringify({ store, seconds, ...figures })}\n`);
      faults.push(...figures.faults);
    } finally {
      await cleanUp(dataDir);
      await s3?.close();
    }
  }
  return faults;
}

import { unixSeconds } from '../../platform/clock.ts';
import type { DriveDeps } from '../change-drive.ts';
import { discardUpload } from './finish-upload.ts';
import { readExpired } from './uploads.store.ts';

const UPLOADS_A_STEP = 200;

/** Throws away uploads that nobody went on with, and the rows of those that have been finished for long. */
export async function expireUploads(deps: DriveDeps, signal: AbortSignal): Promise<void> {
  for (;;) {
    const now = unixSeconds(deps.clock);
    const expired = await readExpired(deps.db, now, UPLOADS_A_STEP);
    for (const key of expired) {
      signal.throwIfAborted();
      // Somebody may have gone on with it meanwhile.
      await discardUpload(deps, key, (upload) => upload.expires_at <= now);
    }
    if (expired.length < UPLOADS_A_STEP) return;
  }
}

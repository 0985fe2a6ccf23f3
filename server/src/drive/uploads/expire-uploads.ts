import { unixSeconds } from '../../platform/clock.ts';
import type { DriveDeps } from '../change-drive.ts';
import { discardUpload } from './finish-upload.ts';
import { readExpired } from './uploads.store.ts';

const UPLOADS_A_STEP = 200;

/** Deletes abandoned uploads, and the rows of those finished long ago. */
export async function expireUploads(deps: DriveDeps, signal: AbortSignal): Promise<void> {
  for (;;) {
    const now = unixSeconds(deps.clock);
    const expired = await readExpired(deps.db, now, UPLOADS_A_STEP);
    for (const key of expired) {
      signal.throwIfAborted();
      // It may have been resumed meanwhile.
      await discardUpload(deps, key, (upload) => upload.expires_at <= now);
    }
    if (expired.length < UPLOADS_A_STEP) return;
  }
}

import { unixSeconds } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { Failure } from '../../platform/failure.ts';
import { newId } from '../../platform/ids.ts';
import type { DriveDeps } from '../change-drive.ts';
import { releaseLease, renewLease, takeLease, type UploadRow } from './uploads.store.ts';

/** How long after a process died another one may take over its upload. */
const LEASE_SECONDS = 10;
const RENEW_MS = 3_000;

export type Leased = { upload: UploadRow; lease: string };

/**
 * Holds a lease while `work` runs, so that only one process writes an upload. `onLost` is called when another
 * one took over because this process was unresponsive for too long: its later writes are ignored anyway.
 */
export async function withLease<T>(
  { db, clock }: Pick<DriveDeps, 'db' | 'clock'>,
  key: Pick<UploadRow, 'mailbox_id' | 'id'>,
  work: (leased: Leased) => Promise<T>,
  onLost: () => void = () => undefined,
): Promise<T> {
  const lease = newId(clock);
  const until = () => unixSeconds(clock) + LEASE_SECONDS;
  const upload = await inTransaction(db, (tx) =>
    takeLease(tx, key, { lease, now: unixSeconds(clock), until: until() }),
  );
  if (!upload) throw new Failure('upload_busy', 'The upload is being written', { retryAfterSeconds: 1 });
  const renewing = clock.every(RENEW_MS, () => {
    inTransaction(db, (tx) => renewLease(tx, key, { lease, until: until() })).then(
      (isOurs) => isOurs || onLost(),
      // The database is unavailable: the lease expires, and no chunk counts without it.
      () => undefined,
    );
  });
  try {
    return await work({ upload, lease });
  } finally {
    renewing.stop();
    await inTransaction(db, (tx) => releaseLease(tx, key, lease)).catch(() => undefined);
  }
}

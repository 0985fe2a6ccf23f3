import {
  type BlobGcCandidate,
  findUnnamed,
  forgetCandidates,
  readCandidates,
} from '../../kernel/orphaned-blobs.store.ts';
import { areBlobsHeld } from '../../mail/blob-hold.store.ts';
import { unixSeconds } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import type { CleaningDeps } from './cleaning-deps.ts';

/** Bytes are stored before the referencing row commits: younger blobs may still be referenced. */
const UNNAMED_SECONDS = 24 * 3600;
const BLOBS_A_STEP = 500;

/**
 * Garbage collection: deletes candidate blobs that no row references any more. Skipped while a backup runs;
 * the next run collects what is left.
 */
export async function collectBlobs(deps: CleaningDeps, signal: AbortSignal): Promise<void> {
  const before = unixSeconds(deps.clock) - deps.config.blobGraceSeconds;
  let after = '';
  for (;;) {
    signal.throwIfAborted();
    if (await areBlobsHeld(deps.db)) return;
    const candidates = await readCandidates(deps.db, before, after, BLOBS_A_STEP);
    if (candidates.length === 0) return;
    after = candidates.at(-1)?.key ?? after;
    const settled: BlobGcCandidate[] = [];
    for (const candidate of candidates) {
      // A blob that was put again recently is checked in the next run.
      const gone = candidate.named || (await deps.blobs.removeStale(candidate.key, new Date(before * 1000)));
      if (gone) settled.push(candidate);
    }
    await inTransaction(deps.db, (tx) => forgetCandidates(tx, settled));
  }
}

/**
 * Garbage collection by a sweep of the store: finds blobs that were never referenced because a process died
 * before its commit.
 */
export async function sweepBlobs(deps: CleaningDeps, signal: AbortSignal): Promise<void> {
  const olderThan = new Date(
    (unixSeconds(deps.clock) - deps.config.blobGraceSeconds - UNNAMED_SECONDS) * 1000,
  );
  let removed = 0;
  let keys: string[] = [];
  const removeUnnamed = async () => {
    signal.throwIfAborted();
    if (await areBlobsHeld(deps.db)) {
      keys = [];
      return;
    }
    for (const key of await findUnnamed(deps.db, keys)) {
      if (await deps.blobs.removeStale(key, olderThan)) removed += 1;
    }
    keys = [];
  };
  for await (const { key, modifiedAt } of deps.blobs.list()) {
    if (modifiedAt > olderThan) continue;
    keys.push(key);
    if (keys.length === BLOBS_A_STEP) await removeUnnamed();
  }
  await removeUnnamed();
  if (removed > 0) deps.log.info({ removed }, 'orphaned blobs removed');
}

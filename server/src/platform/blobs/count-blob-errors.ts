import type { Metrics } from '../metrics.ts';
import { BlobDamagedError, BlobMissingError, type BlobStore, BlobStoreFullError } from './blob-store.ts';

const KINDS = ['damaged', 'missing', 'full', 'other'] as const;
const COUNTED = [
  'put',
  'open',
  'read',
  'stat',
  'removeStale',
  'check',
  'verify',
  'setAside',
  'openAside',
] as const;

/** Wraps the store and counts its failures. */
export function countBlobErrors(blobs: BlobStore, { blobErrors }: Pick<Metrics, 'blobErrors'>): BlobStore {
  const counted: BlobStore = { ...blobs };
  for (const operation of COUNTED) {
    // Prometheus sees an increase only of a series that already exists, so each starts at zero.
    for (const kind of KINDS) blobErrors.inc({ operation, kind }, 0);
    const call = blobs[operation] as (...args: unknown[]) => Promise<unknown>;
    const counting = async (...args: unknown[]) => {
      try {
        return await call(...args);
      } catch (error) {
        blobErrors.inc({ operation, kind: kindOf(error) });
        throw error;
      }
    };
    Object.assign(counted, { [operation]: counting });
  }
  return counted;
}

function kindOf(error: unknown): (typeof KINDS)[number] {
  if (error instanceof BlobDamagedError) return 'damaged';
  if (error instanceof BlobMissingError) return 'missing';
  return error instanceof BlobStoreFullError ? 'full' : 'other';
}

import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Clock, systemClock } from '../clock.ts';
import type { BlobKey, BlobStore } from './blob-store.ts';
import { openFileBlobs } from './file-blobs.ts';
import { verifyBlobs } from './verify-blobs.ts';

export type S3Credentials = { accessKeyId: string; secretAccessKey: string };

export type BlobStoreOptions = {
  clock?: Clock;
  /** For S3; without them the SDK uses its default credential chain. */
  credentials?: S3Credentials | null;
  /** Whether to compress blobs that are worth it; compressed blobs are readable in any case. */
  compress?: boolean;
  /** Called for each damaged blob that is read. */
  onDamage?: (key: BlobKey) => void;
};

/** Opens `file:DIR` or `s3://bucket?endpoint=…&region=…&prefix=…`. */
export async function openBlobStore(url: string, options: BlobStoreOptions = {}): Promise<BlobStore> {
  const { clock = systemClock, credentials = null, compress = true, onDamage } = options;
  if (url.startsWith('s3:')) {
    // Loads the SDK only where blobs are kept on S3.
    const { openS3Blobs } = await import('./s3-blobs.ts');
    return verifyBlobs(await openS3Blobs({ url, clock, credentials, compress }), onDamage);
  }
  if (!url.startsWith('file:')) throw new Error(`The blob store ${url} is neither file:DIR nor s3://bucket`);
  return verifyBlobs(await openFileBlobs({ dir: fileBlobsDir(url), clock, compress }), onDamage);
}

/** The folder of a store `file:DIR`. */
export function fileBlobsDir(url: string): string {
  return resolve(url.startsWith('file://') ? fileURLToPath(url) : url.slice('file:'.length));
}

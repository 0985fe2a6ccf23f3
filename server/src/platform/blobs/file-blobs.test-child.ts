/**
 * A child process that keeps putting blobs until it is killed or the disk is full, and prints each key that
 * was stored.
 */
import { createHash } from 'node:crypto';
import { systemClock } from '../clock.ts';
import { BlobStoreFullError } from './blob-store.ts';
import { openFileBlobs } from './file-blobs.ts';

const [dir = '', seed = ''] = process.argv.slice(2);
const blobs = await openFileBlobs({ dir, clock: systemClock, compress: true });

/** The parent derives the same bytes from the same name. */
function bytesOf(name: string): Buffer {
  return createHash('shake256', { outputLength: 100_000 }).update(name).digest();
}

async function putForever(lane: number): Promise<void> {
  for (let n = 0; ; n += 1) {
    const name = `${seed}-${lane}-${n}`;
    const { key } = await blobs.put(bytesOf(name));
    process.stdout.write(`${name} ${key}\n`);
  }
}

const ends = await Promise.allSettled([0, 1, 2, 3].map(putForever));
const reasons = ends.map((end) => end.status === 'rejected' && end.reason);
const full = reasons.every((reason) => reason instanceof BlobStoreFullError);
process.stdout.write(full ? 'all lanes: full\n' : `${reasons.join('; ')}\n`);

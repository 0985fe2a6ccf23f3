import { loadSharp } from '../../platform/load-sharp.ts';
import { createBoundedQueue } from '../../platform/semaphore.ts';
import { imageType } from '../../platform/sniff-image.ts';

/** Image types that browsers show, and that are rendered without an external decoder. */
const TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];
const SIDE = 400;
export const MOST_BYTES = 20 * 1024 * 1024;
/** An image that must be decoded as a whole, such as a progressive one, takes 4 bytes per pixel. */
const MOST_PIXELS = 40_000_000;
const MOST_SECONDS = 10;

/**
 * A folder of images requests all visible ones at once; decoding occupies a thread, which password hashing
 * needs as well.
 */
const queuedDrawing = createBoundedQueue(1, 100);

/**
 * Reads the bytes when it has its slot, so that one file at a time is in memory; null when it cannot be
 * rendered.
 */
export function drawThumbnail(read: () => Promise<Buffer>): Promise<Buffer | null> {
  return queuedDrawing(async () => {
    const bytes = await read();
    if (!TYPES.includes(imageType(bytes.subarray(0, 32)) ?? '')) return null;
    const sharp = await loadSharp();
    try {
      return await sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error', sequentialRead: true })
        .timeout({ seconds: MOST_SECONDS })
        .autoOrient()
        .resize(SIDE, SIDE, { fit: 'inside', withoutEnlargement: true })
        .toColourspace('srgb')
        .webp({ quality: 75 })
        .toBuffer();
    } catch {
      return null;
    }
  });
}

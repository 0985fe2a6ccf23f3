import { loadSharp } from '../../platform/load-sharp.ts';
import { createInTurn } from '../../platform/semaphore.ts';
import { imageType } from '../../platform/sniff-image.ts';

/** What a browser of ours shows as an image, and is drawn without a decoder of its own. */
const TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];
const SIDE = 400;
export const MOST_BYTES = 20 * 1024 * 1024;
/** A picture that is kept whole to be decoded, as one that comes in finer and finer passes is, takes 4 bytes for each. */
const MOST_PIXELS = 40_000_000;
const MOST_SECONDS = 10;

/** A folder of pictures asks for all that are seen at once; decoding one takes a thread, which passwords need as well. */
const drawingInTurn = createInTurn(1, 100);

/** Reads the bytes when it is its turn, so that one file at a time is in memory; null where nothing can be drawn of them. */
export function drawThumbnail(read: () => Promise<Buffer>): Promise<Buffer | null> {
  return drawingInTurn(async () => {
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

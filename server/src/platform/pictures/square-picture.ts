import type { Sharp } from 'sharp';
import { Failure } from '../failure.ts';
import { loadSharp } from '../load-sharp.ts';
import { createBoundedQueue } from '../semaphore.ts';
import { imageType } from '../sniff-image.ts';

/** In pixels; the larger width comes second. */
export type PictureRules = {
  types: readonly string[];
  leastSide: number;
  mostPixels: number;
  widths: readonly [small: number, large: number];
};

/** A few megabytes take less; anything longer was made to be slow. */
const MOST_SECONDS = 10;

/** Each may have two megabytes, and takes a second or two to render. */
export const MOST_WAITING = 8;
/** Decoding occupies a thread for seconds, and the pool is also needed for password hashing and files. */
export const queuedDrawing = createBoundedQueue(1, MOST_WAITING);

/**
 * AC-4: crops an image to squares and re-encodes it: only its pixels are kept, no metadata. Type and size are
 * checked by the first bytes, before anything is decoded.
 */
export async function squarePicture(
  bytes: Buffer,
  rules: PictureRules,
): Promise<{ small: Buffer; large: Buffer }> {
  const { types, leastSide, mostPixels } = rules;
  if (!types.includes(imageType(bytes.subarray(0, 32)) ?? ''))
    throw notAllowed(`is no ${types.map(shortType).join(' or ')}`);
  const { width, height } = await sizeOf(bytes);
  if (Math.min(width, height) < leastSide) throw notAllowed(`is smaller than ${leastSide} × ${leastSide}`);
  if (width * height > mostPixels) throw notAllowed('has too many pixels');
  return queuedDrawing(() => drawSquares(bytes, rules));
}

const shortType = (type: string) => type.replace('image/', '').replace('jpeg', 'jpg');

async function sizeOf(bytes: Buffer): Promise<{ width: number; height: number }> {
  const sharp = await loadSharp();
  try {
    const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
    return { width, height };
  } catch {
    throw notAllowed('can not be read');
  }
}

/** The upload is decoded once: the small image is made from the pixels of the large one. */
async function drawSquares(
  bytes: Buffer,
  { mostPixels, widths }: PictureRules,
): Promise<{ small: Buffer; large: Buffer }> {
  const sharp = await loadSharp();
  const [small, large] = widths;
  try {
    const { data, info } = await sharp(bytes, {
      limitInputPixels: mostPixels,
      failOn: 'error',
      sequentialRead: true,
    })
      .timeout({ seconds: MOST_SECONDS })
      .autoOrient()
      .resize(large, large, { fit: 'cover' })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
    const { width, height, channels } = info;
    const dots = () => sharp(data, { raw: { width, height, channels } });
    return {
      large: await encode(dots()),
      small: await encode(dots().resize(small, small)),
    };
  } catch {
    throw notAllowed('can not be read');
  }
}

function encode(drawn: Sharp): Promise<Buffer> {
  return drawn.webp({ quality: 82 }).toBuffer();
}

function notAllowed(problem: string): Failure {
  return new Failure('file_not_allowed', `The picture ${problem}`, { details: { field: 'file', problem } });
}

/** A picture as JPEG, which every program shows. */
export async function jpegOf(picture: Buffer): Promise<Buffer> {
  const sharp = await loadSharp();
  return sharp(picture).flatten({ background: '#ffffff' }).jpeg({ quality: 85 }).toBuffer();
}

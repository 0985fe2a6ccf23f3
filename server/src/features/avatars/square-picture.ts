import { AVATAR, AVATAR_WIDTHS } from '@bocau/contract/avatars.ts';
import type { Sharp } from 'sharp';
import { Failure } from '../../platform/failure.ts';
import { loadSharp } from '../../platform/load-sharp.ts';
import { createInTurn } from '../../platform/semaphore.ts';
import { imageType } from '../../platform/sniff-image.ts';

const TYPES = ['image/png', 'image/jpeg'];
/** A few megabytes are decoded in less; what takes longer was made to. */
const MOST_SECONDS = 10;

/** Each of them may be two megabytes, and takes a second or two to draw. */
export const MOST_WAITING = 8;
/** Decoding takes a thread for seconds, and those are needed for passwords and files as well. */
export const drawingInTurn = createInTurn(1, MOST_WAITING);

/**
 * AC-4: the middle of a picture as squares, drawn anew: nothing of what was uploaded but the colours of its dots goes
 * on. Type and size are judged by the first bytes, before anything is decoded.
 */
export async function squarePicture(bytes: Buffer): Promise<{ small: Buffer; large: Buffer }> {
  if (!TYPES.includes(imageType(bytes.subarray(0, 32)) ?? '')) throw notAllowed('is no png or jpg');
  const { width, height } = await sizeOf(bytes);
  if (Math.min(width, height) < AVATAR.leastSide)
    throw notAllowed(`is smaller than ${AVATAR.leastSide} × ${AVATAR.leastSide}`);
  if (width * height > AVATAR.mostPixels) throw notAllowed('has too many pixels');
  return drawingInTurn(() => drawSquares(bytes));
}

async function sizeOf(bytes: Buffer): Promise<{ width: number; height: number }> {
  const sharp = await loadSharp();
  try {
    const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
    return { width, height };
  } catch {
    throw notAllowed('can not be read');
  }
}

/** What was uploaded is decoded once: the small one is drawn from the dots of the large one. */
async function drawSquares(bytes: Buffer): Promise<{ small: Buffer; large: Buffer }> {
  const sharp = await loadSharp();
  const [small, large] = AVATAR_WIDTHS;
  try {
    const { data, info } = await sharp(bytes, {
      limitInputPixels: AVATAR.mostPixels,
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

import { AVATAR, AVATAR_WIDTHS } from '@bocau/contract/avatars.ts';
import sharp from 'sharp';
import { Failure } from '../../platform/failure.ts';
import { imageType } from '../../platform/sniff-image.ts';

const TYPES = ['image/png', 'image/jpeg'];
/** A few megabytes are decoded in less; what takes longer was made to. */
const MOST_SECONDS = 10;

// One picture of many threads would keep them from files and passwords.
sharp.concurrency(1);
sharp.cache(false);

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
  const [small, large] = await Promise.all(AVATAR_WIDTHS.map((side) => drawSquare(bytes, side)));
  if (!small || !large) throw new Error('a width of the picture is missing');
  return { small, large };
}

async function sizeOf(bytes: Buffer): Promise<{ width: number; height: number }> {
  try {
    const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
    return { width, height };
  } catch {
    throw notAllowed('can not be read');
  }
}

async function drawSquare(bytes: Buffer, side: number): Promise<Buffer> {
  try {
    return await sharp(bytes, { limitInputPixels: AVATAR.mostPixels, failOn: 'error', sequentialRead: true })
      .timeout({ seconds: MOST_SECONDS })
      .autoOrient()
      .resize(side, side, { fit: 'cover' })
      .webp({ quality: 82 })
      .toBuffer();
  } catch {
    throw notAllowed('can not be read');
  }
}

function notAllowed(problem: string): Failure {
  return new Failure('file_not_allowed', `The picture ${problem}`, { details: { field: 'file', problem } });
}

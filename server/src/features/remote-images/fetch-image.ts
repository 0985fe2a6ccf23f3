import { LIMITS } from '@bocau/contract/limits.ts';
import type { Logger } from '../../platform/logger.ts';
import type { GuardedFetch } from '../../platform/outbound/guarded-fetch.ts';
import { OutboundError } from '../../platform/outbound/outbound-error.ts';
import { sniffImage } from '../../platform/sniff-image.ts';
import { type ImageAnswer, imageAnswer, imageNotFound } from './image-answer.ts';

const TIME_MS = 10_000;
const REDIRECTS = 3;
/** Nothing about the reader is sent: no cookie, no referrer, no browser name. */
const HEADERS = { accept: 'image/avif,image/webp,image/png,image/*;q=0.8', 'user-agent': 'Mozilla/5.0' };

/** Fetches a remote image of a mail; anything but a raster image is treated as missing. */
export async function fetchImage(
  deps: { guardedFetch: GuardedFetch; log: Logger },
  url: string,
  secondsLeft: number,
): Promise<ImageAnswer> {
  try {
    const answer = await deps.guardedFetch({
      url,
      method: 'GET',
      headers: HEADERS,
      redirects: REDIRECTS,
      maxBytes: LIMITS.remoteImageBytes,
      timeMs: TIME_MS,
    });
    if (answer.status !== 200) {
      answer.body.destroy();
      throw imageNotFound();
    }
    const image = await sniffImage(answer.body);
    if (!image) throw imageNotFound();
    return imageAnswer(image, secondsLeft);
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    deps.log.info({ reason: error.message }, 'remote image fetch failed');
    throw imageNotFound();
  }
}

import type { Readable } from 'node:stream';
import { HARMLESS } from '../../mail/attachments/file-types.ts';
import { Failure } from '../../platform/failure.ts';

/** A sandboxed frame has an opaque origin, so that all its requests are cross-origin. */
const FOR_THE_FRAME = { 'cross-origin-resource-policy': 'cross-origin' };

/** On a shared machine, read images must not stay in the cache for long. */
const KEPT_SECONDS = 3600;

export type ImageAnswer = { headers: Record<string, string>; stream: Readable };

export function imageAnswer(image: { type: string; stream: Readable }, secondsLeft: number): ImageAnswer {
  const kept = Math.min(secondsLeft, KEPT_SECONDS);
  return {
    headers: {
      ...HARMLESS,
      ...FOR_THE_FRAME,
      'content-type': image.type,
      'cache-control': `private, max-age=${kept}`,
    },
    stream: image.stream,
  };
}

export function imageNotFound(): Failure {
  return new Failure('not_found', 'Image not found');
}

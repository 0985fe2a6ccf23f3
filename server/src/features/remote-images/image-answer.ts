import type { Readable } from 'node:stream';
import { HARMLESS } from '../../mail/attachments/file-types.ts';
import { Failure } from '../../platform/failure.ts';

/** A sandboxed frame may have no origin, and then every request of it is cross-origin to the browser. */
const FOR_THE_FRAME = { 'cross-origin-resource-policy': 'cross-origin' };

/** On a machine that others use, what was read is not to be seen for long. */
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

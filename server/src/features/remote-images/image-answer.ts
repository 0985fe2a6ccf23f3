import type { Readable } from 'node:stream';
import { Failure } from '../../platform/http/failure.ts';
import { HARMLESS } from '../attachments/file-types.ts';

/** The frame that shows mail has no origin, so to the browser it is always another site that asks. */
const FOR_THE_FRAME = { 'cross-origin-resource-policy': 'cross-origin' };

export type ImageAnswer = { headers: Record<string, string>; stream: Readable };

export function imageAnswer(image: { type: string; stream: Readable }, secondsLeft: number): ImageAnswer {
  return {
    headers: {
      ...HARMLESS,
      ...FOR_THE_FRAME,
      'content-type': image.type,
      'cache-control': `private, max-age=${secondsLeft}, immutable`,
    },
    stream: image.stream,
  };
}

export function imageNotFound(): Failure {
  return new Failure('not_found', 'There is no such image');
}

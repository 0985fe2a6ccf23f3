import { Transform } from 'node:stream';
import { OutboundError } from './outbound-error.ts';

/** Passes this many bytes through and fails at the next. */
export function byteLimit(maxBytes: number): Transform {
  let seen = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seen += chunk.length;
      if (seen > maxBytes) done(new OutboundError('too_large', 'larger than allowed'));
      else done(null, chunk);
    },
  });
}

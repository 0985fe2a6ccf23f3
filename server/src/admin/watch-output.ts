import { constants } from 'node:os';
import type { Writable } from 'node:stream';

const READER_GONE = 128 + constants.signals.SIGPIPE;
const FAILED = 1;

/**
 * Answers once with the exit code when what is printed can not be written any more. That a reader such as `head` has
 * gone (EPIPE) is no news; of a full disk the operator is told.
 */
export function watchOutput(
  { out, err }: { out: Writable; err: Writable },
  onFault: (code: number) => void,
): void {
  let isKnown = false;
  const note = ({ code, message }: NodeJS.ErrnoException) => {
    // What is written after that fails as well.
    if (isKnown) return;
    isKnown = true;
    if (code !== 'EPIPE') err.write(`The output can not be written: ${message}\n`);
    onFault(code === 'EPIPE' ? READER_GONE : FAILED);
  };
  out.on('error', note);
  err.on('error', note);
}

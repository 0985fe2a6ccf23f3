import { constants } from 'node:os';
import type { Writable } from 'node:stream';

const READER_GONE = 128 + constants.signals.SIGPIPE;
const FAILED = 1;

/**
 * Resolves with the exit code when the output can no longer be written. A closed reader such as `head`
 * (EPIPE) is not reported; a full disk is.
 */
export function watchOutput(
  { out, err }: { out: Writable; err: Writable },
  onFault: (code: number) => void,
): void {
  let isKnown = false;
  const note = ({ code, message }: NodeJS.ErrnoException) => {
    // Later writes fail as well.
    if (isKnown) return;
    isKnown = true;
    if (code !== 'EPIPE') err.write(`The output can not be written: ${message}\n`);
    onFault(code === 'EPIPE' ? READER_GONE : FAILED);
  };
  out.on('error', note);
  err.on('error', note);
}

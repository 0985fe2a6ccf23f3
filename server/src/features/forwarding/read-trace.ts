import { headerValue, headerValues, splitHeaders } from '../../platform/mime/split-headers.ts';

/** Not one of those that are taken off mail that comes in: it must be met again. */
const TRACE = 'X-Forward-Trace';
/** So often a message goes on, whoever sent it on; and after so many servers it is on no way that leads anywhere. */
const MOST_FORWARDS = 5;
const MOST_SERVERS = 25;
const RETURN_PATH = 'return-path:';

export type Trace = {
  marks: string[];
  isTooLong: boolean;
  /** What the message is on every way that it has come, by its Message-ID; null where nobody has sent it on. */
  message: string | null;
};

/** Who has sent a message on, as it says. */
export function readTrace(head: Buffer): Trace {
  const { fields } = splitHeaders(head, 0, head.length);
  const marks = headerValues(fields, TRACE.toLowerCase()).map((value) => value.trim());
  const servers = headerValues(fields, 'received').length;
  const id = headerValue(fields, 'message-id')?.trim() ?? '';
  return {
    marks,
    isTooLong: marks.length >= MOST_FORWARDS || servers >= MOST_SERVERS,
    message: marks.length === 0 || id === '' ? null : `message ${id}`,
  };
}

/** The lines that a message which is sent on begins with. `Delivered-To` is what servers everywhere know a loop by. */
export function writeTrace(mark: string, email: string): string {
  return `${TRACE}: ${mark}\r\nDelivered-To: ${email}\r\n`;
}

/** Where the message begins behind the Return-Path that we put before it: the last server on the way writes its own. */
export function behindReturnPath(head: Buffer): number {
  const start = head.subarray(0, RETURN_PATH.length).toString('latin1').toLowerCase();
  return start === RETURN_PATH ? head.indexOf('\n') + 1 : 0;
}

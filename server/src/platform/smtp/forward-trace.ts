import { createHash } from 'node:crypto';
import { headerValue, headerValues, splitHeaders } from '../mime/split-headers.ts';

/** Not one of the header fields removed from incoming mail: it must be recognised. */
const TRACE = 'X-Forward-Trace';
/** How often a message is forwarded, by whatever server; after this many servers it is in a loop. */
const MOST_FORWARDS = 5;
const MOST_SERVERS = 25;
const RETURN_PATH = 'return-path:';

export type Trace = {
  marks: string[];
  isTooLong: boolean;
  /** Identifies the message on all its routes, by its Message-ID; null when it was never forwarded. */
  message: string | null;
};

/** The forwarders of a message, according to its header. */
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

/**
 * The delivery key of a message to a group that was forwarded or in a group before: one for all ways on which it comes
 * back, which would multiply with each group otherwise. Null for every other message.
 */
export function returnedKey(head: Buffer): string | null {
  const { message } = readTrace(head);
  return message === null ? null : createHash('sha256').update(`returned ${message}`).digest('hex');
}

/** The header fields in front of a forwarded message. `Delivered-To` is the usual means of detecting loops. */
export function writeTrace(mark: string, email: string): string {
  return `${TRACE}: ${mark}\r\nDelivered-To: ${email}\r\n`;
}

/** The start of the message after our Return-Path: the last server on the route writes its own. */
export function behindReturnPath(head: Buffer): number {
  const start = head.subarray(0, RETURN_PATH.length).toString('latin1').toLowerCase();
  return start === RETURN_PATH ? head.indexOf('\n') + 1 : 0;
}

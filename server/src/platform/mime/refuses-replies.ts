import { isAutomatic } from './read-headers.ts';
import { headerValue, splitHeaders } from './split-headers.ts';

/** Microsoft's header for messages that programs must not answer; its other values are about receipts. */
const SUPPRESSED = /\b(?:all|oof|autoreply)\b/i;

/**
 * Whether programs must not answer a message, by its header (RFC 3834 section 2, RFC 5230 section 4.6):
 * lists, bulk mail, automatic messages, and explicit opt-outs.
 */
export function refusesReplies(firstBytes: Buffer): boolean {
  const { fields } = splitHeaders(firstBytes, 0, firstBytes.length);
  return (
    isAutomatic(fields) ||
    fields.some(({ name }) => name.startsWith('list-') || name === 'x-loop') ||
    /^\s*multipart\/report\b/i.test(headerValue(fields, 'content-type') ?? '') ||
    SUPPRESSED.test(headerValue(fields, 'x-auto-response-suppress') ?? '')
  );
}

import { isAutomatic } from './read-headers.ts';
import { headerValue, splitHeaders } from './split-headers.ts';

/** Microsoft's header for messages that programs must not answer; its other values are about receipts. */
const SUPPRESSED = /\b(?:all|oof|autoreply)\b/i;

/** Whether nobody wrote it to be answered, by its header: bulk mail, lists, reports, and what programs answer. */
export function isWrittenByProgram(firstBytes: Buffer): boolean {
  const { fields } = splitHeaders(firstBytes, 0, firstBytes.length);
  return isAutomatic(fields) || /^\s*multipart\/report\b/i.test(headerValue(fields, 'content-type') ?? '');
}

/** Whether a program answered for its person, or reports on delivery; mail of lists is written by people. */
export function isAutomaticAnswer(firstBytes: Buffer): boolean {
  const { fields } = splitHeaders(firstBytes, 0, firstBytes.length);
  const of = (name: string) => (headerValue(fields, name) ?? '').trim();
  return (
    /^(?!no\b)\S/i.test(of('auto-submitted')) ||
    /^(auto_?reply|bulk|junk)\b/i.test(of('precedence')) ||
    /^multipart\/report\b/i.test(of('content-type')) ||
    of('return-path') === '<>' ||
    ['x-autoreply', 'x-autorespond'].some((name) => headerValue(fields, name) !== null)
  );
}

/**
 * Whether programs must not answer a message, by its header (RFC 3834 section 2, RFC 5230 section 4.6):
 * lists, bulk mail, automatic messages, and explicit opt-outs.
 */
export function refusesReplies(firstBytes: Buffer): boolean {
  const { fields } = splitHeaders(firstBytes, 0, firstBytes.length);
  return (
    isWrittenByProgram(firstBytes) ||
    fields.some(({ name }) => name.startsWith('list-') || name === 'x-loop') ||
    SUPPRESSED.test(headerValue(fields, 'x-auto-response-suppress') ?? '')
  );
}

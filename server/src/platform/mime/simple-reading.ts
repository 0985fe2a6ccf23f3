import { clip } from './clip-text.ts';
import { decodeCharset, tidy } from './decode-charset.ts';
import { decodeTransfer } from './decode-transfer.ts';
import { htmlToText } from './html-to-text.ts';
import { mailLimits } from './mail-limits.ts';
import type { ParsedMail } from './parsed-mail.ts';
import { makeSnippet, plainWords } from './plain-words.ts';
import { readHeaders } from './read-headers.ts';
import { afterLineBreak, findLineEnd } from './split-headers.ts';

/** How much of a message the simple reading looks at. */
export const simpleReadingBytes = 262_144;

const nothingRead: ReturnType<typeof readHeaders> = {
  messageId: null,
  inReplyTo: null,
  references: [],
  subject: '',
  from: null,
  sender: null,
  to: [],
  cc: [],
  bcc: [],
  replyTo: [],
  date: null,
  listId: null,
  unsubscribe: null,
  automatic: false,
  receivedCount: 0,
  deliveredTo: [],
};

/**
 * The second reading, for a message that the full one failed on: the headers, and the words of the body as far
 * as they can be made out. Never throws; its cost is bounded by the bytes that it is given.
 */
export function readSimply(firstBytes: Buffer, size: number): ParsedMail {
  const bytes = firstBytes.subarray(0, simpleReadingBytes);
  const text = attempt(() => bodyWords(bytes), '');
  return {
    reading: 'simple',
    ...attempt(() => readHeaders(bytes), nothingRead),
    text: text === '' ? null : text,
    html: null,
    bodyClipped: size > bytes.length,
    snippet: attempt(() => makeSnippet(text, mailLimits.snippetCharacters), ''),
    searchText: attempt(() => plainWords(text, mailLimits.searchCharacters), ''),
    attachments: [],
  };
}

function attempt<T>(read: () => T, otherwise: T): T {
  try {
    return read();
  } catch {
    // The message stays safe in its raw source; what can't be read is left empty.
    return otherwise;
  }
}

/** The first part that looks like text, found by its lines alone. */
function bodyWords(bytes: Buffer): string {
  let at = 0;
  let encoding = '';
  let type = '';
  let charset: string | null = null;
  let inHeaders = true;
  let bodyStart = 0;
  while (at < bytes.length) {
    const lineEnd = findLineEnd(bytes, at, bytes.length);
    const line = bytes.toString('latin1', at, Math.min(lineEnd, at + 500));
    if (inHeaders && line.trim() === '') {
      inHeaders = false;
      bodyStart = afterLineBreak(bytes, lineEnd, bytes.length);
    } else if (inHeaders) {
      type = /^content-type:\s*([\w/+.-]+)/i.exec(line)?.[1]?.toLowerCase() ?? type;
      encoding = /^content-transfer-encoding:\s*([\w-]+)/i.exec(line)?.[1] ?? encoding;
      charset = /charset\s?=\s?"?([\w.:-]+)/i.exec(line)?.[1] ?? charset;
    } else if (line.startsWith('--') && line.length > 4 && (type.startsWith('multipart/') || type === '')) {
      inHeaders = true;
      type = '';
      encoding = '';
    } else if (line.startsWith('--') && line.length > 4 && isText(type)) {
      return toText(bytes.subarray(bodyStart, at), encoding, charset, type);
    }
    at = afterLineBreak(bytes, lineEnd, bytes.length);
  }
  if (inHeaders || !isText(type)) return '';
  return toText(bytes.subarray(bodyStart), encoding, charset, type);
}

function isText(type: string): boolean {
  return type === '' || type.startsWith('text/');
}

function toText(bytes: Buffer, encoding: string, charset: string | null, type: string): string {
  const decoded = decodeCharset(decodeTransfer(bytes, encoding), charset).replace(/\r\n?/g, '\n');
  const text = type === 'text/html' ? htmlToText(decoded, mailLimits.bodyCharacters) : decoded;
  return tidy(clip(text, mailLimits.bodyCharacters)).trim();
}

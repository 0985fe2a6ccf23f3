import { simpleStructure } from './body-structure.ts';
import { clip } from './clip-text.ts';
import { decodeCharset, tidy } from './decode-charset.ts';
import { decodeTransfer } from './decode-transfer.ts';
import { htmlToText } from './html-to-text.ts';
import { mailLimits } from './mail-limits.ts';
import type { ParsedMail } from './parsed-mail.ts';
import { makeSnippet, plainWords } from './plain-words.ts';
import { readHeaders } from './read-headers.ts';
import { afterLineBreak, findLineEnd } from './split-headers.ts';

/** How many bytes of a message the simple reading looks at. */
export const simpleReadingBytes = 262_144;

const nothingRead: ReturnType<typeof readHeaders> = {
  messageId: null,
  inReplyTo: null,
  references: [],
  subject: '',
  from: { name: '', email: '', doubts: ['no_from'] },
  claimedDomains: [],
  fromFields: 0,
  authors: [],
  to: [],
  cc: [],
  bcc: [],
  replyTo: [],
  date: null,
  listId: null,
  unsubscribe: null,
  automatic: false,
  important: false,
  receiptTo: null,
  receivedCount: 0,
  deliveredTo: [],
};

/**
 * The fallback for a message that the full reading failed on: the headers, and the words of the body as far
 * as possible. Never throws; its cost is bounded by the bytes that it is given.
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
    structure: simpleStructure(bytes, size),
  };
}

function attempt<T>(read: () => T, otherwise: T): T {
  try {
    return read();
  } catch {
    // The message is safe in its raw source; what cannot be read stays empty.
    return otherwise;
  }
}

/** The first part that looks like text, found by its lines alone. */
function bodyWords(bytes: Buffer): string {
  let part = { type: '', encoding: '', charset: null as string | null, start: -1 };
  let inMultipart = false;
  let at = 0;
  while (at < bytes.length) {
    const lineEnd = findLineEnd(bytes, at, bytes.length);
    const next = afterLineBreak(bytes, lineEnd, bytes.length);
    const line = bytes.toString('latin1', at, Math.min(lineEnd, at + 500)).trimEnd();
    const inHeaders = part.start < 0;
    if (inHeaders && line === '') part.start = next;
    else if (inHeaders) {
      part.type = /^content-type:\s*([\w/+.-]+)/i.exec(line)?.[1]?.toLowerCase() ?? part.type;
      part.encoding = /^content-transfer-encoding:\s*([\w-]+)/i.exec(line)?.[1] ?? part.encoding;
      part.charset = /charset\s?=\s?"?([\w.:-]+)/i.exec(line)?.[1] ?? part.charset;
      inMultipart ||= part.type.startsWith('multipart/');
    } else if (inMultipart && line.startsWith('--') && line.length > 2) {
      const text = isText(part.type) ? toText(bytes.subarray(part.start, at), part) : '';
      if (text !== '') return text;
      part = { type: '', encoding: '', charset: null, start: -1 };
    }
    at = next;
  }
  return part.start >= 0 && isText(part.type) ? toText(bytes.subarray(part.start), part) : '';
}

function isText(type: string): boolean {
  return type === '' || type.startsWith('text/');
}

function toText(bytes: Buffer, part: { type: string; encoding: string; charset: string | null }): string {
  const decoded = decodeCharset(decodeTransfer(bytes, part.encoding), part.charset).replace(/\r\n?/g, '\n');
  const text = part.type === 'text/html' ? htmlToText(decoded, mailLimits.bodyCharacters) : decoded;
  return tidy(clip(text, mailLimits.bodyCharacters)).trim();
}

import { clip } from './clip-text.ts';
import { decodeHeaderBytes, decodeHeaderText } from './decode-words.ts';
import { mailLimits } from './mail-limits.ts';
import { parseAddresses } from './parse-addresses.ts';
import { parseDate } from './parse-date.ts';
import type { MailAddress, ParsedMail } from './parsed-mail.ts';
import { readSender } from './read-sender.ts';
import { type HeaderField, headerValue, headerValues, splitHeaders } from './split-headers.ts';

/** The parsed header of a message. */
export type MailHeaders = Pick<
  ParsedMail,
  | 'messageId'
  | 'inReplyTo'
  | 'references'
  | 'subject'
  | 'from'
  | 'claimedDomains'
  | 'fromFields'
  | 'authors'
  | 'to'
  | 'cc'
  | 'bcc'
  | 'replyTo'
  | 'date'
  | 'listId'
  | 'unsubscribe'
  | 'automatic'
  | 'important'
  | 'receiptTo'
  | 'receivedCount'
  | 'deliveredTo'
>;

/** Parses the header at the beginning of a message: linear, bounded, never throws. */
export function readHeaders(firstBytes: Buffer): MailHeaders {
  return interpretHeaders(splitHeaders(firstBytes, 0, firstBytes.length).fields, null);
}

/** The hops of a message (Received), from the header alone. */
export function readHops(firstBytes: Buffer): Pick<MailHeaders, 'receivedCount' | 'deliveredTo'> {
  return hopsOf(splitHeaders(firstBytes, 0, firstBytes.length).fields);
}

/** `fallbackCharset` is the one the body declares: raw 8-bit headers most likely use the same. */
export function interpretHeaders(fields: HeaderField[], fallbackCharset: string | null): MailHeaders {
  const addresses = (name: string) => addressList(headerValues(fields, name), fallbackCharset);
  const messageId = headerValue(fields, 'message-id');
  const listId = headerValue(fields, 'list-id');
  const sender = readSender(fields, fallbackCharset);
  const automatic = isAutomatic(fields);
  return {
    messageId: messageId === null ? null : (messageIds(messageId)[0] ?? bareId(messageId)),
    inReplyTo: messageIds(headerValue(fields, 'in-reply-to') ?? '')[0] ?? null,
    references: boundedReferences(headerValue(fields, 'references') ?? ''),
    subject: oneLine(
      decodeHeaderText(headerValue(fields, 'subject') ?? '', fallbackCharset),
      mailLimits.subjectLength,
    ),
    ...sender,
    to: addresses('to'),
    cc: addresses('cc'),
    bcc: addresses('bcc'),
    replyTo: addresses('reply-to'),
    date: parseDate(headerValue(fields, 'date') ?? ''),
    listId: listId === null ? null : readListId(listId, fallbackCharset),
    unsubscribe: readUnsubscribe(fields),
    automatic,
    important: isImportant(fields),
    receiptTo: automatic ? null : readReceiptRequest(fields, sender.from.email),
    ...hopsOf(fields),
  };
}

function hopsOf(fields: HeaderField[]): Pick<MailHeaders, 'receivedCount' | 'deliveredTo'> {
  return {
    receivedCount: headerValues(fields, 'received').length,
    deliveredTo: headerValues(fields, 'delivered-to')
      .slice(0, mailLimits.deliveredTo)
      .map((value) => parseAddresses(value.slice(0, 1_000), null)[0]?.email ?? '')
      .filter((email) => email !== ''),
  };
}

function addressList(values: string[], fallbackCharset: string | null): MailAddress[] {
  const found: MailAddress[] = [];
  for (const value of values) {
    if (found.length >= mailLimits.addresses) break;
    for (const address of parseAddresses(value, fallbackCharset))
      if (address.email !== '') found.push(address);
  }
  return found.slice(0, mailLimits.addresses);
}

function messageIds(header: string): string[] {
  const text = decodeHeaderBytes(header, null);
  const ids: string[] = [];
  let at = text.indexOf('<');
  while (at >= 0) {
    const end = text.indexOf('>', at);
    if (end < 0) break;
    // A second "<" means that the first was never closed.
    const start = text.lastIndexOf('<', end);
    const id = text.slice(start + 1, end).replace(/\s+/g, '');
    if (id !== '' && id.length <= mailLimits.messageIdLength) ids.push(id);
    at = text.indexOf('<', end);
  }
  return ids;
}

function bareId(header: string): string | null {
  const id = decodeHeaderBytes(header, null).replace(/[\s<>]+/g, '');
  return id === '' || id.length > mailLimits.messageIdLength ? null : id;
}

/** A chain that is too long keeps its root and its end, which threading needs. */
function boundedReferences(header: string): string[] {
  const ids = [...new Set(messageIds(header))];
  const [root] = ids;
  if (ids.length <= mailLimits.references || root === undefined) return ids;
  return [root, ...ids.slice(1 - mailLimits.references)];
}

function readListId(value: string, fallbackCharset: string | null): string | null {
  const id = messageIds(value)[0] ?? oneLine(decodeHeaderText(value, fallbackCharset), 255);
  return clip(id, 255) || null;
}

function readUnsubscribe(fields: HeaderField[]): ParsedMail['unsubscribe'] {
  const header = headerValue(fields, 'list-unsubscribe');
  if (header === null) return null;
  let mailto: string | null = null;
  let url: string | null = null;
  for (const found of decodeHeaderBytes(header.slice(0, 20_000), null).split('<').slice(1, 20)) {
    const link = (found.split('>')[0] ?? '').replace(/\s+/g, '');
    if (link.length > 2_000 || !URL.canParse(link)) continue;
    if (/^mailto:/i.test(link)) mailto ??= link;
    else if (/^https?:/i.test(link)) url ??= link;
  }
  if (mailto === null && url === null) return null;
  const post = headerValue(fields, 'list-unsubscribe-post') ?? '';
  return {
    mailto,
    url,
    oneClick: /^https:/i.test(url ?? '') && /list-unsubscribe\s*=\s*one-click/i.test(post.slice(0, 500)),
  };
}

export function isAutomatic(fields: HeaderField[]): boolean {
  const submitted = (headerValue(fields, 'auto-submitted') ?? 'no').trim().toLowerCase();
  if (submitted !== '' && !/^no\b/.test(submitted)) return true;
  if (/^(bulk|list|junk|auto_?reply)\b/i.test(headerValue(fields, 'precedence') ?? '')) return true;
  if (headerValue(fields, 'return-path')?.trim() === '<>') return true;
  return ['list-id', 'list-unsubscribe', 'list-post', 'x-autoreply', 'x-autorespond', 'feedback-id'].some(
    (name) => headerValue(fields, name) !== null,
  );
}

/** RFC 2156, and other fields that mail programs write. The first word counts: "1 (Highest)". */
function isImportant(fields: HeaderField[]): boolean {
  const says = (name: string, word: RegExp) => word.test((headerValue(fields, name) ?? '').trim());
  return (
    says('importance', /^high\b/i) || says('x-priority', /^[12]\b/) || says('x-msmail-priority', /^high\b/i)
  );
}

/**
 * RFC 8098 (2.1). Requests for receipts to several addresses are ignored, and the user is told when the
 * address is not the sender's: a receipt flood could be aimed at a stranger.
 */
function readReceiptRequest(fields: HeaderField[], from: string): ParsedMail['receiptTo'] {
  const asked = addressList(headerValues(fields, 'disposition-notification-to'), null);
  const [to] = asked;
  if (!to || asked.some(({ email }) => email.toLowerCase() !== to.email.toLowerCase())) return null;
  if (!/^[^@\s]+@[^@\s]+$/.test(to.email)) return null;
  const returnPath = parseAddresses(headerValue(fields, 'return-path') ?? '', null)[0]?.email ?? '';
  const sources = [from, returnPath].filter((address) => address !== '');
  return { ...to, elsewhere: sources.some((address) => !isSameDomain(address, to.email)) };
}

/** Senders route automatic replies to subdomains of their own. */
function isSameDomain(one: string, other: string): boolean {
  const [a, b] = [one, other].map(
    (address) => `.${address.slice(address.lastIndexOf('@') + 1).toLowerCase()}`,
  );
  return a !== undefined && b !== undefined && (a.endsWith(b) || b.endsWith(a));
}

function oneLine(text: string, maxLength: number): string {
  return clip(
    clip(text, maxLength * 4)
      .replace(/[\s\p{Cc}]+/gu, ' ')
      .trim(),
    maxLength,
  );
}

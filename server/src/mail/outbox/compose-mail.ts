import { Readable } from 'node:stream';
import { domainToASCII } from 'node:url';
import MailComposer from 'nodemailer/lib/mail-composer';
import type { BlobStore } from '../../platform/blobs/blob-store.ts';
import { htmlToText } from '../../platform/mime/html-to-text.ts';
import { mailLimits } from '../../platform/mime/mail-limits.ts';
import { makeSnippet, plainWords } from '../../platform/mime/plain-words.ts';
import { openAttachment } from '../attachments/attachment-bytes.ts';
import type { OutgoingFile, OutgoingMessage } from './outgoing.store.ts';

export type Composing = {
  /** Without angle brackets. */
  messageId: string;
  /** Unix seconds. */
  date: number;
  /** Shown by nobody, asked for by whoever opens the message. */
  pixelUrl?: string;
  /** Of a draft: it is nobody's yet but its writer's. */
  keepsBcc?: boolean;
  /** Where its recipient says that they want no more such messages, in one click (RFC 8058). */
  unsubscribeUrl?: string;
};

/** What the message in Sent says of itself. */
export type SentContent = {
  body: string;
  snippet: string;
  searchText: string;
  /** Files that the body shows by itself, with the name that it calls them by. */
  inline: { id: string; contentId: string }[];
};

/** A line of base64 has 76 characters for 57 bytes, and its end. */
const LINE_BYTES = 57;
const LINE_LENGTH = 78;
/**
 * A header line may have no more than 998 characters, and an id can't be folded. Nor has it another writing: one beyond
 * ASCII would make a message that old mail servers refuse.
 */
const WRITABLE_ID = /^[\x21-\x7e]{1,900}$/;
const SHOWN_BY_BODY = /\bsrc\s*=\s*(["'])\/api\/v2\/files\/([0-9a-f-]{36})\/download(?:\?[^"']*)?\1/g;

/** RFC 2156, and what older programs read instead. */
const IMPORTANT = { importance: 'High', 'x-priority': '1 (Highest)' };

/** RFC 8098. It has no writing but that of an address, and the name says nothing to a program. */
function receiptRequest({ sender }: OutgoingMessage) {
  const local = sender.email.slice(0, sender.email.lastIndexOf('@'));
  return {
    'disposition-notification-to': { prepared: true, value: `<${local}@${senderDomain({ sender })}>` },
  };
}

/** RFC 8058 has the click for https alone. */
function unsubscribeFields(url: string) {
  const field = { 'list-unsubscribe': { prepared: true, value: `<${url}>` } };
  if (!url.startsWith('https:')) return field;
  return { ...field, 'list-unsubscribe-post': { prepared: true, value: 'List-Unsubscribe=One-Click' } };
}

/** The source of a message, piece by piece. Bcc is not in what is sent. Throws BlobMissingError when the bytes of a file are gone. */
export function composeMail(
  outgoing: OutgoingMessage,
  composing: Composing,
  blobs: Pick<BlobStore, 'open'>,
): AsyncIterable<Uint8Array> {
  return mailNode(outgoing, composing, (file) => Readable.from(bytesOf(blobs, file))).createReadStream();
}

/** Of a message that has none yet. */
const LONGEST_MESSAGE_ID = `${'x'.repeat(36)}@${'x'.repeat(63)}.example`;

/** What the source of the message will be long, told without reading its files. */
export async function measureMail(
  outgoing: OutgoingMessage,
  messageId = LONGEST_MESSAGE_ID,
): Promise<number> {
  const empty = await mailNode(outgoing, { messageId, date: 0 }, () => Buffer.alloc(0)).build();
  return outgoing.files.reduce((sum, file) => sum + encodedLength(file.size), empty.length);
}

export function sentContentOf(outgoing: OutgoingMessage): SentContent {
  const { body, inline } = nameInlineFiles(outgoing);
  const words = outgoing.bodyIsHtml ? htmlToText(body, mailLimits.searchCharacters * 2) : body;
  return {
    body,
    inline,
    snippet: makeSnippet(words, mailLimits.snippetCharacters),
    searchText: plainWords(words, mailLimits.searchCharacters),
  };
}

/** With the link of its last line, which HTML has behind words. */
function textOf(html: string, unsubscribeUrl: string | undefined): string {
  const text = htmlToText(html, mailLimits.bodyCharacters);
  return unsubscribeUrl === undefined ? text : `${text}\n${unsubscribeUrl}\n`;
}

function mailNode(
  outgoing: OutgoingMessage,
  { messageId, date, pixelUrl, keepsBcc = false, unsubscribeUrl }: Composing,
  contentOf: (file: OutgoingFile) => Readable | Buffer,
) {
  const { body, inline } = nameInlineFiles(outgoing);
  const contentIds = new Map(inline.map(({ id, contentId }) => [id, contentId]));
  const references = outgoing.references.filter((id) => WRITABLE_ID.test(id));
  const { inReplyTo } = outgoing;
  const mark = pixelUrl === undefined ? '' : `<img src="${pixelUrl}" width="1" height="1" alt="">`;
  const node = new MailComposer({
    from: named(outgoing.sender),
    to: outgoing.to.map(named),
    cc: outgoing.cc.map(named),
    bcc: keepsBcc ? outgoing.bcc.map(named) : [],
    subject: outgoing.subject,
    messageId: `<${messageId}>`,
    date: new Date(date * 1000),
    headers: {
      ...(outgoing.important ? IMPORTANT : {}),
      ...(outgoing.receipt ? receiptRequest(outgoing) : {}),
      ...(unsubscribeUrl === undefined ? {} : unsubscribeFields(unsubscribeUrl)),
    },
    ...(inReplyTo !== null && WRITABLE_ID.test(inReplyTo) ? { inReplyTo: `<${inReplyTo}>` } : {}),
    ...(references.length > 0 ? { references: references.map((id) => `<${id}>`) } : {}),
    ...(outgoing.bodyIsHtml ? { text: textOf(body, unsubscribeUrl), html: body + mark } : { text: body }),
    attachments: outgoing.files.map((file) => {
      const cid = contentIds.get(file.id);
      return {
        filename: file.name,
        contentType: file.contentType,
        content: contentOf(file),
        contentTransferEncoding: 'base64',
        ...(cid === undefined ? { contentDisposition: 'attachment' } : { cid, contentDisposition: 'inline' }),
      };
    }),
    newline: 'win',
    disableFileAccess: true,
    disableUrlAccess: true,
  }).compile();
  node.keepBcc = keepsBcc;
  return node;
}

/** An address given apart from its name is never read as anything else. */
function named({ name, email }: { name: string; email: string }) {
  return { name, address: email };
}

/** Pictures that the text names by their address here are named as files of the message. */
function nameInlineFiles(outgoing: OutgoingMessage): Pick<SentContent, 'body' | 'inline'> {
  if (!outgoing.bodyIsHtml) return { body: outgoing.body, inline: [] };
  const files = new Map(outgoing.files.map((file) => [file.id, file]));
  const contentIds = new Map<string, string>();
  const domain = senderDomain(outgoing);
  for (const file of outgoing.files) {
    if (file.contentId !== null && outgoing.body.includes(`cid:${file.contentId}`)) {
      contentIds.set(file.id, file.contentId);
    }
  }
  const body = outgoing.body.replace(SHOWN_BY_BODY, (whole, _quote, id: string) => {
    const file = files.get(id);
    if (!file) return whole;
    const contentId = contentIds.get(id) ?? file.contentId ?? `${id}@${domain}`;
    contentIds.set(id, contentId);
    return `src="cid:${contentId}"`;
  });
  return { body, inline: [...contentIds].map(([id, contentId]) => ({ id, contentId })) };
}

export function senderDomain({ sender }: Pick<OutgoingMessage, 'sender'>): string {
  const domain = sender.email.slice(sender.email.lastIndexOf('@') + 1).toLowerCase();
  return domainToASCII(domain) || domain;
}

async function* bytesOf(blobs: Pick<BlobStore, 'open'>, file: OutgoingFile): AsyncGenerator<Uint8Array> {
  yield* await openAttachment(blobs, file);
}

/** Of a file in base64, with the ends of its lines. */
export function encodedLength(size: number): number {
  return Math.floor(size / LINE_BYTES) * LINE_LENGTH + Math.ceil((size % LINE_BYTES) / 3) * 4;
}

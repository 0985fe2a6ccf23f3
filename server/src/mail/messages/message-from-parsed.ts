import type { BlobKey } from '../../platform/blobs/blob-store.ts';
import type { ParsedMail } from '../../platform/mime/parsed-mail.ts';
import { RECEIPT_TYPES } from '../../platform/mime/read-disposition.ts';
import type { NewMessage } from './new-message.ts';

/** What a message says of itself; the rest is known only by who brings it in. */
export type ParsedContent = Pick<
  NewMessage,
  | 'sentAt'
  | 'messageId'
  | 'inReplyTo'
  | 'references'
  | 'subject'
  | 'snippet'
  | 'sender'
  | 'headers'
  | 'important'
  | 'receipt'
  | 'body'
  | 'bodyIsHtml'
  | 'bodyClipped'
  | 'searchText'
  | 'attachments'
  | 'structure'
>;

const FUTURE_SECONDS = 24 * 3600;
const LONGEST_ID = 998;

/** What is kept as the source of a message that was read. */
export type ReadSource = {
  blob: BlobKey;
  /** How much further back everything stands in it than in the bytes that were read. */
  shift?: number;
};

export function messageFromParsed(
  mail: ParsedMail,
  receivedAt: number,
  { blob: source, shift = 0 }: ReadSource,
): ParsedContent {
  const { date } = mail;
  return {
    // A date from the far future, or none, says nothing.
    sentAt: date !== null && date > 0 && date <= receivedAt + FUTURE_SECONDS ? date : receivedAt,
    messageId: mail.messageId?.slice(0, LONGEST_ID) ?? null,
    inReplyTo: mail.inReplyTo?.slice(0, LONGEST_ID) ?? null,
    references: mail.references.map((id) => id.slice(0, LONGEST_ID)),
    subject: mail.subject,
    snippet: mail.snippet,
    sender: mail.from,
    headers: {
      to: mail.to,
      cc: mail.cc,
      bcc: mail.bcc,
      replyTo: mail.replyTo,
      unsubscribe: mail.unsubscribe,
      ...(mail.receiptTo ? { receiptTo: mail.receiptTo } : {}),
    },
    important: mail.important,
    receipt: mail.receiptTo ? 'wanted' : null,
    body: mail.html ?? mail.text,
    bodyIsHtml: mail.html !== null,
    bodyClipped: mail.bodyClipped,
    searchText: mail.searchText,
    structure: mail.structure,
    attachments: mail.attachments.map(({ place, ...file }) => ({
      ...file,
      // It is for programs, and stands in words beside it.
      inline: file.inline || RECEIPT_TYPES.includes(file.contentType),
      held: place && { source, start: place.start + shift, line: place.line },
    })),
  };
}

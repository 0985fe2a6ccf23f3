import type { ParsedMail } from '../../platform/mime/parsed-mail.ts';
import type { NewMessage } from './file-messages.ts';

/** What a message says of itself; the rest is known only by who brings it in. */
export type SaidByMessage = Pick<
  NewMessage,
  | 'sentAt'
  | 'messageId'
  | 'inReplyTo'
  | 'references'
  | 'subject'
  | 'snippet'
  | 'sender'
  | 'headers'
  | 'body'
  | 'bodyIsHtml'
  | 'bodyClipped'
  | 'searchText'
  | 'attachments'
>;

const FUTURE_SECONDS = 24 * 3600;
const LONGEST_ID = 998;

export function messageFromParsed(mail: ParsedMail, receivedAt: number): SaidByMessage {
  const { date } = mail;
  const nobody = { name: '', email: '' };
  return {
    // A date from the far future, or none, says nothing.
    sentAt: date !== null && date > 0 && date <= receivedAt + FUTURE_SECONDS ? date : receivedAt,
    messageId: mail.messageId?.slice(0, LONGEST_ID) ?? null,
    inReplyTo: mail.inReplyTo?.slice(0, LONGEST_ID) ?? null,
    references: mail.references.map((id) => id.slice(0, LONGEST_ID)),
    subject: mail.subject,
    snippet: mail.snippet,
    sender: mail.from ?? mail.sender ?? nobody,
    headers: {
      to: mail.to,
      cc: mail.cc,
      bcc: mail.bcc,
      replyTo: mail.replyTo,
      unsubscribe: mail.unsubscribe,
    },
    body: mail.html ?? mail.text,
    bodyIsHtml: mail.html !== null,
    bodyClipped: mail.bodyClipped,
    searchText: mail.searchText,
    attachments: mail.attachments,
  };
}

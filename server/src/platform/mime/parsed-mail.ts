import type { MailAddress, Sender } from '@bocau/contract/fields.ts';
import type { BlobKey } from '../blobs/blob-store.ts';
import type { CalendarMark } from './calendar-mark.ts';
import type { PlaceInSource } from './place-in-source.ts';

export type { MailAddress };

export type ParsedAttachment = {
  name: string;
  contentType: string;
  size: number;
  /** Without angle brackets. */
  contentId: string | null;
  /** Shown within the HTML body by its content id, not listed as a file. */
  inline: boolean;
  /** Of its bytes, which are kept under it alone where they have no place in the source. */
  blob: BlobKey;
  place: PlaceInSource | null;
  /** Of a calendar file. */
  calendar?: CalendarMark;
};

/** What a message says, read defensively: every string is valid Unicode, bounded, and free of NUL. */
export type ParsedMail = {
  /** `simple`: the full parser failed or ran over its limits, and this is the second, plainer reading. */
  reading: 'full' | 'simple';
  /** Without angle brackets. */
  messageId: string | null;
  inReplyTo: string | null;
  references: string[];
  subject: string;
  /** Whom it is from, as it is shown and as it has to be judged; with doubts where there are any. */
  from: Sender;
  /** The domains that the shown sender claims, in its names too. */
  claimedDomains: string[];
  fromFields: number;
  /** The addresses of every From and of Sender: what a filter by sender goes by. */
  authors: string[];
  to: MailAddress[];
  cc: MailAddress[];
  bcc: MailAddress[];
  replyTo: MailAddress[];
  /** The Date header in Unix seconds, if it can be read. */
  date: number | null;
  text: string | null;
  html: string | null;
  /** The text or HTML was longer than what is kept; the source has all of it. */
  bodyClipped: boolean;
  /** The first words of the body as one plain line, quotes and invisible padding left out. */
  snippet: string;
  /** Plain words of the body for the search index. */
  searchText: string;
  attachments: ParsedAttachment[];
  listId: string | null;
  /** RFC 2369 / RFC 8058. */
  unsubscribe: { mailto: string | null; url: string | null; oneClick: boolean } | null;
  /** Bulk, list, auto-replied or auto-generated mail: nobody answers it automatically. */
  automatic: boolean;
  /** Of high importance by the sender's own word. */
  important: boolean;
  /** Who asks to be told that it was read, and whether that is elsewhere than where the message is from. */
  receiptTo: (MailAddress & { elsewhere: boolean }) | null;
  receivedCount: number;
  deliveredTo: string[];
};

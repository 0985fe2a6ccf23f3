import type { MailAddress, Sender } from '@bocau/contract/fields.ts';
import type { BlobKey } from '../blobs/blob-store.ts';
import type { MessageStructure } from './body-structure.ts';
import type { CalendarMark } from './calendar-mark.ts';
import type { PlaceInSource } from './place-in-source.ts';

export type { MailAddress };

export type ParsedAttachment = {
  name: string;
  contentType: string;
  size: number;
  /** Without angle brackets. */
  contentId: string | null;
  /** Shown within the HTML body by its content id, and not listed as a file. */
  inline: boolean;
  /** The key of its bytes, which are stored as a blob of their own unless they are a range of the source. */
  blob: BlobKey;
  place: PlaceInSource | null;
  /** Set for a calendar file. */
  calendar?: CalendarMark;
};

/** The content of a message, parsed defensively: every string is valid Unicode, bounded, and free of NUL. */
export type ParsedMail = {
  /** `simple`: the full parser failed or exceeded its limits, and this is the simpler fallback. */
  reading: 'full' | 'simple';
  /** Without angle brackets. */
  messageId: string | null;
  inReplyTo: string | null;
  references: string[];
  subject: string;
  /** The sender to show and to judge, with doubts where there are any. */
  from: Sender;
  /** The domains that the shown sender claims, in display names too. */
  claimedDomains: string[];
  fromFields: number;
  /** The addresses of every From and of Sender, which filters by sender match. */
  authors: string[];
  to: MailAddress[];
  cc: MailAddress[];
  bcc: MailAddress[];
  replyTo: MailAddress[];
  /** The Date header in Unix seconds, if it can be read. */
  date: number | null;
  text: string | null;
  html: string | null;
  /** The text or HTML exceeded the limit; the source has all of it. */
  bodyClipped: boolean;
  /** The first words of the body on one line, without quotes and invisible padding. */
  snippet: string;
  /** Plain words of the body for the search index. */
  searchText: string;
  attachments: ParsedAttachment[];
  listId: string | null;
  /** RFC 2369 / RFC 8058. */
  unsubscribe: { mailto: string | null; url: string | null; oneClick: boolean } | null;
  /** Bulk, list, auto-replied or auto-generated mail, which automatic replies must not answer. */
  automatic: boolean;
  /** High importance according to the sender. */
  important: boolean;
  /** Who requests a read receipt, and whether that address differs from the sender's. */
  receiptTo: (MailAddress & { elsewhere: boolean }) | null;
  receivedCount: number;
  deliveredTo: string[];
  /** For programs that read the source; not derived from the strings above. */
  structure: MessageStructure;
};

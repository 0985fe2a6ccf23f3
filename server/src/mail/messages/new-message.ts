import type { Sender } from '@bocau/contract/fields.ts';
import type { ReceiptState, SenderChecks, SpamVerdict } from '@bocau/contract/messages.ts';
import type { MessageStructure } from '../../platform/mime/body-structure.ts';
import type { CalendarMark } from '../../platform/mime/calendar-mark.ts';
import type { MessageHeaders } from '../../tables.ts';
import type { AttachmentBytes } from '../attachments/attachment-bytes.ts';

export type NewAttachment = AttachmentBytes & {
  name: string;
  contentType: string;
  contentId: string | null;
  inline: boolean;
  calendar?: CalendarMark;
};

export type EarlierDelivery = { key: string; since: number };

export type NewMessage = {
  folderId: string;
  /** Unix seconds. */
  receivedAt: number;
  sentAt: number;
  unread: boolean;
  starred: boolean;
  answered: boolean;
  draft: boolean;
  spoofed: boolean;
  important: boolean;
  receipt: ReceiptState | null;
  size: number;
  /** Null on a draft, which has no source until it is sent. */
  blob: string | null;
  /** The same key is filed once in a mailbox. */
  deliveryKey: string | null;
  /** What was filed by this key since then is the same, too. */
  earlierDelivery: EarlierDelivery | null;
  messageId: string | null;
  inReplyTo: string | null;
  references: string[];
  subject: string;
  snippet: string;
  sender: Sender;
  headers: MessageHeaders;
  body: string | null;
  bodyIsHtml: boolean;
  bodyClipped: boolean;
  searchText: string;
  senderChecks: SenderChecks | null;
  spam: SpamVerdict | null;
  attachments: NewAttachment[];
  /** Of the source, in its own bytes; null where there is none, or it was not read. */
  structure: MessageStructure | null;
  /** Of mail that was delivered, if filters act on it once its invoices are read. */
  filteredByInvoices?: { envelopeSender: string };
  /** Of labels that exist. */
  labelIds?: string[];
  /** Of a muted conversation; `quiet`: nobody is told of it. */
  muted?: true;
  quiet?: boolean;
  /** The thread that a draft was begun in: it lies there, whatever its subject is. */
  threadId?: string | null;
};

/** A message that has no folder yet. */
type Unplaced = Omit<NewMessage, 'folderId'>;
type Given = Pick<Unplaced, 'receivedAt' | 'subject' | 'sender' | 'headers'> & Partial<Unplaced>;

const DEFAULTS = {
  unread: false,
  starred: false,
  answered: false,
  draft: false,
  spoofed: false,
  important: false,
  receipt: null,
  size: 0,
  blob: null,
  deliveryKey: null,
  earlierDelivery: null,
  messageId: null,
  inReplyTo: null,
  references: [],
  snippet: '',
  body: null,
  bodyIsHtml: true,
  bodyClipped: false,
  searchText: '',
  senderChecks: null,
  spam: null,
  attachments: [],
  structure: null,
} satisfies Partial<Unplaced>;

/** A new message; what is not given is as on an empty one that was read and that nobody judged. */
export function newMessage(given: Given): Unplaced {
  return { ...DEFAULTS, sentAt: given.receivedAt, ...given };
}

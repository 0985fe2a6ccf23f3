import type { MailAddress } from '@bocau/contract/fields.ts';
import type { DraftState, File, Message } from '@bocau/contract/messages.ts';
import { textAsHtml } from '../../platform/mime/text-as-html.ts';
import type { AttachmentRow } from '../attachments/attachments.store.ts';
import { isWaiting } from '../mailbox/list-cards.ts';
import { shownSender } from '../mailbox/shown-sender.ts';
import { shownSubject } from '../mailbox/shown-subject.ts';
import { foldAddress } from '../people/fold-address.ts';
import type { MessageBodyRow, MessageHead, MessageRow } from './messages.store.ts';
import { periodicView } from './periodic.view.ts';
import { receiptOffer } from './receipt-offer.ts';
import { sendingView } from './sending.view.ts';

type DriveEntry = NonNullable<AttachmentRow['drive_entry']>;

const OFFICE =
  /^application\/(msword|rtf|vnd\.(ms-(excel|powerpoint|word)|openxmlformats-officedocument|oasis\.opendocument))/;

export function fileView(row: Omit<AttachmentRow, 'blob'>): File {
  return {
    id: row.id,
    uuid: row.id,
    name: row.name,
    size: row.size,
    content_type: row.content_type,
    content_id: row.content_id,
    inlineImage: row.inline,
    is_office: OFFICE.test(row.content_type),
    ...(row.calendar_method === 'REPLY' && { is_answer: true as const }),
    has_virus: row.has_virus,
    message: row.scan_message,
    drive_file: row.drive_entry ? driveCopyView(row.drive_entry, row.content_type) : null,
  };
}

/** The zero id is the parent of what lies at the top of the drive. */
const AT_THE_TOP = /^[0-]+$/;

/** The page of the folder that holds it, and the page that edits it, which says so where nothing is set up to edit. */
function driveCopyView({ id, parent_id: parent }: DriveEntry, contentType: string): File['drive_file'] {
  const folder = AT_THE_TOP.test(parent) ? '/drive' : `/drive/${parent}`;
  return {
    file_url: `${folder}?file=${id}`,
    office_url: OFFICE.test(contentType) ? `/drive/edit/${id}` : '',
  };
}

export function messageView(row: MessageRow): Message {
  return threadMessageView(row, row);
}

/** A collapsed message comes without its body. */
export function threadMessageView(row: MessageHead, expanded: MessageBodyRow | undefined): Message {
  const isMissed = row.send_state === 'failed' || row.send_state === 'unclear';
  // What a program wrote as plain text is edited as HTML.
  const asHtml = row.draft && !row.body_is_html;
  const isOwn = row.own || row.draft || row.folder_role === 'Sent';
  return {
    id: row.id,
    message_id_header: row.message_id_header,
    thread_id: row.thread_id,
    folder: row.folder_path,
    folder_id: row.folder_id,
    old_folder: row.old_folder_path,
    is_draft: row.draft,
    unread: row.unread,
    starred: row.starred,
    answered: row.answered,
    ...(row.label_ids ? { label_ids: row.label_ids } : {}),
    references: row.refs,
    in_reply_to: row.in_reply_to,
    from: shownSender(row.sender),
    to: row.headers.to,
    cc: row.headers.cc,
    bcc: isOwn ? row.headers.bcc : [],
    reply_to: row.headers.replyTo,
    subject: shownSubject(row.subject, row.spoofed),
    snippet: row.snippet,
    body: expanded ? (asHtml ? textAsHtml(expanded.body ?? '') : (expanded.body ?? '')) : null,
    body_type: row.body_is_html || asHtml ? 'html' : 'text',
    body_clipped: row.body_clipped,
    date: row.sent_at,
    received_at: row.received_at,
    size: row.size,
    files: (row.attachments ?? []).map(fileView),
    status: isMissed ? 'sending_failed' : '',
    state: row.send_state === 'sending' ? 'sending' : '',
    error_msg: isMissed ? (row.sending?.error ?? null) : null,
    recall: !row.draft && row.sending?.recallable === true,
    periodic: row.periodic !== null,
    period: row.periodic && periodicView(row.periodic),
    intended_time:
      row.sending?.kind === 'schedule' && row.sending.state === 'held' ? row.sending.due_at : null,
    sending: sendingView(row.sending),
    tracking: row.tracking,
    draft: row.draft ? draftView(row.draft_state, expanded?.quote ?? null) : null,
    important: row.important,
    receipt: row.receipt,
    receipt_to: receiptOffer(row) ?? null,
    receipts: (row.receipts ?? []).map((said) => ({ ...recipientOf(row, said.address), at: said.at })),
    ...(isWaiting(row) ? { follow_up_at: row.follow_up_at as number } : {}),
    spoofed: row.spoofed,
    sender_checks: row.sender_checks,
    spam: row.spam,
    unsubscribe: row.headers.unsubscribe,
  };
}

function recipientOf({ headers: { to, cc, bcc } }: MessageHead, address: string): MailAddress {
  const known = [...to, ...cc, ...bcc].find(({ email }) => foldAddress(email) === address);
  return known ?? { name: '', email: address };
}

function draftView(state: MessageHead['draft_state'], quote: string | null): DraftState {
  if (state === null) {
    // It came from elsewhere and was not edited yet.
    return {
      version: 0,
      action: 'new',
      answers: null,
      quoted: false,
      quote: null,
      tracking: false,
      client_key: null,
    };
  }
  const { follow_up: wish, ...rest } = state;
  return { ...rest, quote, ...(wish ? { follow_up: wish } : {}) };
}

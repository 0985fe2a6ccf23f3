import type { Thread } from '@bocau/contract/threads.ts';
import { shownSubject } from '../mailbox/shown-subject.ts';
import type { ThreadRow } from './read-thread-rows.ts';

/** A list row as the contract has it. */
export function threadView(row: ThreadRow): Thread {
  const { card, thread_id: id } = row;
  return {
    id,
    thread_id: id,
    v4_id: id,
    folder_id: card.home,
    v4_folder_id: card.home,
    old_folder_id: card.old,
    folder_ids: card.folders,
    mailbox_name: row.home_path,
    subject: shownSubject(card.subject, card.spoofed),
    snippet: card.snippet,
    participants: card.participants,
    from: card.from,
    to: card.to,
    draft_ids: card.drafts,
    message_ids: card.messages,
    message_count: card.count,
    unread: row.unread,
    isRead: !row.unread,
    starred: row.starred,
    has_attachments: card.attachments,
    spoofed: card.spoofed,
    last_message_timestamp: row.last_at,
    date: row.last_at,
    status: '',
    tracking: null,
  };
}

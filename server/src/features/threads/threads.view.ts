import type { Thread } from '@bocau/contract/threads.ts';
import type { ThreadRow } from './read-thread-rows.ts';

/** A list row as the contract has it. */
export function threadView(row: ThreadRow): Thread {
  return {
    ...row.card,
    id: row.thread_id,
    mailbox_name: row.home_path,
    unread: row.unread,
    isRead: !row.unread,
    starred: row.starred,
  };
}

import type { Thread } from '@bocau/contract/threads.ts';
import { shownCard } from '../mailbox/card-version.ts';
import type { ThreadRow } from './threads.store.ts';

/** A list row in the contract's shape. */
export function threadView(row: ThreadRow): Thread {
  return {
    ...shownCard(row.card),
    id: row.thread_id,
    mailbox_name: row.home_path,
    unread: row.unread,
    isRead: !row.unread,
    starred: row.starred,
  };
}

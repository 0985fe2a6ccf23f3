import type { Thread } from '@bocau/contract/threads.ts';

/** A row as the server returns it. */
export function threadOf(fields: Partial<Thread> = {}): Thread {
  const minh = { name: 'Trần Minh', email: 'minh@saomai.example' };
  return {
    id: 't1',
    thread_id: 't1',
    v4_id: 't1',
    folder_id: 'inbox',
    v4_folder_id: 'inbox',
    old_folder_id: null,
    folder_ids: ['inbox'],
    mailbox_name: 'INBOX',
    subject: 'Hợp đồng tháng 11',
    snippet: 'Chị xem giúp em phụ lục',
    participants: [minh],
    from: minh,
    to: [{ name: 'Lan Anh', email: 'lan.anh@saomai.example' }],
    draft_ids: [],
    message_ids: ['m1'],
    message_count: 1,
    size: 4096,
    unread: false,
    isRead: true,
    starred: false,
    has_attachments: false,
    spoofed: false,
    last_message_timestamp: 1_795_000_000,
    date: 1_795_000_000,
    status: '',
    tracking: null,
    important: false,
    receipt: false,
    ...fields,
  };
}

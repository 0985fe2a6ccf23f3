import { expect, it } from 'vitest';
import { listRowsOfThread, type SystemFolderIds, type ThreadMessage } from './list-cards.ts';

const FOLDERS = new Proxy({} as SystemFolderIds, { get: (_, role) => String(role) });

function message(id: string, sender: ThreadMessage['sender']): ThreadMessage {
  return {
    id,
    thread_id: 't',
    folder_id: 'INBOX',
    old_folder_id: null,
    received_at: Number(id),
    unread: false,
    starred: false,
    draft: false,
    spoofed: false,
    has_attachments: false,
    important: false,
    snoozed_until: null,
    back_at: null,
    follow_up_at: null,
    pinned_folder_id: null,
    muted: null,
    receipt: null,
    size: 1,
    send_state: null,
    tracking: null,
    subject: '',
    snippet: '',
    sender,
    recipients: [],
    label_ids: null,
  };
}

const minh = { name: 'Minh', email: 'minh@saomai.example' };
const proven = { ...minh, proven: true as const };
const claimed = { ...minh, email: 'Minh@saomai.example' };

it.each([
  ['all of whose messages are proven', [proven, proven], true],
  ['whose address somebody claims later', [proven, claimed], undefined],
  ['whose address somebody claimed before', [claimed, proven], undefined],
])('AC-4 a row names somebody %s', (_who, senders, shown) => {
  const messages = senders.map((sender, at) => message(String(at), sender));
  const [row] = listRowsOfThread(messages, FOLDERS);
  expect(row?.card.participants.map((person) => person.proven)).toEqual([shown]);
});

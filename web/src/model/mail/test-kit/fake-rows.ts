import { STARRED } from '@bocau/contract/folder-roles.ts';
import type { Message } from '@bocau/contract/messages.ts';
import type { Thread } from '@bocau/contract/threads.ts';
import { WAITING } from '@bocau/contract/waiting-list.ts';

export type FakeMessage = {
  id: string;
  threadId: string;
  folderId: string;
  oldFolderId: string | null;
  /** When it comes back, in Snoozed. */
  until?: number | null;
  /** When its sender is reminded, if nobody answers. */
  followUpAt?: number | null;
  at: number;
  /** By the sender's clock, where that differs. */
  sentAt?: number;
  unread: boolean;
  starred: boolean;
  draft: boolean;
  subject: string;
  labels?: string[];
  /** The folder in which it is pinned. */
  pinnedIn?: string | null;
  muted?: boolean;
};

export type FakeFolder = { id: string; name: string; path: string; system: boolean; position?: number };

const isHidden = (message: FakeMessage) => message.folderId === 'trash' || message.folderId === 'junk';

/** The list rows of a thread, or that of one list, built by the server's rules. */
export function fakeRows(
  messages: readonly FakeMessage[],
  pathOf: (id: string) => string,
  wanted?: string,
): Map<string, Thread> {
  const inOrder = [...messages].sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));
  const folders = [...new Set(inOrder.map((message) => message.folderId))];
  const starred = inOrder.some((message) => message.starred);
  const rows = new Map<string, Thread>();
  const add = (list: string, home: string, own: FakeMessage[], visible: FakeMessage[]) => {
    if (wanted !== undefined && list !== wanted) return;
    const last = own.at(-1) as FakeMessage;
    const lastAtHome = own.findLast((message) => message.folderId === home) ?? last;
    const unread = own.some((message) => message.unread);
    rows.set(list, {
      id: last.threadId,
      thread_id: last.threadId,
      v4_id: last.threadId,
      folder_id: home,
      v4_folder_id: home,
      old_folder_id: lastAtHome.oldFolderId,
      folder_ids: folders,
      ...labelled(visible.flatMap((message) => message.labels ?? [])),
      mailbox_name: pathOf(home),
      subject: visible[0]?.subject ?? '',
      snippet: last.subject,
      participants: [],
      from: { name: '', email: 'minh@saomai.example' },
      to: [],
      draft_ids: visible.filter((message) => message.draft).map((message) => message.id),
      message_ids: visible.map((message) => message.id),
      message_count: visible.length,
      size: own.length * 100,
      unread,
      isRead: !unread,
      starred,
      has_attachments: false,
      spoofed: false,
      last_message_timestamp: last.at,
      date: last.at,
      status: '',
      tracking: null,
      important: false,
      receipt: false,
      ...(list === 'snoozed' && last.until ? { snoozed_until: last.until } : {}),
      ...followedUp(visible),
      ...(visible.some((each) => each.folderId === home && each.pinnedIn === home)
        ? { pinned: true as const }
        : {}),
      ...(visible.some((each) => each.muted) ? { muted: true as const } : {}),
    });
  };
  for (const folder of folders) {
    const own = inOrder.filter((message) => message.folderId === folder);
    add(
      folder,
      folder,
      own,
      inOrder.filter((message) => message.folderId === folder || !isHidden(message)),
    );
  }
  const shown = inOrder.filter((message) => !isHidden(message));
  if (shown.some((message) => message.starred)) {
    const home = shown.findLast((message) => !['sent', 'drafts'].includes(message.folderId)) ?? shown.at(-1);
    add(STARRED, home?.folderId ?? 'inbox', shown, shown);
  }
  for (const label of new Set(shown.flatMap((message) => message.labels ?? []))) {
    const home = shown.findLast((message) => message.labels?.includes(label));
    add(label, home?.folderId ?? 'inbox', shown, shown);
  }
  const waiting = shown.filter((message) => message.followUpAt);
  if (waiting.length > 0) add(WAITING, waiting.at(-1)?.folderId ?? 'sent', waiting, shown);
  return rows;
}

function followedUp(visible: readonly FakeMessage[]): { follow_up_at?: number } {
  const times = visible.flatMap(({ followUpAt }) => followUpAt ?? []);
  return times.length > 0 ? { follow_up_at: Math.min(...times) } : {};
}

/** Left out where there are none, as the server does. */
function labelled(labels: readonly string[]): { label_ids?: string[] } {
  return labels.length > 0 ? { label_ids: [...new Set(labels)] } : {};
}

export function fakeMessageView(
  message: FakeMessage,
  pathOf: (id: string) => string,
  expanded: boolean,
): Message {
  return {
    id: message.id,
    message_id_header: null,
    thread_id: message.threadId,
    folder: pathOf(message.folderId),
    folder_id: message.folderId,
    old_folder: message.oldFolderId === null ? null : pathOf(message.oldFolderId),
    is_draft: message.draft,
    unread: message.unread,
    starred: message.starred,
    ...labelled(message.labels ?? []),
    answered: false,
    references: [],
    in_reply_to: null,
    from: { name: '', email: 'minh@saomai.example' },
    to: [],
    cc: [],
    bcc: [],
    reply_to: [],
    subject: message.subject,
    snippet: message.subject,
    body: expanded ? `Nội dung ${message.id}` : null,
    body_type: 'text',
    body_clipped: false,
    date: message.sentAt ?? message.at,
    received_at: message.at,
    size: 100,
    files: [],
    status: '',
    state: '',
    error_msg: null,
    recall: false,
    periodic: false,
    period: null,
    intended_time: null,
    sending: null,
    important: false,
    receipt: null,
    receipt_to: null,
    receipts: [],
    tracking: null,
    draft: null,
    spoofed: false,
    sender_checks: null,
    spam: null,
    unsubscribe: null,
  };
}

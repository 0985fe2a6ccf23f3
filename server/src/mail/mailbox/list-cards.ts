import type { MailAddress, Sender } from '@bocau/contract/fields.ts';
import {
  DISCARDED_FOLDERS,
  type LastingRole,
  rolesWhere,
  type SNOOZED,
} from '@bocau/contract/folder-roles.ts';
import type { ReceiptState, Tracking } from '@bocau/contract/messages.ts';
import { WAITING } from '@bocau/contract/waiting-list.ts';
import type { ListCard, SendState } from '../../tables.ts';
import { CARD_VERSION } from './card-version.ts';
import { senderKey } from './sender-key.ts';
import { shownSender } from './shown-sender.ts';
import { shownSubject } from './shown-subject.ts';

/** What a list row is made from: the hot columns of a thread's messages. */
export type ThreadMessage = {
  id: string;
  thread_id: string;
  folder_id: string;
  old_folder_id: string | null;
  received_at: number;
  unread: boolean;
  starred: boolean;
  draft: boolean;
  spoofed: boolean;
  has_attachments: boolean;
  important: boolean;
  receipt: ReceiptState | null;
  size: number;
  send_state: SendState | null;
  tracking: Tracking | null;
  subject: string;
  snippet: string;
  sender: Sender;
  recipients: MailAddress[];
  /** Null where it has none. */
  label_ids: string[] | null;
  snoozed_until: number | null;
  back_at: number | null;
  follow_up_at: number | null;
  /** The folder at whose top it is pinned, while it lies there. */
  pinned_folder_id: string | null;
  muted: boolean | null;
};

export type ListRow = {
  folder_id: string;
  thread_id: string;
  last_at: number;
  unread: boolean;
  starred: boolean;
  size: number;
  sender_key: string;
  /** How many messages, and unread ones, its list shows in place of it where it shows single messages: beyond one. */
  more_messages: number;
  more_unread: number;
  card: ListCard;
};

/** The folders that every mailbox has, by id, and the one that it gets when it is needed. */
export type SystemFolderIds = Record<LastingRole, string> & { [SNOOZED]?: string };

const OWN_FOLDERS = rolesWhere((role) => role.own);
const PENDING_FOLDERS = rolesWhere((role) => role.pending);
const PARTICIPANTS_SHOWN = 12;
const RECIPIENTS_SHOWN = 8;
/**
 * Pinned conversations are listed as if they had come so much later: above all others, in the same index range, and with
 * cursors that lead on below them.
 */
export const PINNED_SECONDS = 100_000_000_000;

/**
 * Every list row of one thread: one for each folder that a message of it lies in, one in Starred, one for each label, and one
 * in the list of what waits for an answer.
 * Rows are always made whole from the messages, so they can't drift from them.
 */
export function listRowsOfThread(messages: ThreadMessage[], special: SystemFolderIds): ListRow[] {
  const inOrder = [...messages].sort(byArrival);
  const folders = [...new Set(inOrder.map((message) => message.folder_id))];
  const rows = folders.map((folder) => {
    const own = inOrder.filter((message) => message.folder_id === folder);
    const visible = inOrder.filter((message) => message.folder_id === folder || !isHidden(message, special));
    return makeRow(folder, folder, own, visible, { folders, special, listed: own });
  });
  const shown = inOrder.filter((message) => !isHidden(message, special));
  const starred = shown.filter((message) => message.starred);
  if (starred.length > 0) {
    const home = homeFolder(shown, special);
    rows.push(makeRow(special.Starred, home, shown, shown, { folders, special, listed: starred }));
  }
  for (const label of labelsOf(shown)) {
    const listed = shown.filter((message) => message.label_ids?.includes(label));
    rows.push(makeRow(label, homeFolder(shown, special), shown, shown, { folders, special, listed }));
  }
  const waiting = shown.filter(isWaiting);
  const lastWaiting = waiting.at(-1);
  if (lastWaiting) {
    rows.push(makeRow(WAITING, lastWaiting.folder_id, waiting, shown, { folders, special, listed: waiting }));
  }
  return rows;
}

/** A sent message that nobody has answered yet, and whose sender wants to know. */
export function isWaiting({
  follow_up_at: at,
  back_at: back,
  draft,
}: Pick<ThreadMessage, 'follow_up_at' | 'back_at' | 'draft'>): boolean {
  return at !== null && !draft && (back === null || back < at);
}

/** Came to the inbox because nobody had answered it. */
function isUnanswered({ follow_up_at: at, back_at: back }: ThreadMessage): boolean {
  return at !== null && back !== null && back >= at;
}

/** It counts only in the folder where it was pinned. */
function isPinned({ folder_id, pinned_folder_id }: ThreadMessage): boolean {
  return pinned_folder_id === folder_id;
}

/** In the order of their ids. */
function labelsOf(messages: ThreadMessage[]): string[] {
  return [...new Set(messages.flatMap((message) => message.label_ids ?? []))].sort();
}

function makeRow(
  list: string,
  home: string,
  own: ThreadMessage[],
  visible: ThreadMessage[],
  {
    folders,
    special,
    listed,
  }: {
    folders: string[];
    special: SystemFolderIds /** The rows of single messages in this list. */;
    listed: ThreadMessage[];
  },
): ListRow {
  const first = visible[0] as ThreadMessage;
  const last = own.at(-1) as ThreadMessage;
  const spoofed = visible.some((message) => message.spoofed);
  const participants = distinctSenders(visible);
  const to = last.recipients.slice(0, RECIPIENTS_SHOWN);
  const size = own.reduce((sum, message) => sum + message.size, 0);
  const unread = own.some((message) => message.unread);
  const labels = labelsOf(visible);
  const backAt = latest(own, ({ back_at }) => back_at);
  const pinned = visible.some((message) => message.folder_id === home && isPinned(message));
  const lastInHome = own.findLast((message) => message.folder_id === home) ?? last;
  return {
    folder_id: list,
    thread_id: last.thread_id,
    last_at: Math.max(last.received_at, backAt ?? 0) + (pinned && list === home ? PINNED_SECONDS : 0),
    unread,
    starred: visible.some((message) => message.starred),
    size,
    sender_key: senderKey(namedFirst(isOwn(home, special) ? to : participants)),
    more_messages: listed.length - 1,
    more_unread: listed.filter((message) => message.unread).length - (unread ? 1 : 0),
    card: {
      v: CARD_VERSION,
      thread_id: last.thread_id,
      v4_id: last.thread_id,
      folder_id: home,
      v4_folder_id: home,
      old_folder_id: lastInHome.old_folder_id,
      folder_ids: folders,
      subject: shownSubject(first.subject, spoofed),
      snippet: last.snippet,
      participants,
      from: shownSender(last.sender),
      to,
      draft_ids: visible.filter(isUnsentDraft).map((message) => message.id),
      message_ids: visible.map((message) => message.id),
      message_count: visible.length,
      size,
      has_attachments: visible.some((message) => message.has_attachments),
      spoofed,
      important: visible.some((message) => message.important),
      receipt: visible.some((message) => message.receipt === 'wanted'),
      last_message_timestamp: last.received_at,
      date: last.received_at,
      status: statusOf(visible, special),
      tracking: visible.findLast((message) => message.tracking !== null)?.tracking ?? null,
      ...(labels.length > 0 ? { label_ids: labels } : {}),
      ...timesOf(own, home, special, backAt),
      ...followUpOf(visible),
      ...(pinned ? { pinned } : {}),
      ...(visible.some((message) => message.muted) ? { muted: true } : {}),
    },
  };
}

/**
 * Of what lies in Snoozed, in lists of labels too, when the first of its messages comes back; elsewhere when they did, until
 * something newer comes.
 */
function timesOf(
  own: ThreadMessage[],
  home: string,
  special: SystemFolderIds,
  backAt: number | null,
): Pick<ListCard, 'snoozed_until' | 'back_at' | 'unanswered_since'> {
  if (home === special.Snoozed) {
    const until = Math.min(...own.map(({ snoozed_until }) => snoozed_until ?? Number.POSITIVE_INFINITY));
    return Number.isFinite(until) ? { snoozed_until: until } : {};
  }
  if (backAt === null || own.some(({ received_at }) => received_at >= backAt)) return {};
  const unanswered = own.findLast((message) => message.back_at === backAt && isUnanswered(message));
  return { back_at: backAt, ...(unanswered ? { unanswered_since: unanswered.received_at } : {}) };
}

function followUpOf(visible: ThreadMessage[]): Pick<ListCard, 'follow_up_at'> {
  const times = visible.filter(isWaiting).map(({ follow_up_at: at }) => at as number);
  return times.length > 0 ? { follow_up_at: Math.min(...times) } : {};
}

function latest(messages: ThreadMessage[], timeOf: (message: ThreadMessage) => number | null): number | null {
  return messages.reduce<number | null>((last, message) => {
    const time = timeOf(message);
    return time !== null && (last === null || time > last) ? time : last;
  }, null);
}

/** What is certain is told before what is not. */
function statusOf(messages: ThreadMessage[], special: SystemFolderIds): ListCard['status'] {
  const now = messages.filter(
    ({ folder_id }) => !PENDING_FOLDERS.some((role) => special[role] === folder_id),
  );
  const isAny = (state: SendState, among = messages) => among.some((message) => message.send_state === state);
  if (isAny('failed')) return 'sending_failed';
  if (isAny('unclear')) return 'sending_unclear';
  // What is planned is on its way only when its time has come.
  return isAny('sending', now) ? 'sending' : '';
}

/** SD-13: in the seconds in which it can be taken back a message is one that is being sent, and not gone on with. */
function isUnsentDraft({ draft, send_state: state }: ThreadMessage): boolean {
  return draft && state !== 'sending';
}

/** Discarded messages show only in the folder that they lie in. */
function isHidden(message: ThreadMessage, special: SystemFolderIds): boolean {
  return DISCARDED_FOLDERS.some((role) => special[role] === message.folder_id);
}

/** In lists of what one wrote oneself, the others are named. */
function isOwn(folder: string, special: SystemFolderIds): boolean {
  return OWN_FOLDERS.some((role) => special[role] === folder);
}

/** The one whose name a row begins with. */
function namedFirst([first = { name: '', email: '' }]: Sender[]): Sender {
  return first;
}

/** Where acts from Starred and search go to: the folder of the latest message that is not the user's own. */
function homeFolder(shown: ThreadMessage[], special: SystemFolderIds): string {
  const received = shown.findLast((message) => !isOwn(message.folder_id, special));
  return (received ?? (shown.at(-1) as ThreadMessage)).folder_id;
}

function distinctSenders(messages: ThreadMessage[]): Sender[] {
  const seen = new Map<string, Sender>();
  for (const { sender: written } of messages) {
    const sender = shownSender(written);
    const key = sender.email.toLowerCase() || sender.name;
    const known = seen.get(key);
    if (!known && seen.size < PARTICIPANTS_SHOWN) seen.set(key, sender);
    // Who claims the address of somebody proven takes the proof away from the whole row.
    else if (known?.proven && !sender.proven) seen.set(key, unproven(known));
  }
  return [...seen.values()];
}

function unproven({ proven: _, ...sender }: Sender): Sender {
  return sender;
}

function byArrival(a: ThreadMessage, b: ThreadMessage): number {
  return a.received_at - b.received_at || (a.id < b.id ? -1 : 1);
}

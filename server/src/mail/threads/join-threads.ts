import { createHash } from 'node:crypto';
import type { Sender } from '@bocau/contract/fields.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import type { SenderChecks } from '@bocau/contract/messages.ts';
import type { Clock } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
import type { CalendarMark } from '../../platform/mime/calendar-mark.ts';
import type { MessageHeaders } from '../../tables.ts';
import type { MailboxChange } from '../mailbox/change-mailbox.ts';
import { foldAddress } from '../people/fold-address.ts';
import { provenAuthor } from '../people/proven-author.ts';
import { baseSubject } from './base-subject.ts';
import { type KnownKey, mergeThread, type ThreadKey, writeThreadKeys } from './threads.store.ts';

export type Joining = {
  messageId: string | null;
  inReplyTo: string | null;
  references: string[];
  subject: string;
  /** What of a meeting it brings. */
  attachments?: readonly { calendar?: Pick<CalendarMark, 'uid' | 'method' | 'organiser'> }[];
  /** Of whom it is, as far as that is known: with a meeting not everybody joins. */
  sender?: Sender;
  headers?: Pick<MessageHeaders, 'to' | 'cc'>;
  spoofed?: boolean;
  senderChecks?: SenderChecks | null;
  /** Known in advance; then no look-up and no merge happen. */
  threadId?: string | null;
};

/** The thread of each message, and the changes to write for it. */
export type ThreadPlan = {
  /** In the order of the messages. */
  threads: string[];
  created: string[];
  keys: ThreadKey[];
  merges: { from: string; into: string }[];
};

/** Of iTIP (RFC 5546) those that a person gets of a meeting. */
const MEETING_METHODS = ['REQUEST', 'REPLY', 'CANCEL', 'COUNTER', 'DECLINECOUNTER', 'ADD', 'REFRESH'];
const MEETINGS_READ = 1;
/** Of a meeting with more, answers from outside stand apart. */
const PEOPLE_KNOWN = 100;
/** What all messages of a meeting refer to: whoever knows its UID knows it, too. */
const MEETING_ROOT = /^meeting-[0-9a-f]{32}@bocau\.invalid$/;

/** A long discussion quotes hundreds of ids; the first and the latest are enough to find it. */
const REFERENCES_READ = 20;

/**
 * Finds the thread of each new message, in order: one that knows any of its ids under the same base subject,
 * or a new one. A message that matches several threads merges them into the oldest; but a muted thread and one that is not
 * are never merged, as anybody could mute a conversation that way, or bring a muted one back: it joins those that are not.
 */
export function planThreads(clock: Clock, joining: Joining[], known: KnownKey[]): ThreadPlan {
  const threadOfKey = new Map(known.map((row) => [row.key, row.thread_id]));
  const sizes = new Map(known.map((row) => [row.thread_id, row.message_count]));
  const muted = new Set(known.flatMap((row) => (row.muted ? [row.thread_id] : [])));
  const mergedInto = new Map<string, string>();
  const created = new Set<string>();

  const resolve = (thread: string): string => {
    const into = mergedInto.get(thread);
    return into === undefined ? thread : resolve(into);
  };

  const threads = joining.map((message) => {
    const keys = threadKeys(message);
    const found = new Set<string>();
    if (message.threadId) found.add(resolve(message.threadId));
    else {
      for (const key of keys) {
        const thread = threadOfKey.get(key);
        if (thread !== undefined) found.add(resolve(thread));
      }
    }
    const heard = [...found].filter((one) => !muted.has(one));
    let thread = chooseThread(heard.length > 0 ? heard : [...found], sizes, mergedInto);
    if (thread === null) {
      thread = newId(clock);
      created.add(thread);
    }
    sizes.set(thread, (sizes.get(thread) ?? 0) + 1);
    for (const key of keys) {
      const owner = threadOfKey.get(key);
      const isApart = owner !== undefined && muted.has(resolve(owner)) && !muted.has(thread);
      // A full thread keeps its keys until its successor takes them over.
      if (owner === undefined || (resolve(owner) !== thread && !isApart)) threadOfKey.set(key, thread);
    }
    return thread;
  });

  const knownThread = new Map(known.map((row) => [row.key, row.thread_id]));
  return {
    threads: threads.map(resolve),
    created: [...created].filter((thread) => !mergedInto.has(thread)),
    keys: [...threadOfKey]
      .filter(([key, thread]) => knownThread.get(key) !== thread)
      .map(([key, thread]) => ({ key, thread_id: resolve(thread) })),
    merges: [...mergedInto]
      .filter(([from]) => !created.has(from))
      .map(([from, into]) => ({ from, into: resolve(into) })),
  };
}

/** The oldest matching thread that has room; the younger ones are merged into it as far as they fit. */
function chooseThread(
  found: string[],
  sizes: Map<string, number>,
  mergedInto: Map<string, string>,
): string | null {
  const size = (thread: string) => sizes.get(thread) ?? 0;
  const [oldest, ...younger] = found.sort().filter((thread) => size(thread) < LIMITS.threadMessages);
  if (oldest === undefined) return null;
  for (const thread of younger) {
    if (size(oldest) + size(thread) >= LIMITS.threadMessages) continue;
    mergedInto.set(thread, oldest);
    sizes.set(oldest, size(oldest) + size(thread));
  }
  return oldest;
}

function threadKeys(message: Joining): string[] {
  const subject = baseSubject(message.subject);
  const { references } = message;
  const read =
    references.length > REFERENCES_READ
      ? [...references.slice(0, 1), ...references.slice(1 - REFERENCES_READ)]
      : references;
  const ids = new Set([message.messageId, message.inReplyTo, ...read]);
  const byId = [...ids]
    .filter((id) => id !== null && id !== '' && !MEETING_ROOT.test(id))
    .map((id) => hash(`${id}\0${subject}`));
  return [...byId, ...meetingsOf(message).flatMap((meeting) => meetingKeys(message, meeting))];
}

/**
 * CL-233: invitation, updates, answers and cancellation of a meeting are one conversation, whatever their subjects say of
 * its time. Programs that write them name no message before; a file without a METHOD is an event that somebody sends.
 */
function meetingsOf({ attachments = [] }: Joining): Meeting[] {
  return attachments
    .flatMap(({ calendar }) => (calendar && MEETING_METHODS.includes(calendar.method) ? [calendar] : []))
    .slice(0, MEETINGS_READ);
}

type Meeting = Pick<CalendarMark, 'uid' | 'organiser'>;

/**
 * CL-266: a UID is no secret. What comes from outside joins by the address that has proven to have sent it, and only where
 * somebody of the own domain has written to that address about the meeting, or it has sent of the meeting before.
 */
function meetingKeys(message: Joining, { uid, organiser }: Meeting): string[] {
  const { sender, headers, spoofed = false, senderChecks: checks = null } = message;
  const keyOf = (address: string) => hash(`meeting\0${uid}\0${address}`);
  if (sender && (spoofed || checks !== null)) {
    const author = provenAuthor({ sender, spoofed, checks });
    return author === null ? [] : [keyOf(author)];
  }
  const named = [
    sender?.email,
    organiser,
    ...[...(headers?.to ?? []), ...(headers?.cc ?? [])].map(({ email }) => email),
  ];
  const people = new Set(named.flatMap((email) => (email ? [foldAddress(email)] : [])));
  return [hash(`meeting\0${uid}`), ...[...people].slice(0, PEOPLE_KNOWN).map(keyOf)];
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

/** The keys by which the threads of messages are found, without duplicates. */
export function threadKeysOf(joining: Joining[]): string[] {
  return [...new Set(joining.flatMap(threadKeys))];
}

/**
 * FU-3: what names a message that waits for an answer is one, whatever its subject, though it begins a conversation of its
 * own. No thread is found by such a key.
 */
export function awaitedKeysOf(messageIds: (string | null)[]): string[] {
  return messageIds.filter((id) => id !== null && id !== '').map((id) => hash(`awaited\0${id}`));
}

/** MM-44: leads to the conversation in which an address answers a message. `answerKey` is the same in SQL. */
export function answerKeyOf(messageId: string, address: string): string {
  return hash(`answer ${messageId} ${foldAddress(address)}`);
}

/** Replies find the thread by the message's current subject. */
export function storeThreadKey(
  change: MailboxChange,
  threadId: string,
  message: { messageId: string; subject: string },
): void {
  const keys = threadKeys({ ...message, inReplyTo: null, references: [] });
  change.send(
    writeThreadKeys(
      change.tx,
      change.mailboxId,
      keys.map((key) => ({ key, thread_id: threadId })),
    ),
  );
}

export function mergeThreads(change: MailboxChange, { merges }: ThreadPlan): void {
  const { tx, mailboxId } = change;
  for (const { from, into } of merges) {
    change.send(mergeThread(tx, mailboxId, from, into));
    change.markThreadsDirty([from, into]);
    change.journal('merged', from);
  }
}

import type { MailboxChange } from '../mailbox/change-mailbox.ts';
import { endSnooze } from '../messages/end-snooze.ts';
import type { NewMessage } from '../messages/new-message.ts';
import { threadKeysOf } from '../threads/join-threads.ts';
import type { KnownKey } from '../threads/threads.store.ts';

/**
 * New mail of a snoozed conversation brings it back, unless it was thrown away as spam. What is known of the threads says
 * whether there is anything to do, so that other mail costs no statement.
 */
export async function wakeThreads(
  change: MailboxChange,
  messages: NewMessage[],
  known: KnownKey[],
): Promise<void> {
  if (!known.some(({ snoozed }) => snoozed)) return;
  const { Junk, Trash } = change.folders;
  const news = messages.filter(({ folderId }) => folderId !== Junk && folderId !== Trash);
  const keys = new Set(threadKeysOf(news));
  // A thread that was merged by the message is among them, and what it was merged into.
  const threadIds = new Set(known.filter(({ key }) => keys.has(key)).map(({ thread_id }) => thread_id));
  if (threadIds.size > 0) await endSnooze(change, { threadIds: [...threadIds] }, { asNews: true });
}

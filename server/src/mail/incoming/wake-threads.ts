import type { MailboxChange } from '../mailbox/change-mailbox.ts';
import { announceReturn } from '../messages/announce-return.ts';
import { endSnooze } from '../messages/end-snooze.ts';
import type { NewMessage } from '../messages/new-message.ts';
import { markReturned, type SnoozeMove } from '../messages/snoozed.store.ts';
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
  const filedIn = foldersOfNews(news, known);
  if (filedIn.size === 0) return;
  const back = await endSnooze(change, { threadIds: [...filedIn.keys()] }, { asNews: true });
  const isHeard = ({ thread_id, to_folder_id: to }: SnoozeMove) =>
    to !== null && filedIn.get(thread_id)?.has(to) === true;
  const heard = new Set(back.filter(isHeard).map((move) => move.thread_id));
  await returnUnheard(
    change,
    back.filter((move) => !heard.has(move.thread_id)),
  );
}

/** By thread. One that was merged by the message is among them, and what it was merged into. */
function foldersOfNews(news: NewMessage[], known: KnownKey[]): Map<string, Set<string>> {
  const filedIn = new Map<string, Set<string>>();
  for (const message of news) {
    const keys = new Set(threadKeysOf([message]));
    for (const { key, thread_id } of known) {
      if (keys.has(key)) filedIn.set(thread_id, (filedIn.get(thread_id) ?? new Set()).add(message.folderId));
    }
  }
  return filedIn;
}

/** LT-16: the new message was filed elsewhere, so that nothing else puts these on top. */
async function returnUnheard(change: MailboxChange, moves: SnoozeMove[]): Promise<void> {
  if (moves.length === 0) return;
  const { tx, mailboxId, now } = change;
  const back = await markReturned(tx, mailboxId, { ids: moves.map((move) => move.message_id), now });
  await announceReturn(
    change,
    back.filter(({ newest }) => newest),
  );
}

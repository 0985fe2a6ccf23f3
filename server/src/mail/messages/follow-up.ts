import { insertWaitingList } from '../labels/labels.store.ts';
import type { MailboxChange } from '../mailbox/change-mailbox.ts';
import { awaitedKeysOf } from '../threads/join-threads.ts';
import { writeThreadKeys } from '../threads/threads.store.ts';
import { clearFollowUps, type FollowedUp, type FollowUp, setFollowUps } from './follow-ups.store.ts';
import { planReturn } from './plan-return.ts';

/** Has the last sent message of threads, or single messages, wait for an answer until then. */
export async function followUp(change: MailboxChange, some: FollowedUp, at: number): Promise<FollowUp[]> {
  const { tx, mailboxId, folders } = change;
  const followed = await setFollowUps(tx, mailboxId, { ...some, ...folders, at });
  if (followed.length === 0) return [];
  await insertWaitingList(tx, mailboxId);
  await planReturn(tx, { mailboxId, at });
  const keys = followed.flatMap(({ thread_id, named }) =>
    awaitedKeysOf([named]).map((key) => ({ key, thread_id })),
  );
  change.send(writeThreadKeys(tx, mailboxId, keys));
  change.markThreadsDirty(followed.map(({ thread_id }) => thread_id));
  return followed.map(({ message_id, thread_id, at_before }) => ({ message_id, thread_id, at_before }));
}

/** `onlyUnanswered`: what has come to the inbox already, and not what still waits. */
export async function endFollowUp(
  change: MailboxChange,
  some: FollowedUp,
  options: { onlyUnanswered?: boolean } = {},
): Promise<FollowUp[]> {
  const { tx, mailboxId, folders } = change;
  const ended = await clearFollowUps(tx, mailboxId, { ...some, ...options, ...folders });
  change.markThreadsDirty(ended.map(({ thread_id }) => thread_id));
  return ended;
}

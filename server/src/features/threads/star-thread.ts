import type { Thread } from '@bocau/contract/threads.ts';
import { type ChangeDeps, changeMailbox, type MailboxChange } from '../../mail/mailbox/change-mailbox.ts';
import { markMessages } from '../../mail/messages/mark-messages.ts';
import { removeStars, starLatest } from '../../mail/messages/message-marks.store.ts';
import { type RowTargets, resolveRows } from '../../mail/threads/resolve-threads.ts';
import { readSingleRows } from '../../mail/threads/single-rows.ts';
import { readThreadRow } from '../../mail/threads/threads.store.ts';
import { threadView } from '../../mail/threads/threads.view.ts';
import { Failure } from '../../platform/failure.ts';
import type { Tx } from '../../tables.ts';

export async function starThread(
  deps: ChangeDeps,
  mailboxId: number,
  id: string,
  starred: boolean,
): Promise<Thread> {
  const find = (tx: Tx) => resolveRows(tx, mailboxId, [id]);
  const star = async (change: MailboxChange, { threadIds, messageIds }: RowTargets) => {
    if (messageIds.length > 0) await markMessages(change, messageIds, 'starred', starred);
    else await setStarred(change, threadIds, starred);
    return threadIds[0];
  };
  const thread = await changeMailbox(deps, mailboxId, star, { first: find });
  const row = thread
    ? await readThreadRow(deps.db, mailboxId, thread, null)
    : (await readSingleRows(deps.db, mailboxId, id))[0];
  if (!row) throw new Failure('thread_not_found', 'Conversation not found');
  return threadView(row);
}

/**
 * A thread is starred by its latest message outside of Trash and Junk, and unstarred by all of its messages.
 */
async function setStarred(change: MailboxChange, threads: string[], starred: boolean): Promise<void> {
  const { Trash, Junk } = change.folders;
  const { tx, mailboxId } = change;
  const changed = starred
    ? await starLatest(tx, mailboxId, threads, [Trash, Junk])
    : await removeStars(tx, mailboxId, threads);
  change.markThreadsDirty(changed);
}

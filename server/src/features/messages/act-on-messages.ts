import { type ChangeDeps, changeMailbox, type MailboxChange } from '../../mail/mailbox/change-mailbox.ts';
import { readSelectedIds } from '../../mail/messages/message-state.store.ts';
import {
  checkFolders,
  checkMoveTarget,
  isProtected,
  messagesIn,
  moveMessages,
  removeMessages,
} from '../../mail/messages/move-messages.ts';
import { learnFromMoves } from '../../mail/spam-training/learn-moves.ts';
import { resolveRows } from '../../mail/threads/resolve-threads.ts';
import { Failure } from '../../platform/failure.ts';
import { isId } from '../../platform/ids.ts';
import { countMessages } from './messages.store.ts';

/** Moves single messages of threads; those that are in another folder by now stay there. */
export async function moveSingleMessages(
  deps: ChangeDeps,
  mailboxId: number,
  messageIds: string[],
  from: string,
  to: string,
): Promise<void> {
  await changeMailbox(deps, mailboxId, async (change) => {
    await checkFolders(change.tx, mailboxId, [from, to]);
    await checkMessages(change, messageIds);
    const moved = await moveMessages(change, { messageIds, from, to });
    await learnFromMoves(change, moved);
    if (moved.length === 0 && isProtected(change, to)) await checkMoveTarget(change, to);
  });
}

/** Permanently deletes the parts of threads, and the single messages, that are in Trash. */
export async function deleteFromTrash(
  deps: ChangeDeps,
  mailboxId: number,
  threadIds: string[],
): Promise<void> {
  await changeMailbox(deps, mailboxId, async (change) => {
    const rows = await resolveRows(change.tx, mailboxId, threadIds, true);
    const from = change.folders.Trash;
    const ofThreads = await messagesIn(change, rows.threadIds, from);
    const { messageIds } = rows;
    const ofSingles = await readSelectedIds(change.tx, mailboxId, { messageIds, from });
    await removeMessages(change, [...ofThreads, ...ofSingles]);
  });
}

async function checkMessages(change: MailboxChange, ids: string[]): Promise<void> {
  const wanted = [...new Set(ids)];
  const isComplete =
    wanted.every(isId) && (await countMessages(change.tx, change.mailboxId, wanted)) === wanted.length;
  if (!isComplete) throw new Failure('message_not_found', 'Message not found');
}

import type { Rule } from '@bocau/contract/rules.ts';
import { singleId } from '@bocau/contract/single-messages.ts';
import { type ChangeDeps, changeMailbox, type MailboxChange } from '../../mail/mailbox/change-mailbox.ts';
import { type Move, readSelectedIds, type Selection } from '../../mail/messages/message-state.store.ts';
import {
  checkFolders,
  checkMoveTarget,
  isProtected,
  moveMessages,
  removeMessages,
  restoreMessages,
} from '../../mail/messages/move-messages.ts';
import { learnFromMoves } from '../../mail/spam-training/learn-moves.ts';
import { type RowTargets, resolveRows } from '../../mail/threads/resolve-threads.ts';
import { Failure } from '../../platform/failure.ts';
import type { Tx } from '../../tables.ts';
import { unblockSenders } from '../rules/blocked-senders.ts';
import { blockView } from '../rules/rules.view.ts';
import { readIdsOutside } from './threads.store.ts';

type Group = { thread_ids: string[]; from_folder_id: string; to_folder_id: string };

/** Applies an operation to the threads, then to the single messages, which are identified by their rows. */
async function eachKind(
  { threadIds, messageIds }: RowTargets,
  act: (some: Omit<Selection, 'from'>) => Promise<Move[]>,
): Promise<Move[]> {
  const ofThreads = threadIds.length > 0 ? await act({ threadIds }) : [];
  const ofSingles = messageIds.length > 0 ? await act({ messageIds }) : [];
  return [...ofThreads, ...ofSingles.map((move) => ({ ...move, thread_id: singleId(move.message_id) }))];
}

/** Moves the threads' messages in one folder to another; all groups, or none. */
export async function moveThreads(deps: ChangeDeps, mailboxId: number, groups: Group[]): Promise<Move[]> {
  const find = async (tx: Tx) => {
    const folders = groups.flatMap(({ from_folder_id, to_folder_id }) => [from_folder_id, to_folder_id]);
    const [, ...rows] = await Promise.all([
      checkFolders(tx, mailboxId, folders),
      ...groups.map(({ thread_ids }) => resolveRows(tx, mailboxId, thread_ids)),
    ]);
    return rows;
  };
  const move = async (change: MailboxChange, rows: RowTargets[]) => {
    const moves: Move[] = [];
    for (const [index, { from_folder_id: from, to_folder_id: to }] of groups.entries()) {
      const there = rows[index] as RowTargets;
      const done = await eachKind(there, (some) => moveMessages(change, { ...some, from, to }));
      // No message of these threads came from the protected folder, so this is not an undo.
      if (done.length === 0 && isProtected(change, to)) await checkMoveTarget(change, to);
      moves.push(...done);
    }
    await learnFromMoves(change, moves);
    return moves;
  };
  return changeMailbox(deps, mailboxId, move, { first: find });
}

/**
 * To Trash; from Trash and Junk, permanently. Without a folder, everything outside of the two goes to Trash.
 */
export async function deleteThreads(
  deps: ChangeDeps,
  mailboxId: number,
  ids: string[],
  folderId: string | null,
): Promise<Move[]> {
  return changeMailbox(deps, mailboxId, async (change) => {
    const { Trash, Junk, Starred } = change.folders;
    const forGood = folderId === Trash || folderId === Junk;
    const [rows] = await Promise.all([
      resolveRows(change.tx, mailboxId, ids, forGood),
      checkFolders(change.tx, mailboxId, folderId === null ? [] : [folderId]),
    ]);
    const everywhere = folderId === null || folderId === Starred;
    return eachKind(rows, async (some) => {
      if (forGood) {
        return removeMessages(
          change,
          await readSelectedIds(change.tx, mailboxId, { ...some, from: folderId }),
        );
      }
      if (!everywhere) return moveMessages(change, { ...some, from: folderId, to: Trash });
      const messageIds = await readIdsOutside(change.tx, mailboxId, some, [Trash, Junk]);
      return moveMessages(change, { messageIds, from: null, to: Trash });
    });
  });
}

export async function restoreThreads(
  deps: ChangeDeps,
  mailboxId: number,
  ids: string[],
  folderId: string | null,
): Promise<Move[]> {
  return changeMailbox(deps, mailboxId, async (change) => {
    if (folderId !== null && folderId !== change.folders.Trash) {
      throw new Failure('folder_not_found', 'Messages can only be restored from Trash');
    }
    const rows = await resolveRows(change.tx, mailboxId, ids);
    return eachKind(rows, (some) => restoreMessages(change, some));
  });
}

/** Moves the threads from Junk to the inbox, and unblocks their senders. */
export async function unspamThreads(
  deps: ChangeDeps,
  mailboxId: number,
  ids: string[],
): Promise<{ moved: Move[]; removed_rules: Rule[] }> {
  return changeMailbox(deps, mailboxId, async (change) => {
    const { Junk, INBOX } = change.folders;
    const rows = await resolveRows(change.tx, mailboxId, ids);
    const moved = await eachKind(rows, (some) => moveMessages(change, { ...some, from: Junk, to: INBOX }));
    await learnFromMoves(change, moved);
    const messageIds = moved.map((move) => move.message_id);
    return { moved, removed_rules: (await unblockSenders(change, messageIds)).map(blockView) };
  });
}

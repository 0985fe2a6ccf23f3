import { makeSnoozed } from '../../mail/folders/make-snoozed.ts';
import { type ChangeDeps, changeMailbox } from '../../mail/mailbox/change-mailbox.ts';
import { endSnooze } from '../../mail/messages/end-snooze.ts';
import { checkFolders } from '../../mail/messages/move-messages.ts';
import { checkUntil, isPutAside, snoozeFrom } from '../../mail/messages/snooze-from.ts';
import type { SnoozeMove } from '../../mail/messages/snoozed.store.ts';
import { resolveRows } from '../../mail/threads/resolve-threads.ts';
import { Failure } from '../../platform/failure.ts';
import { eachKind, namedByRow } from './each-kind.ts';

type Snooze = { ids: string[]; folder_id: string; until: number | null; on_reply?: boolean | undefined };

/** Puts what the threads have in a folder aside, and the job of their time into the queue. */
export async function snoozeThreads(
  deps: ChangeDeps,
  mailboxId: number,
  snooze: Snooze,
): Promise<SnoozeMove[]> {
  const moves = await snoozeIn(deps, mailboxId, snooze);
  if (moves !== 'no folder') return moves;
  // By a change of its own, so that whatever knows of a snoozed message knows of the folder too.
  await changeMailbox(deps, mailboxId, (change) => makeSnoozed(deps.clock, change));
  const moved = await snoozeIn(deps, mailboxId, snooze);
  if (moved === 'no folder') throw new Error(`mailbox ${mailboxId} did not get its folder Snoozed`);
  return moved;
}

function snoozeIn(
  deps: ChangeDeps,
  mailboxId: number,
  { ids, folder_id: from, until, on_reply: onReply = false }: Snooze,
): Promise<SnoozeMove[] | 'no folder'> {
  return changeMailbox(deps, mailboxId, async (change) => {
    const { tx, folders, now } = change;
    checkUntil(until, onReply, now);
    const [rows] = await Promise.all([resolveRows(tx, mailboxId, ids), checkFolders(tx, mailboxId, [from])]);
    if (!isPutAside(change, from))
      throw new Failure('folder_not_allowed', 'Conversations of this folder cannot be snoozed');
    if (folders.Snoozed === undefined) return 'no folder';
    const moves = await eachKind(rows, (some) => snoozeFrom(change, some, { from, until, onReply }));
    return namedByRow(moves, rows);
  });
}

/** Ends the wait of threads: each is where it was. */
export async function unsnoozeThreads(
  deps: ChangeDeps,
  mailboxId: number,
  ids: string[],
): Promise<SnoozeMove[]> {
  return changeMailbox(deps, mailboxId, async (change) => {
    const rows = await resolveRows(change.tx, mailboxId, ids);
    return namedByRow(await eachKind(rows, (some) => endSnooze(change, some)), rows);
  });
}

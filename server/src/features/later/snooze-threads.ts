import { rolesWhere } from '@bocau/contract/folder-roles.ts';
import { makeSnoozed } from '../../mail/folders/make-snoozed.ts';
import { type ChangeDeps, changeMailbox, type MailboxChange } from '../../mail/mailbox/change-mailbox.ts';
import { endSnooze } from '../../mail/messages/end-snooze.ts';
import type { Selection } from '../../mail/messages/message-state.store.ts';
import { checkFolders } from '../../mail/messages/move-messages.ts';
import { planReturn } from '../../mail/messages/plan-return.ts';
import { type SnoozeMove, snoozeMessages } from '../../mail/messages/snoozed.store.ts';
import { resolveRows } from '../../mail/threads/resolve-threads.ts';
import { Failure } from '../../platform/failure.ts';
import { checkMoment, invalidMoment } from './check-moment.ts';
import { eachKind, namedByRow } from './each-kind.ts';

type Snooze = { ids: string[]; folder_id: string; until: number | null; on_reply?: boolean | undefined };

/** What one wrote, what waits to be sent and what was thrown away is not put aside. */
const NOT_SNOOZED = rolesWhere(({ own, discarded }) => own || discarded);

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

export function isPutAside({ folders }: MailboxChange, from: string): boolean {
  return from !== folders.Starred && !NOT_SNOOZED.some((role) => folders[role] === from);
}

/** Snoozes what is in a folder, in a mailbox that has the folder Snoozed. */
export async function snoozeFrom(
  change: MailboxChange,
  some: Omit<Selection, 'from'>,
  { from, until, onReply }: { from: string; until: number | null; onReply: boolean },
): Promise<SnoozeMove[]> {
  const { tx, mailboxId, folders, now } = change;
  checkUntil(until, onReply, now);
  if (folders.Snoozed === undefined) throw new Error(`mailbox ${mailboxId} has no folder Snoozed`);
  const moves = await snoozeMessages(tx, mailboxId, { ...some, from, snoozed: folders.Snoozed, until });
  change.markThreadsDirty(moves.map((move) => move.thread_id));
  if (until !== null && moves.length > 0) await planReturn(tx, { mailboxId, at: until });
  return moves;
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

function checkUntil(until: number | null, onReply: boolean, now: number): void {
  if (until !== null) checkMoment(until, now, 'until');
  else if (!onReply) throw invalidMoment('until', 'is missing');
}

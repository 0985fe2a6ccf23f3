import { rolesWhere } from '@bocau/contract/folder-roles.ts';
import type { MailboxChange } from '../mailbox/change-mailbox.ts';
import { checkMoment, invalidMoment } from './check-moment.ts';
import type { Selection } from './message-state.store.ts';
import { planReturn } from './plan-return.ts';
import { type SnoozeMove, snoozeMessages } from './snoozed.store.ts';

/** What one wrote, what waits to be sent and what was thrown away is not put aside. */
const NOT_SNOOZED = rolesWhere(({ own, discarded }) => own || discarded);

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

/** Refuses no time at all, unless an answer is to end it. */
export function checkUntil(until: number | null, onReply: boolean, now: number): void {
  if (until !== null) checkMoment(until, now, 'until');
  else if (!onReply) throw invalidMoment('until', 'is missing');
}

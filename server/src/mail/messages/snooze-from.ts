import { rolesWhere } from '@bocau/contract/folder-roles.ts';
import { invalidInput } from '../../platform/failure.ts';
import type { MailboxChange } from '../mailbox/change-mailbox.ts';
import type { Selection } from './message-state.store.ts';
import { enqueueReturn } from './snooze-task.ts';
import { insertSnoozeTime, type SnoozeMove, snoozeMessages } from './snoozed.store.ts';

const LONGEST_SECONDS = 2 * 366 * 24 * 3600;
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
  if (until !== null && moves.length > 0) await planReturn(change, until);
  return moves;
}

async function planReturn({ tx, mailboxId }: MailboxChange, at: number): Promise<void> {
  await insertSnoozeTime(tx, { mailboxId, at });
  await enqueueReturn(tx, { mailboxId, at });
}

/** Refuses what is past, or beyond two years. */
export function checkUntil(until: number | null, onReply: boolean, now: number): void {
  const fault = (problem: string) =>
    invalidInput('A conversation is snoozed until a time to come, within two years', {
      field: 'until',
      problem,
      rule: 'invalid',
    });
  if (until === null) {
    if (!onReply) throw fault('is missing');
  } else if (until <= now) throw fault('is past');
  else if (until > now + LONGEST_SECONDS) throw fault('is more than two years away');
}

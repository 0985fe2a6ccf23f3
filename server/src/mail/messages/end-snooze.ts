import type { MailboxChange } from '../mailbox/change-mailbox.ts';
import type { Selection } from './message-state.store.ts';
import { type SnoozeMove, unsnoozeMessages } from './snoozed.store.ts';

/** Puts what waits of threads, or of single messages, back where it was. */
export async function endSnooze(
  change: MailboxChange,
  some: Omit<Selection, 'from'>,
  options: { asNews?: boolean } = {},
): Promise<SnoozeMove[]> {
  const { Snoozed: snoozed } = change.folders;
  if (snoozed === undefined) return [];
  const home = homeOf(change, snoozed, options);
  const moves = await unsnoozeMessages(change.tx, change.mailboxId, { ...some, home });
  change.markThreadsDirty(moves.map((move) => move.thread_id));
  return moves;
}

/** `asNews`: it comes back by itself, and nobody looks for that in the archive. */
export function homeOf(
  { folders }: MailboxChange,
  snoozed: string,
  { asNews = false }: { asNews?: boolean } = {},
): { snoozed: string; inbox: string; notTo: string[] } {
  const { INBOX: inbox, Archive, Trash, Junk } = folders;
  return { snoozed, inbox, notTo: asNews ? [Archive, Trash, Junk] : [Trash, Junk] };
}

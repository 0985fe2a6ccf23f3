import { notify } from '../../platform/db/notify.ts';
import type { Tx } from '../../tables.ts';
import { deleteSessions, markSignedOut } from './sessions.store.ts';

/** Payload: the mailbox whose sessions, rights or domain changed. */
export const SESSIONS_CHANGED = 'sessions_changed';

/**
 * Ends the sessions of a mailbox in every process: requests, sockets and downloads of browsers and programs,
 * and connections of mail programs. `except` is the id of the session that continues. Returns how many
 * sessions ended.
 */
export async function endSessions(
  tx: Tx,
  mailboxId: number,
  { now, except = null }: { now: number; except?: string | null },
): Promise<number> {
  // First, so that a session being opened is either visible to the delete or refused.
  await markSignedOut(tx, mailboxId, now);
  const ended = await deleteSessions(tx, mailboxId, except);
  await notify(tx, SESSIONS_CHANGED, String(mailboxId));
  return ended;
}

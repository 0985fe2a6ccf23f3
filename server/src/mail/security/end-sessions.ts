import { notify } from '../../platform/db/notify.ts';
import type { Tx } from '../../tables.ts';
import { deleteSessions, markSignedOut } from './sessions.store.ts';

/** Payload: the mailbox whose sessions, rights or domain changed. */
export const SESSIONS_CHANGED = 'sessions_changed';

/**
 * Ends the sessions of a mailbox at every door of every process: requests, sockets and downloads of browsers and
 * programs, and connections of mail programs that had signed in by now. `except` is the id of the session that goes on.
 * Answers how many sessions ended.
 */
export async function endSessions(
  tx: Tx,
  mailboxId: number,
  { now, except = null }: { now: number; except?: string | null },
): Promise<number> {
  // First, so that a session that is being opened is either there to be deleted, or is not opened.
  await markSignedOut(tx, mailboxId, now);
  const ended = await deleteSessions(tx, mailboxId, except);
  await notify(tx, SESSIONS_CHANGED, String(mailboxId));
  return ended;
}

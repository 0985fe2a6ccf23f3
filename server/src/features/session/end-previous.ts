import type { FastifyRequest } from 'fastify';
import type { SessionCaller } from '../../platform/caller.ts';
import { inTransaction } from '../../platform/db/database.ts';
import type { Db } from '../../tables.ts';
import { deleteSession } from './session.store.ts';
import type { SessionCheck } from './session-check.ts';

/** The current session of this browser. */
export async function presentSession(
  sessions: SessionCheck,
  request: FastifyRequest,
): Promise<SessionCaller | null> {
  const given = sessions.tokenOf(request, false);
  return given?.from === 'cookie' ? sessions.check(given.token) : null;
}

/** Ends the browser's previous session after a new sign-in: its cookie is gone, and no one else has it. */
export async function endPrevious(
  { db, sessions }: { db: Db; sessions: SessionCheck },
  request: FastifyRequest,
): Promise<void> {
  const caller = await presentSession(sessions, request);
  if (caller === null) return;
  await inTransaction(db, (tx) => deleteSession(tx, caller.session.tokenHash));
  await sessions.sessionsChanged(caller.person);
}

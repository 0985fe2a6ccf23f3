import type { FastifyRequest } from 'fastify';
import { inTransaction } from '../../platform/db/database.ts';
import type { Db } from '../../tables.ts';
import { deleteSession } from './session.store.ts';
import type { SessionCheck } from './session-check.ts';

/** Ends the session that this browser had when somebody signed in there: its cookie is gone, and nobody else has it. */
export async function endPrevious(
  { db, sessions }: { db: Db; sessions: SessionCheck },
  request: FastifyRequest,
): Promise<void> {
  const given = sessions.tokenOf(request, false);
  if (given?.from !== 'cookie') return;
  const caller = await sessions.check(given.token);
  if (caller === null) return;
  await inTransaction(db, (tx) => deleteSession(tx, caller.session.tokenHash));
  await sessions.sessionsChanged(caller.mailbox);
}

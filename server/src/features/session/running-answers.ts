import type { ServerResponse } from 'node:http';
import { SESSIONS_CHANGED } from '../../mail/security/end-sessions.ts';
import type { SessionCaller } from '../../platform/caller.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Listener } from '../../platform/db/listen.ts';
import type { Logger } from '../../platform/logger.ts';
import type { ReadDb } from '../../tables.ts';
import { findLivingSessions } from './living-sessions.ts';

type Running = { mailbox: number; tokenHash: Buffer; response: ServerResponse };

/** Answers that take their time, such as downloads: cut off when the session ends that asked for them. */
export type RunningAnswers = { watch(caller: SessionCaller, response: ServerResponse): void };

export async function createRunningAnswers(deps: {
  db: ReadDb;
  clock: Clock;
  log: Logger;
  listener: Listener;
}): Promise<RunningAnswers> {
  const running = new Set<Running>();

  async function cut(some: Running[]): Promise<void> {
    if (some.length === 0) return;
    try {
      const living = await findLivingSessions(
        deps,
        some.map(({ tokenHash }) => tokenHash),
      );
      for (const { tokenHash, response } of some) {
        if (!living.has(tokenHash.toString('hex'))) response.destroy();
      }
    } catch (error) {
      deps.log.warn({ reason: (error as Error).message }, 'sessions of downloads could not be checked');
    }
  }

  await deps.listener.listen(SESSIONS_CHANGED, (payload) => {
    void cut([...running].filter(({ mailbox }) => String(mailbox) === payload));
  });
  deps.listener.onReconnect(() => void cut([...running]));

  return {
    watch({ mailbox, session: { tokenHash } }, response) {
      const entry = { mailbox, tokenHash, response };
      running.add(entry);
      response.once('close', () => running.delete(entry));
    },
  };
}

import { SESSIONS_CHANGED } from '../../identity/security/end-sessions.ts';
import { findLivingSessions } from '../../identity/security/living-sessions.ts';
import type { SessionCaller } from '../../platform/caller.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Listener } from '../../platform/db/listen.ts';
import { watchRights } from '../../platform/db/watch-rights.ts';
import type { Logger } from '../../platform/logger.ts';
import type { ReadDb } from '../../tables.ts';

/** What sessions have open in this process: sockets, and long responses such as downloads. */
export type SessionWatch = {
  /** `close` is called when the session has ended; returns a function that stops watching. */
  watch(caller: SessionCaller, close: () => void): () => void;
  stop(): void;
};

type Open = { person: number; tokenHash: Buffer; close(): void };

const SESSIONS_A_QUERY = 1_000;

/** Closes what a session has open when it ends. */
export async function createSessionWatch(deps: {
  db: ReadDb;
  clock: Clock;
  log: Logger;
  listener: Listener;
}): Promise<SessionWatch> {
  const rights = await watchRights<Open>(deps, {
    channel: SESSIONS_CHANGED,
    isMeant:
      (payload) =>
      ({ person }) =>
        String(person) === payload,
    atOnce: SESSIONS_A_QUERY,
    async findEnded(some) {
      const living = await findLivingSessions(
        deps,
        some.map(({ tokenHash }) => tokenHash),
      );
      return some.filter(({ tokenHash }) => !living.has(tokenHash.toString('hex')));
    },
    failed: 'sessions of sockets and downloads could not be checked',
  });
  return {
    watch: ({ person, session: { tokenHash } }, close) => rights.watch({ person, tokenHash, close }),
    stop: rights.stop,
  };
}

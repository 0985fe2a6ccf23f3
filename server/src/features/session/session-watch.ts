import { SESSIONS_CHANGED } from '../../mail/security/end-sessions.ts';
import type { SessionCaller } from '../../platform/caller.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Listener } from '../../platform/db/listen.ts';
import type { Logger } from '../../platform/logger.ts';
import type { ReadDb } from '../../tables.ts';
import { findLivingSessions } from './living-sessions.ts';

/** What sessions have open in this process: sockets, and answers that take their time, such as downloads. */
export type SessionWatch = {
  /** `close` is called when the session has ended; what is answered stops watching it. */
  watch(caller: SessionCaller, close: () => void): () => void;
  stop(): void;
};

type Open = { mailbox: number; tokenHash: Buffer; close(): void };

const CHECK_NEW_MS = 5_000;
const CHECK_ALL_MS = 60_000;
const SESSIONS_A_QUERY = 1_000;

/**
 * Closes what a session has open when it ends. Notifications tell when to look; the clock as well, because one can be
 * lost, and because a session may end between the check of its token and the moment from which it is watched.
 */
export async function createSessionWatch(deps: {
  db: ReadDb;
  clock: Clock;
  log: Logger;
  listener: Listener;
}): Promise<SessionWatch> {
  const { clock, listener, log } = deps;
  const all = new Set<Open>();
  const unchecked = new Set<Open>();

  async function check(some: Open[]): Promise<void> {
    try {
      for (let from = 0; from < some.length; from += SESSIONS_A_QUERY) {
        const batch = some.slice(from, from + SESSIONS_A_QUERY);
        const hashes = batch.map(({ tokenHash }) => tokenHash);
        const living = await findLivingSessions(deps, hashes);
        for (const open of batch) {
          unchecked.delete(open);
          if (!living.has(open.tokenHash.toString('hex'))) open.close();
        }
      }
    } catch (error) {
      log.warn(
        { reason: (error as Error).message },
        'sessions of sockets and downloads could not be checked',
      );
    }
  }

  await listener.listen(SESSIONS_CHANGED, (payload) => {
    void check([...all].filter(({ mailbox }) => String(mailbox) === payload));
  });
  listener.onReconnect(() => void check([...all]));
  const timers = [
    clock.every(CHECK_NEW_MS, () => void check([...unchecked])),
    clock.every(CHECK_ALL_MS, () => void check([...all])),
  ];

  return {
    watch({ mailbox, session: { tokenHash } }, close) {
      const open = { mailbox, tokenHash, close };
      all.add(open);
      unchecked.add(open);
      return () => {
        all.delete(open);
        unchecked.delete(open);
      };
    },
    stop() {
      for (const timer of timers) timer.stop();
    },
  };
}

import { SESSIONS_CHANGED } from '../../identity/security/end-sessions.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Listener } from '../../platform/db/listen.ts';
import { watchRights } from '../../platform/db/watch-rights.ts';
import type { Logger } from '../../platform/logger.ts';
import type { ReadDb } from '../../tables.ts';
import { isSignedOut } from './program-rights.ts';
import { readProgramRights } from './programs.store.ts';

/** Open connections of mail programs, such as IMAP. */
export type ProgramWatch = {
  /**
   * `close` is called when the caller loses the right to the mailbox; returns a function that stops watching.
   */
  watch(caller: Caller, close: () => void): () => void;
  stop(): void;
};

type Open = { caller: Caller; close(): void };

const PROGRAMS_A_QUERY = 1_000;

/**
 * Closes the connections of mail programs when their user signs out everywhere, is suspended, or revokes the app password
 * that opened them.
 */
export async function createProgramWatch(deps: {
  db: ReadDb;
  clock: Clock;
  log: Logger;
  listener: Listener;
}): Promise<ProgramWatch> {
  const rights = await watchRights<Open>(deps, {
    channel: SESSIONS_CHANGED,
    isMeant:
      (payload) =>
      ({ caller }) =>
        String(caller.person) === payload,
    atOnce: PROGRAMS_A_QUERY,
    async findEnded(some) {
      const mailboxIds = [...new Set(some.map(({ caller }) => caller.person))];
      const rows = await readProgramRights(deps.db, mailboxIds);
      const byMailbox = new Map(rows.map((row) => [row.mailbox_id, row]));
      return some.filter(({ caller }) => {
        const found = byMailbox.get(caller.person);
        return !found?.verified || isSignedOut(caller, found);
      });
    },
    failed: 'connections of mail programs could not be checked',
  });
  return {
    watch: (caller, close) => rights.watch({ caller, close }),
    stop: rights.stop,
  };
}

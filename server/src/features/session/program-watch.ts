import { SESSIONS_CHANGED } from '../../identity/security/end-sessions.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Listener } from '../../platform/db/listen.ts';
import { watchRights } from '../../platform/db/watch-rights.ts';
import type { Logger } from '../../platform/logger.ts';
import type { ReadDb } from '../../tables.ts';
import { type ProgramRights, readProgramRights } from './programs.store.ts';

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
 * Closes the connections of mail programs when their user signs out everywhere, is suspended, or revokes an
 * app password.
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
      const found = await readProgramRights(deps.db, mailboxIds);
      const byMailbox = new Map(found.map((row) => [row.mailbox_id, row]));
      return some.filter(({ caller }) => hasEnded(caller, byMailbox.get(caller.person)));
    },
    failed: 'connections of mail programs could not be checked',
  });
  return {
    watch: (caller, close) => rights.watch({ caller, close }),
    stop: rights.stop,
  };
}

function hasEnded({ assurance }: Caller, rights: ProgramRights | undefined): boolean {
  if (!rights?.active || !rights.verified) return true;
  if (rights.signed_out_at !== null && assurance.provenAt <= rights.signed_out_at) return true;
  return rights.exposed && assurance.method === 'password';
}

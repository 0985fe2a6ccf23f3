import type { Caller } from '../../platform/caller.ts';
import type { Listener } from '../../platform/db/listen.ts';
import { Failure } from '../../platform/failure.ts';
import { createProgramWatch } from './program-watch.ts';
import { readProgramRights } from './programs.store.ts';
import { createSessionCounts } from './session-counts.ts';
import { type ProgramSignIn, type ProgramSignInDeps, signInProgram } from './sign-in-program.ts';

export type ProgramSession = { caller: Caller; close(): void };

/** Mail programs that stay connected: who they are, how many of a person, and until when. */
export type ProgramSessions = {
  /** Null where the person has as many as may be. `onSignedOut` is called when the right to the mailbox is gone. */
  open(given: ProgramSignIn, onSignedOut: () => void): Promise<ProgramSession | null>;
  stop(): void;
};

const MINUTE_MS = 60_000;

export type ProgramSessionsDeps = ProgramSignInDeps & { listener: Listener };

export async function createProgramSessions(deps: ProgramSessionsDeps): Promise<ProgramSessions> {
  const watch = await createProgramWatch(deps);
  const counts = createSessionCounts();
  const toldAt = new Map<number, number>();

  /** A program that comes again and again is a line a minute. */
  function logRefusal(mailbox: number, { protocol, address: client }: ProgramSignIn): void {
    const now = deps.clock.now();
    for (const [known, at] of toldAt) if (now - at >= MINUTE_MS) toldAt.delete(known);
    if (toldAt.has(mailbox)) return;
    toldAt.set(mailbox, now);
    const refused = { event: 'connection_refused', protocol, reason: 'person', client, mailbox } as const;
    deps.log.warn({ ...refused, count: 1 }, 'connections refused');
  }

  return {
    async open(given, onSignedOut) {
      const caller = await signInProgram(deps, given);
      const [rights] = await readProgramRights(deps.db, [caller.person]);
      // As in the web, where such mail is listed and not opened.
      if (!rights?.verified) {
        throw new Failure('domain_unverified', 'The DNS of this mailbox’s domain is not verified yet');
      }
      const leave = counts.enter(caller.mailbox);
      if (leave === null) {
        logRefusal(caller.mailbox, given);
        return null;
      }
      const unwatch = watch.watch(caller, onSignedOut);
      return {
        caller,
        close() {
          leave();
          unwatch();
        },
      };
    },
    stop: watch.stop,
  };
}

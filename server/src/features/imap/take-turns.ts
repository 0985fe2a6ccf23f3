import type { Clock } from '../../platform/clock.ts';
import { createSemaphore } from '../../platform/semaphore.ts';

/** Lets the connections of one person search one after another: a search takes much of the process, which others share. */
export type Turns = {
  /** `connection` stands for the one that searches: who goes on and on rests in between. */
  run<Result>(mailboxId: number, connection: object, work: () => Promise<Result>): Promise<Result>;
};

/** So much searching is done without a rest, and half of the time that passes counts against it. */
const FREE_MS = 3_000;
const LONGEST_REST_MS = 1_000;

export function createTurns(clock: Clock): Turns {
  const semaphore = createSemaphore(1);
  const searched = new WeakMap<object, { ms: number; until: number }>();

  /** How long a connection has searched lately. */
  function note(connection: object, began: number): number {
    const now = clock.now();
    const { ms, until } = searched.get(connection) ?? { ms: 0, until: began };
    const lately = Math.max(0, ms - (began - until) / 2) + now - began;
    searched.set(connection, { ms: lately, until: now });
    return lately;
  }

  return {
    async run(mailboxId, connection, work) {
      const release = await semaphore.take(mailboxId);
      const began = clock.now();
      return work().finally(() => {
        // The answer leaves now; the next search rests for as long, so that half of the time is for others.
        if (note(connection, began) <= FREE_MS) release();
        else clock.after(Math.min(clock.now() - began, LONGEST_REST_MS), release);
      });
    },
  };
}

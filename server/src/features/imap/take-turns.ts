import type { Clock } from '../../platform/clock.ts';
import { createSemaphore } from '../../platform/semaphore.ts';

/** Lets the connections of one person search one after another: a search takes much of the process, which others share. */
export type Turns = { run<Result>(mailboxId: number, work: () => Promise<Result>): Promise<Result> };

/** What is over sooner disturbs nobody. */
const SHORT_MS = 20;
const LONGEST_REST_MS = 1_000;

export function createTurns(clock: Clock): Turns {
  const semaphore = createSemaphore(1);
  return {
    async run(mailboxId, work) {
      const release = await semaphore.take(mailboxId);
      const began = clock.now();
      return work().finally(() => {
        // The answer leaves now; the next search of this person rests for as long, so that half of the time is for others.
        const took = clock.now() - began;
        if (took < SHORT_MS) release();
        else clock.after(Math.min(took, LONGEST_REST_MS), release);
      });
    },
  };
}

import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';

export type LivenessDeps = { database: Pick<Database<unknown>, 'pool' | 'reach'>; clock: Clock };

/** A process whose pool was dead for so long is to be started anew: by then it should have recovered by itself. */
const DEAD_AFTER_MS = 60_000;
/** Together less than orchestrators wait for an answer. */
const ANSWER_WITHIN_MS = 1_000;
const REACH_WITHIN_MS = 500;

/**
 * Whether this process is of use. One that waits for its database is: a restart would mend nothing, and all processes
 * at once would be started again. Only one is not whose pool is asked again and again and gives no answer for a minute,
 * while the database answers a connection that was just made.
 */
export function createLiveness({ database, clock }: LivenessDeps): () => Promise<boolean> {
  /** Since when the database has answered others, and not the pool. */
  let sickSince: number | null = null;
  const askPool = oneAtATime(() =>
    database.pool.query('select 1').then(
      () => {
        // However late: a process that has too much to do is not a dead one.
        sickSince = null;
        return true;
      },
      () => false,
    ),
  );
  const compare = oneAtATime(() =>
    database.reach().then(
      () => {
        sickSince ??= clock.now();
      },
      () => {
        sickSince = null;
      },
    ),
  );

  async function within<Answer>(ms: number, work: Promise<Answer>): Promise<Answer | undefined> {
    const { promise: overdue, resolve } = Promise.withResolvers<undefined>();
    const late = clock.after(ms, () => resolve(undefined));
    try {
      return await Promise.race([work, overdue]);
    } finally {
      late.stop();
    }
  }

  return async () => {
    if (!(await within(ANSWER_WITHIN_MS, askPool()))) await within(REACH_WITHIN_MS, compare());
    return sickSince === null || clock.now() - sickSince < DEAD_AFTER_MS;
  };
}

/** Questions to what is dead would only pile up. */
function oneAtATime<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
  let asking: Promise<Answer> | null = null;
  return () => {
    asking ??= ask().finally(() => {
      asking = null;
    });
    return asking;
  };
}

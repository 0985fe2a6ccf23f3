import type { Clock } from '../clock.ts';

/** Of the given backend pids, those that are working. */
type FindWorking = (sessions: number[]) => Promise<ReadonlySet<number>>;
type Question = { session: number; resolve(works: boolean): void; reject(error: unknown): void };

const ASK_EVERY_MS = 1_000;

/**
 * Checks for the sessions of one pool whether PostgreSQL works on their statements. Checks requested within a
 * second are batched, because each needs a connection of its own.
 */
export function createWorkWatch(
  clock: Clock,
  findWorking: FindWorking,
): (session: number) => Promise<boolean> {
  let waiting: Question[] = [];
  let resting = false;

  async function ask(): Promise<void> {
    const asked = waiting;
    waiting = [];
    resting = true;
    clock.after(ASK_EVERY_MS, () => {
      resting = false;
      if (waiting.length > 0) void ask();
    });
    try {
      const working = await findWorking(asked.map(({ session }) => session));
      for (const { session, resolve } of asked) resolve(working.has(session));
    } catch (error) {
      for (const { reject } of asked) reject(error);
    }
  }

  return (session) =>
    new Promise((resolve, reject) => {
      waiting.push({ session, resolve, reject });
      if (!resting) void ask();
    });
}

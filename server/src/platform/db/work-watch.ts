import type { Clock } from '../clock.ts';

/** Sessions by the number that they were given. */
type FindWorking = (sessions: number[]) => Promise<ReadonlySet<number>>;
type Question = { session: number; resolve(works: boolean): void; reject(error: unknown): void };

const ASK_EVERY_MS = 1_000;

/**
 * Answers for the sessions of one pool whether PostgreSQL works on what they asked. Whoever wants to know within a second
 * is asked about together, however many they are, because each question needs a connection of its own.
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

import type { Clock } from './clock.ts';
import { createSemaphore } from './semaphore.ts';

/** Shares the process among people: what the connections of one person ask for has one turn in it at a time. */
export type Turns = {
  /** A search. `connection` stands for the one that searches: who goes on and on rests in between. */
  run<Result>(mailboxId: number, connection: object, work: () => Promise<Result>): Promise<Result>;
  /** A piece of reading, which waits for nothing outside: at once, and in turn for who has read much lately. */
  pace<Result>(mailboxId: number, work: () => Promise<Result>): Promise<Result>;
};

/** So much is done without a rest or a turn, and half of the time that passes counts against it. */
const FREE_MS = 3_000;
const LONGEST_REST_MS = 1_000;
/** Who has read for hours is as others are again after half a minute. */
const MOST_COUNTED_MS = 15_000;

type Used = { ms: number; until: number };
const NOTHING: Used = { ms: 0, until: 0 };

export function createTurns(clock: Clock): Turns {
  const searches = createSemaphore(1);
  const reads = createSemaphore(1);
  const searched = new WeakMap<object, Used>();
  /** Who has read last is the last. */
  const read = new Map<number, Used>();

  function noteRead(mailboxId: number, began: number): void {
    const now = clock.now();
    const ms = Math.min(withWork(read.get(mailboxId) ?? NOTHING, began, now), MOST_COUNTED_MS);
    read.delete(mailboxId);
    read.set(mailboxId, { ms, until: now });
    // Those who have used nothing lately are forgotten, however many there are.
    for (const [reader, used] of read) {
      if (lately(used, now) > 0) break;
      read.delete(reader);
    }
  }

  async function readAndNote<Result>(mailboxId: number, work: () => Promise<Result>): Promise<Result> {
    const began = clock.now();
    try {
      return await work();
    } finally {
      noteRead(mailboxId, began);
    }
  }

  return {
    async run(mailboxId, connection, work) {
      const release = await searches.take(mailboxId);
      const began = clock.now();
      return work().finally(() => {
        const now = clock.now();
        const ms = withWork(searched.get(connection) ?? NOTHING, began, now);
        searched.set(connection, { ms, until: now });
        // The answer leaves now; the next search rests for as long, so that half of the time is for others.
        if (ms <= FREE_MS) release();
        else clock.after(Math.min(now - began, LONGEST_REST_MS), release);
      });
    },
    async pace(mailboxId, work) {
      if (lately(read.get(mailboxId) ?? NOTHING, clock.now()) <= FREE_MS) return readAndNote(mailboxId, work);
      const release = await reads.take(mailboxId);
      // Pieces that wait for nothing would follow each other before anybody else is served.
      await new Promise((resume) => setImmediate(resume));
      return readAndNote(mailboxId, work).finally(release);
    },
  };
}

/** What was used lately, with what has been done since. */
function withWork(used: Used, began: number, now: number): number {
  return lately(used, began) + now - began;
}

function lately({ ms, until }: Used, now: number): number {
  return Math.max(0, ms - (now - until) / 2);
}

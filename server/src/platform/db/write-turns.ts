import { systemClock } from '../clock.ts';
import {
  isOverdue,
  StalledConnectionError,
  UnclearCommitError,
  WritesPausedError,
} from './database-errors.ts';
import type { DbLog } from './pg-config.ts';

export type WriteTurns = {
  /** Runs a transaction when a slot is free; rejects on timeout. */
  run<Result>(transaction: () => Promise<Result>, lock: Lock): Promise<Result>;
};

/** What a transaction locks first, so that others with the same lock would only wait for it. */
export type Lock = string | undefined;

/** One that holds the lock, and one that is ready to take it. */
const TURNS_OF_A_LOCK = 2;

type WriteTurnsOptions = { atOnce: number; turnMs: number; log: DbLog };

/**
 * A semaphore: fewer transactions than connections run at once. When PostgreSQL answers no commits, as while
 * a synchronous standby is lost, transactions would otherwise take all connections and reads would stall too.
 * Nor may transactions waiting for one lock take the slots of all others.
 */
export function createWriteTurns({ atOnce, turnMs, log }: WriteTurnsOptions): WriteTurns {
  const waiting: { lock: Lock; begin(): void }[] = [];
  const turnsOfLocks = new Map<string, number>();
  let running = 0;
  /**
   * Whether the last commit got no answer. Then one transaction at a time probes, and the others are rejected
   * immediately.
   */
  let paused = false;
  let trying = false;

  const mayBegin = (lock: Lock) =>
    running < atOnce && (lock === undefined || (turnsOfLocks.get(lock) ?? 0) < TURNS_OF_A_LOCK);

  function count(lock: Lock, by: 1 | -1): void {
    running += by;
    if (lock === undefined) return;
    const turns = (turnsOfLocks.get(lock) ?? 0) + by;
    if (turns === 0) turnsOfLocks.delete(lock);
    else turnsOfLocks.set(lock, turns);
  }

  function take(lock: Lock): Promise<void> | void {
    if (mayBegin(lock)) {
      count(lock, 1);
      return;
    }
    return new Promise((resolve, reject) => {
      const turn = {
        lock,
        begin() {
          late.stop();
          resolve();
        },
      };
      const late = systemClock.after(turnMs, () => {
        waiting.splice(waiting.indexOf(turn), 1);
        reject(new WritesPausedError('The database is behind with its writes'));
      });
      waiting.push(turn);
    });
  }

  function end(lock: Lock): void {
    count(lock, -1);
    const place = waiting.findIndex((turn) => mayBegin(turn.lock));
    const [next] = place < 0 ? [] : waiting.splice(place, 1);
    if (!next) return;
    count(next.lock, 1);
    next.begin();
  }

  function note(nowPaused: boolean): void {
    if (paused === nowPaused) return;
    paused = nowPaused;
    if (paused) log.warn({}, 'database answers no commits: writes paused');
    else log.info({}, 'database answers commits again');
  }

  return {
    async run(transaction, lock) {
      if (paused && trying) throw new WritesPausedError('The database answers no commits');
      const tries = paused;
      if (tries) trying = true;
      try {
        await take(lock);
      } catch (error) {
        if (tries) trying = false;
        throw error;
      }
      try {
        const result = await transaction();
        note(false);
        return result;
      } catch (error) {
        if (error instanceof UnclearCommitError) note(true);
        // Others wait for the locks of a hanging commit.
        else if (paused && (isOverdue(error) || error instanceof StalledConnectionError)) {
          throw new WritesPausedError('The database answers no commits', { cause: error });
        }
        throw error;
      } finally {
        if (tries) trying = false;
        end(lock);
      }
    },
  };
}

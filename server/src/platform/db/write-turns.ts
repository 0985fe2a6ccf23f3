import { systemClock } from '../clock.ts';
import {
  isOverdue,
  StalledConnectionError,
  UnclearCommitError,
  WritesPausedError,
} from './database-errors.ts';
import type { DbLog } from './pg-config.ts';

export type WriteTurns = {
  /** Runs a transaction when it is its turn; rejects where that does not come in time. */
  run<Result>(transaction: () => Promise<Result>): Promise<Result>;
};

type WriteTurnsOptions = { atOnce: number; turnMs: number; log: DbLog };

/**
 * Fewer transactions than connections run at once. When PostgreSQL answers no commits, as while a synchronous standby
 * is lost, they would otherwise take all connections and reads would stand still with them.
 */
export function createWriteTurns({ atOnce, turnMs, log }: WriteTurnsOptions): WriteTurns {
  const waiting: (() => void)[] = [];
  let running = 0;
  /** Whether the last commit got no answer. Then one transaction at a time tries, and the others are refused at once. */
  let paused = false;
  let trying = false;

  function take(): Promise<void> | void {
    if (running < atOnce) {
      running += 1;
      return;
    }
    return new Promise((resolve, reject) => {
      const begin = () => {
        late.stop();
        resolve();
      };
      const late = systemClock.after(turnMs, () => {
        waiting.splice(waiting.indexOf(begin), 1);
        reject(new WritesPausedError('The database is behind with its writes'));
      });
      waiting.push(begin);
    });
  }

  function end(): void {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }

  function note(nowPaused: boolean): void {
    if (paused === nowPaused) return;
    paused = nowPaused;
    if (paused) log.warn({}, 'database answers no commits: writes paused');
    else log.info({}, 'database answers commits again');
  }

  return {
    async run(transaction) {
      if (paused && trying) throw new WritesPausedError('The database answers no commits');
      const tries = paused;
      if (tries) trying = true;
      try {
        await take();
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
        // What a commit that hangs has locked, others wait for.
        else if (paused && (isOverdue(error) || error instanceof StalledConnectionError)) {
          throw new WritesPausedError('The database answers no commits', { cause: error });
        }
        throw error;
      } finally {
        if (tries) trying = false;
        end();
      }
    },
  };
}

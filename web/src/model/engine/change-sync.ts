import type { ModelClock } from './environment.ts';
import type { Noun } from './noun.ts';
import type { OperationQueue } from './operation-queue.ts';
import { asApiError, createRetry, isUnreachable } from './retry.ts';

export type ChangeSync = {
  /** Fetches changes, starting after this call; concurrent calls are merged into one. */
  sync(): void;
  /** The journal does not reach back far enough: fetches everything on screen again. */
  reload(): void;
  /** Settles when everything that was requested is applied, or has failed for now. */
  idle(): Promise<void>;
  resume(): void;
};

/** Applies fetched changes, together with the end of the operations that they contain. */
type Apply = (change: () => void) => void;

type Deps<N extends Noun> = {
  clock: ModelClock;
  queue(): Pick<OperationQueue<N>, 'answered' | 'drop'>;
  batch(change: () => void): void;
  /** The number up to which the journal is applied; null until the first one is known. */
  seq(): number | null;
  fetchChanges(since: number, apply: Apply): Promise<void>;
  fetchEverything(apply: Apply): Promise<void>;
};

/**
 * Brings the known state up to date with the server. Operations that were answered before a fetch began are
 * contained in its result, and only then leave the overlay.
 */
export function createChangeSync<N extends Noun>(deps: Deps<N>): ChangeSync {
  const { queue, seq } = deps;
  const retry = createRetry(deps.clock);
  const wanted = { changes: false, everything: false };
  let isRunning = false;
  let running: Promise<void> = Promise.resolve();

  async function run(): Promise<void> {
    for (let since = seq(); (wanted.changes || wanted.everything) && since !== null; since = seq()) {
      const { everything } = wanted;
      wanted.changes = false;
      wanted.everything = false;
      const covered = queue().answered();
      const apply: Apply = (change) =>
        deps.batch(() => {
          change();
          queue().drop(covered);
        });
      try {
        await (everything ? deps.fetchEverything(apply) : deps.fetchChanges(since, apply));
        retry.reset();
      } catch (thrown) {
        const error = asApiError(thrown);
        const isTooOld = error.code === 'changes_too_old';
        if (everything || isTooOld) wanted.everything = true;
        else wanted.changes = true;
        if (isTooOld) continue;
        if (isUnreachable(error)) retry.later(start, error.retryAfter);
        break;
      }
    }
    isRunning = false;
  }

  function start(): void {
    if (isRunning || retry.isWaiting() || seq() === null) return;
    isRunning = true;
    running = run();
  }

  return {
    sync() {
      wanted.changes = true;
      start();
    },
    reload() {
      wanted.everything = true;
      start();
    },
    async idle() {
      while (isRunning) await running;
    },
    resume() {
      retry.reset();
      start();
    },
  };
}

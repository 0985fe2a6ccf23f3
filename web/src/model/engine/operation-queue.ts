import type { ApiError } from '@bocau/contract/client.ts';
import type { ModelClock } from './environment.ts';
import type { Noun, OperationKind } from './noun.ts';
import type { Overlay } from './overlay.ts';
import { createPendingOperation, type PendingOperation, replaces } from './pending-operation.ts';
import { asApiError, createRetry, isUnreachable } from './retry.ts';

export type OperationQueue<N extends Noun> = {
  /** `attempted`: it was sent in an earlier session, and may have been done. */
  begin(
    operation: N['operation'],
    restored?: { undoes: PendingOperation<N> | null; attempted?: boolean },
  ): PendingOperation<N>;
  /** Undoes it on the screen within this very call; false when there is nothing to undo. */
  undo(pending: PendingOperation<N>): boolean;
  /** When the server has answered the undo that has begun: false where none has, or it was refused. */
  undone(pending: PendingOperation<N>): Promise<boolean>;
  /** In the order in which they began, without those that the server has done. */
  unanswered(): readonly PendingOperation<N>[];
  answered(): readonly PendingOperation<N>[];
  /** The waiting operations, once the server has failed one of them twice; without those undone meanwhile. */
  stuck(): readonly PendingOperation<N>[];
  /** Undoes all stuck operations, and returns them. */
  undoStuck(): readonly PendingOperation<N>[];
  /** Undoes the latest matching operation that the server has not done, and returns it; null if none. */
  undoWaiting(isMeant: (operation: N['operation']) => boolean): PendingOperation<N> | null;
  /** The server's state contains them by now. */
  drop(pending: readonly PendingOperation<N>[]): void;
  /** Retries at once. */
  resume(): void;
  /** Sends nothing until resumed. */
  pause(): void;
};

type Deps<N extends Noun> = {
  kindOf(operation: N['operation']): OperationKind<N>;
  /** Must be safe to repeat: an operation whose answer was lost is sent again. */
  send(operation: N['operation'], lists: N['lists']): Promise<N['answer']>;
  /** Null until the lists are loaded; nothing is sent before. */
  lists(): N['lists'] | null;
  resolve(id: string): string;
  overlay: Overlay<N>;
  batch<T>(change: () => T): T;
  clock: ModelClock;
  isOnline(): boolean;
  /** The queue has changed and must be persisted. */
  changed(): void;
  /** The server refused it, and the screen no longer shows it. */
  refused(pending: PendingOperation<N>, error: ApiError): void;
  /** The journal contains it: loaded state must include it before it leaves the overlay. */
  confirmed(pending: PendingOperation<N>): void;
  /** The server has answered: changes must be fetched. */
  sync(): void;
};

const SENDING_AT_ONCE = 4;
/** After so many attempts on a failing server, the update is rolled back. */
const MAX_ATTEMPTS_OF_FAILING = 8;
/** A single failure may be chance. */
const FAILURES_TO_BE_STUCK = 2;

/** Sends optimistic updates: in order per entity, in parallel otherwise; retries or rolls them back. */
export function createOperationQueue<N extends Noun>(deps: Deps<N>): OperationQueue<N> {
  const { kindOf, overlay, batch, clock, changed } = deps;
  const queued: PendingOperation<N>[] = [];
  const retry = createRetry(clock);
  let paused = true;
  let lastId = 0;

  const entitiesOf = ({ targets }: PendingOperation<N>) => targets.map(({ row }) => deps.resolve(row.id));

  function pump(): void {
    if (paused || retry.isWaiting() || !deps.isOnline() || !deps.lists()) return;
    const busy = new Set<string>();
    let sending = queued.filter(({ state }) => state === 'sending').length;
    for (const pending of [...queued]) {
      const { state } = pending;
      if (state !== 'waiting' && state !== 'sending') continue;
      const entities = entitiesOf(pending);
      if (state === 'waiting' && sending < SENDING_AT_ONCE && !entities.some((id) => busy.has(id))) {
        sending++;
        void send(pending);
      }
      for (const id of entities) busy.add(id);
    }
  }

  async function send(pending: PendingOperation<N>): Promise<void> {
    const lists = deps.lists();
    if (!lists) return;
    pending.state = 'sending';
    pending.attempts++;
    changed();
    try {
      answer(pending, await deps.send(pending.operation, lists));
    } catch (error) {
      fail(pending, asApiError(error));
    }
    pump();
  }

  function answer(pending: PendingOperation<N>, answered: N['answer']): void {
    retry.reset();
    pending.state = 'answered';
    pending.answer = answered;
    pending.settle(true);
    const begun = { answer: answered, unclear: pending.attempts > 1 };
    for (const other of queued) {
      if (other.undoes !== pending) continue;
      other.operation = kindOf(other.operation).withAnswer?.(other.operation, begun) ?? other.operation;
    }
    changed();
    deps.sync();
  }

  function fail(pending: PendingOperation<N>, error: ApiError): void {
    const failing = error.code === 'internal_error' && pending.attempts >= MAX_ATTEMPTS_OF_FAILING;
    if (error.status === 401 || (isUnreachable(error) && !failing)) {
      pending.state = 'waiting';
      pending.failures = error.status === 0 || error.status === 401 ? 0 : pending.failures + 1;
      retry.later(pump, error.retryAfter);
      changed();
      return;
    }
    batch(() => {
      pending.state = 'refused';
      // Its pending undo has nothing left to undo.
      for (const other of [...queued])
        if (other.undoes === pending && other.state === 'waiting') remove(other, 'gone');
      remove(pending, 'refused');
    });
    if (!pending.undone) deps.refused(pending, error);
    deps.sync();
  }

  function remove(pending: PendingOperation<N>, state: 'refused' | 'gone'): void {
    queued.splice(queued.indexOf(pending), 1);
    overlay.remove(pending);
    pending.settle(state === 'gone' && pending.undoes !== null);
    pending.state = state;
    changed();
  }

  function begin(
    operation: N['operation'],
    restored?: { undoes: PendingOperation<N> | null; attempted?: boolean },
  ): PendingOperation<N> {
    const kind = kindOf(operation);
    const pending = createPendingOperation(++lastId, operation, kind, {
      undoes: restored?.undoes ?? null,
      attempts: restored?.attempted ? 1 : 0,
    });
    batch(() => {
      for (const earlier of queued.filter((other) => replaces(pending, other, kind))) {
        earlier.settle(true);
        remove(earlier, 'gone');
      }
      Object.assign(pending, overlay.add(pending));
      queued.push(pending);
    });
    changed();
    pump();
    return pending;
  }

  function undo(pending: PendingOperation<N>): boolean {
    if (pending.undone || pending.state === 'refused') return false;
    if (pending.state === 'waiting' && pending.attempts === 0) {
      pending.undone = true;
      batch(() => remove(pending, 'gone'));
      pump();
      return true;
    }
    const { operation, before, after, attempts } = pending;
    if (pending.state === 'gone' && pending.answer === null) return false;
    const begun = { before, after, answer: pending.answer, unclear: attempts > 1 };
    const inverse = kindOf(operation).inverse(operation, begun);
    if (!inverse) return false;
    pending.undone = true;
    begin(inverse, { undoes: pending });
    return true;
  }

  async function undone(pending: PendingOperation<N>): Promise<boolean> {
    return (await queued.find(({ undoes }) => undoes === pending)?.settled) ?? false;
  }

  function unanswered(): PendingOperation<N>[] {
    return queued.filter(isUnanswered);
  }

  function stuck(): PendingOperation<N>[] {
    const waiting = unanswered();
    if (!waiting.some(({ failures }) => failures >= FAILURES_TO_BE_STUCK)) return [];
    return waiting.filter(({ undone, undoes }) => !undone && !(undoes && isUnanswered(undoes)));
  }

  /** Drops a waiting operation that has no inverse, so that it is not sent again. */
  function withdraw(pending: PendingOperation<N>): boolean {
    if (pending.state !== 'waiting') return false;
    pending.undone = true;
    if (pending.undoes) pending.undoes.undone = false;
    remove(pending, 'gone');
    return true;
  }

  return {
    begin,
    undo,
    undone,
    unanswered,
    answered: () => queued.filter(({ state }) => state === 'answered'),
    stuck,
    undoStuck: () =>
      batch(() =>
        stuck()
          .toReversed()
          .filter((pending) => undo(pending) || withdraw(pending)),
      ),
    undoWaiting(isMeant) {
      const latest = unanswered().findLast(
        ({ operation, undone, undoes }) => !undone && !undoes && isMeant(operation),
      );
      return latest && undo(latest) ? latest : null;
    },
    drop(done) {
      batch(() => {
        for (const pending of done) {
          if (pending.state !== 'answered') continue;
          deps.confirmed(pending);
          queued.splice(queued.indexOf(pending), 1);
          overlay.remove(pending);
          pending.state = 'gone';
        }
      });
    },
    resume() {
      paused = false;
      retry.reset();
      pump();
    },
    pause() {
      paused = true;
    },
  };
}

function isUnanswered({ state }: { state: PendingOperation<Noun>['state'] }): boolean {
  return state === 'waiting' || state === 'sending';
}

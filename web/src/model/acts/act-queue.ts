import type { ApiClient, ApiError } from '@bocau/contract/client.ts';
import type { MailStore } from '../base/mail-store.ts';
import type { ModelClock } from '../model-options.ts';
import type { Done, Operation, Step } from '../operations/operation.ts';
import { kindOf } from '../operations/operation-kinds.ts';
import { asApiError, createRetry, isUnreachable } from '../sync/failures.ts';
import { createPendingAct, operationOf, type PendingAct, replaces } from './pending-act.ts';

export type ActQueue = {
  /** `tried`: it was sent before this session, and may have been done. */
  begin(step: Step, kept?: { takesBack: PendingAct | null; tried?: boolean }): PendingAct;
  takeBack(act: PendingAct): boolean;
  /** In the order they were begun; those that the server has done are left out. */
  unanswered(): readonly PendingAct[];
  answered(): readonly PendingAct[];
  /** The truth contains them by now. */
  drop(acts: readonly PendingAct[]): void;
  /** Tries again at once. */
  resume(): void;
  /** Nothing is sent until it is resumed. */
  pause(): void;
};

type Deps = {
  store: MailStore;
  api: ApiClient;
  clock: ModelClock;
  isOnline(): boolean;
  /** The queue is not what it was. */
  changed(): void;
  /** An answer is there: the truth is to be fetched. */
  askTruth(): void;
};

const SENDING_AT_ONCE = 4;
/** A server that fails by itself is not asked for ever. */
const TRIES_OF_FAILING = 8;

/** Sends acts: those of one thread one after the other, others side by side. */
export function createActQueue({ store, api, clock, isOnline, changed, askTruth }: Deps): ActQueue {
  const acts: PendingAct[] = [];
  const retry = createRetry(clock);
  let paused = true;
  let lastId = 0;

  const threadsOf = (act: PendingAct) => act.targets.map(({ thread }) => store.threads.resolve(thread.id));

  function pump(): void {
    const places = store.folders.places();
    if (paused || retry.isWaiting() || !isOnline() || !places) return;
    const busy = new Set<string>();
    let sending = acts.filter((act) => act.state === 'sending').length;
    for (const act of [...acts]) {
      if (act.state !== 'waiting' && act.state !== 'sending') continue;
      const threads = threadsOf(act);
      if (act.state === 'waiting' && sending < SENDING_AT_ONCE && !threads.some((id) => busy.has(id))) {
        sending++;
        void send(act);
      }
      for (const id of threads) busy.add(id);
    }
  }

  async function send(act: PendingAct): Promise<void> {
    const places = store.folders.places();
    if (!places) return;
    act.state = 'sending';
    act.attempts++;
    changed();
    try {
      answer(act, await kindOf(act.step).send(act.step, api, places));
    } catch (error) {
      fail(act, asApiError(error));
    }
    pump();
  }

  function answer(act: PendingAct, done: Done): void {
    retry.reset();
    act.state = 'answered';
    act.done = done;
    act.settle(true);
    const unclear = act.attempts > 1;
    for (const other of acts) {
      if (other.takesBack !== act || other.step.kind !== 'put-back') continue;
      other.step = { ...other.step, done, unclear };
    }
    changed();
    askTruth();
  }

  function fail(act: PendingAct, error: ApiError): void {
    const failing = error.code === 'internal_error' && act.attempts >= TRIES_OF_FAILING;
    if (error.status === 401 || (isUnreachable(error) && !failing)) {
      act.state = 'waiting';
      if (error.status !== 401) retry.later(pump, error.retryAfter);
      changed();
      return;
    }
    store.batch(() => {
      act.state = 'refused';
      // What was to take it back has nothing to take back.
      for (const other of [...acts])
        if (other.takesBack === act && other.state === 'waiting') remove(other, 'gone');
      remove(act, 'refused');
    });
    if (!act.takenBack) {
      store.emit({
        kind: 'act-refused',
        operation: operationOf(act),
        error,
        undoing: act.takesBack !== null,
      });
    }
    askTruth();
  }

  function remove(act: PendingAct, state: 'refused' | 'gone'): void {
    acts.splice(acts.indexOf(act), 1);
    store.overlay.remove(act);
    act.settle(state === 'gone' && act.takesBack !== null);
    act.state = state;
    changed();
  }

  const queue: ActQueue = {
    begin(step, kept) {
      const act = createPendingAct(++lastId, step, kept?.takesBack ?? null, kept?.tried ? 1 : 0);
      store.batch(() => {
        for (const earlier of acts.filter((other) => replaces(act, other))) {
          earlier.settle(true);
          remove(earlier, 'gone');
        }
        Object.assign(act, store.overlay.add(act));
        acts.push(act);
      });
      changed();
      pump();
      return act;
    },
    takeBack(act) {
      if (act.takenBack || act.state === 'refused') return false;
      if (act.state === 'waiting' && act.attempts === 0) {
        act.takenBack = true;
        store.batch(() => remove(act, 'gone'));
        pump();
        return true;
      }
      const { before, after, done } = act;
      if (act.state === 'gone' && done === null) return false;
      const inverse = kindOf(act.step).inverse(act.step, { before, after, done, unclear: act.attempts > 1 });
      if (!inverse) return false;
      act.takenBack = true;
      queue.begin(inverse, { takesBack: act });
      return true;
    },
    unanswered: () => acts.filter((act) => act.state === 'waiting' || act.state === 'sending'),
    answered: () => acts.filter((act) => act.state === 'answered'),
    drop(done) {
      store.batch(() => {
        for (const act of done) {
          if (act.state !== 'answered') continue;
          for (const thread of store.threads.all()) {
            if (thread.detail) thread.detail = store.overlay.changeDetail(thread.detail, [act]);
          }
          acts.splice(acts.indexOf(act), 1);
          store.overlay.remove(act);
          act.state = 'gone';
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
  return queue;
}

/** Acts of this session that can be taken back, the latest last. */
type UndoStack = { push(act: PendingAct): void; takeBackLatest(): Operation | null };

const KEPT_ACTS = 50;

export function createUndoStack(queue: ActQueue): UndoStack {
  const stack: PendingAct[] = [];
  return {
    push(act) {
      stack.push(act);
      if (stack.length > KEPT_ACTS) stack.shift();
    },
    takeBackLatest() {
      for (let act = stack.pop(); act; act = stack.pop()) {
        if (queue.takeBack(act)) return operationOf(act);
      }
      return null;
    },
  };
}

import type { ModelClock } from '../engine/environment.ts';
import { createRetry, isUnreachable } from '../engine/retry.ts';
import type { DeferredMail, SendKind, SendOutcome, TakeBackOutcome, UndoOutcome } from './compose-model.ts';
import type { ComposeStore } from './compose-store.ts';
import { type DeferredSend, hasUploads, type OpenWindow } from './open-window.ts';
import { tooLate } from './settle-send.ts';

export type DeferredSends = {
  /** Resolves when it is in the browser's storage. */
  defer(id: string, send: DeferredSend, because: 'offline' | 'away'): Promise<void>;
  /** What it waited for has come: the connection, its files, or this tab after a reload. */
  resume(id: string): void;
  resumeAll(): void;
  takeBack(id: string): Promise<TakeBackOutcome>;
  /** Resolves when each has been tried. */
  flush(): Promise<void>;
  list(): readonly DeferredMail[];
  stop(): void;
};

type Deps = {
  store: ComposeStore;
  clock: ModelClock;
  /** The send in flight, or a new one of the deferred message. */
  send(id: string, how: DeferredSend): Promise<SendOutcome>;
  running(id: string): Promise<SendOutcome> | null;
  undoSend(messageId: string, how: SendKind): Promise<UndoOutcome>;
  /** Takes back a send attempt that got no answer. */
  takeBackAttempt(id: string): Promise<TakeBackOutcome>;
  resumeUploads(): void;
  isOnline(): boolean;
  persist(id: string): Promise<void>;
  /** Shows a window again. */
  reopen(id: string): void;
  save(id: string): void;
};

/**
 * Messages that were sent without a connection. Each is a hidden window: it is kept in the browser's storage,
 * belongs to one tab at a time, and is found at the next start. It is sent exactly once by the same means as
 * every send: the idempotency key of its draft, the attempt that is persisted before the call, and the
 * version that the attempt is of.
 */
export function createDeferredSends(deps: Deps): DeferredSends {
  const { store, clock, send, running, undoSend, takeBackAttempt, resumeUploads, isOnline, persist } = deps;
  const { reopen, save } = deps;
  const leaving = new Map<string, Promise<void>>();
  const retries = new Map<string, ReturnType<typeof createRetry>>();
  let shown: readonly DeferredMail[] = [];
  let stopped = false;

  function later(id: string, seconds: number | null = null): void {
    const retry = retries.get(id) ?? createRetry(clock);
    retries.set(id, retry);
    if (!stopped) retry.later(() => resume(id, resumeUploads), seconds);
  }

  function forget(id: string): void {
    retries.get(id)?.reset();
    retries.delete(id);
  }

  function resume(id: string, first?: () => void): void {
    if (stopped || leaving.has(id) || !store.get(id)?.deferred) return;
    first?.();
    const left = leave(id).finally(() => {
      leaving.delete(id);
      store.notify();
    });
    leaving.set(id, left);
    store.notify();
  }

  async function leave(id: string): Promise<void> {
    const window = store.get(id);
    if (!window?.deferred) return;
    // Its files are uploaded first; the last of them resumes this send.
    if (hasUploads(window.view) || !isOnline()) return later(id);
    const outcome = await send(id, window.deferred);
    // Sent or taken back meanwhile.
    if (!store.get(id)?.deferred) return forget(id);
    const error = outcome.kind === 'failed' || outcome.kind === 'unshared' ? outcome.error : null;
    if (error && isUnreachable(error)) return later(id, error.retryAfter);
    // Waits until the same person signs in again.
    if (error?.status === 401) return forget(id);
    giveBack(id, outcome);
  }

  /** Opens the window again instead of sending: its writer has to decide something first. */
  function giveBack(id: string, outcome: SendOutcome): void {
    const window = store.get(id);
    if (!window) return;
    forget(id);
    // A question about which text stays is asked anyway; then the window stands open with what was chosen.
    const isUnsent = outcome.kind === 'conflict';
    const goesAside = !isUnsent && window.view.place === 'window';
    const aside = goesAside ? { windowState: 'mini', windowPrevState: 'pin' } : {};
    store.update(id, {
      deferred: null,
      view: { takesFocus: false, isUnsent, ...(aside as Partial<OpenWindow['view']>) },
    });
    if (isUnsent) return;
    const failure = outcome.kind === 'failed' ? outcome.failure : null;
    store.emit({ kind: 'deferred-stopped', windowId: id, subject: window.view.subject, failure });
  }

  return {
    async defer(id, deferred, because) {
      store.update(id, { deferred, closing: false });
      await persist(id);
      store.emit({ kind: 'send-deferred', windowId: id, because });
      later(id);
    },
    resume: (id) => resume(id),
    resumeAll() {
      for (const { view, deferred } of store.all()) {
        if (!deferred) continue;
        retries.get(view.id)?.reset();
        resume(view.id);
      }
    },
    async takeBack(id) {
      const going = running(id);
      forget(id);
      const before = store.get(id);
      if (before?.deferred) {
        const sendAttempt = before.sendAttempt && { ...before.sendAttempt, takenBack: 'asked' as const };
        store.update(id, { deferred: null, sendAttempt, view: { place: 'window' } });
        // Changes the revision: a call whose answer was lost is then for an older version than the next send.
        if (!sendAttempt) store.changeContent(id, {});
        reopen(id);
      }
      const outcome = await going;
      if (outcome?.kind === 'done') return undoSend(outcome.sent.messageId, outcome.sent.how);
      const window = store.get(id);
      if (!window || wasSentMeanwhile(outcome)) return tooLate();
      if (window.sent) return undoSend(window.sent.messageId, window.sent.how);
      const undone = await takeBackAttempt(id);
      save(id);
      return undone;
    },
    async flush() {
      for (const { view } of store.all()) resume(view.id, resumeUploads);
      await Promise.all(leaving.values());
    },
    list() {
      const mails = store.all().flatMap(({ view, deferred }): DeferredMail[] => {
        if (!deferred) return [];
        const { id: windowId, messageId, subject } = view;
        return [{ windowId, messageId, subject, state: leaving.has(windowId) ? 'leaving' : 'waiting' }];
      });
      if (!isSame(mails, shown)) shown = mails;
      return shown;
    },
    stop() {
      stopped = true;
      for (const retry of retries.values()) retry.reset();
    },
  };
}

function wasSentMeanwhile(outcome: SendOutcome | null): boolean {
  return outcome?.kind === 'failed' && outcome.failure.reason === 'sent_meanwhile';
}

function isSame(some: readonly DeferredMail[], others: readonly DeferredMail[]): boolean {
  return JSON.stringify(some) === JSON.stringify(others);
}

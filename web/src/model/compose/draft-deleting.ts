import type { ModelClock } from '../engine/environment.ts';
import { asApiError, createRetry, isUnreachable } from '../engine/retry.ts';
import type { ComposeApi } from './compose-options.ts';
import type { ComposeStore } from './compose-store.ts';
import { type DraftSaving, fingerprintOfMessage } from './draft-saving.ts';
import type { OpenWindow } from './open-window.ts';

export type DraftDeleting = {
  remove(id: string): { undo(): Promise<void> };
  /** Resumes a deletion that began before a reload. */
  goOn(id: string): void;
  resume(): void;
  stop(): void;
};

type Deps = {
  store: ComposeStore;
  api: ComposeApi;
  clock: ModelClock;
  saving: DraftSaving;
  newId(): string;
  /** Removes the window from those shown. */
  hide(id: string): void;
  reopen(id: string): void;
};

type Removal = { cancelled: boolean; running: Promise<void>; retry: ReturnType<typeof createRetry> };

export function createDraftDeleting({ store, api, clock, saving, newId, hide, reopen }: Deps): DraftDeleting {
  const removals = new Map<string, Removal>();

  function goOn(id: string): void {
    const removal = removals.get(id) ?? {
      cancelled: false,
      running: Promise.resolve(),
      retry: createRetry(clock),
    };
    removals.set(id, removal);
    removal.running = removal.running.then(() => run(id, removal));
  }

  async function run(id: string, removal: Removal): Promise<void> {
    await saving.rest(id);
    const window = store.get(id);
    if (!window || removal.cancelled) return;
    try {
      await removeOnServer(window, removal);
    } catch (thrown) {
      const error = asApiError(thrown);
      if (error.status === 401) {
        store.emit({ kind: 'session-ended' });
        return;
      }
      if (isUnreachable(error)) {
        removal.retry.later(() => goOn(id), error.retryAfter);
        return;
      }
      // Already gone; or sent, and then there is no draft to remove.
      if (error.code !== 'message_not_found' && error.code !== 'not_a_draft') {
        removals.delete(id);
        store.update(id, { view: { status: 'saved', fault: error } });
        reopen(id);
        store.update(id, { view: { takesFocus: false } });
        return;
      }
    }
    if (removal.cancelled) return;
    removals.delete(id);
    const messageId = store.get(id)?.view.messageId;
    store.remove(id);
    if (messageId) store.emit({ kind: 'draft-deleted', messageId });
  }

  async function removeOnServer(window: OpenWindow, removal: Removal): Promise<void> {
    const { id: windowId } = window.view;
    let id = window.view.messageId;
    if (id === null && window.creationTried) {
      // The answer to the creation was lost: asking again with the same key returns the draft's id.
      const { data } = await api.createDraft({ body: { client_key: window.clientKey } });
      id = data.id;
      store.update(windowId, {
        version: data.draft?.version ?? null,
        base: fingerprintOfMessage(data),
        view: { messageId: id },
      });
    }
    if (id === null || removal.cancelled) return;
    // The server keeps the files of a deleted draft for a day, so that undo still finds them.
    await api.deleteDraft({ params: { id } });
    store.update(windowId, { view: { status: 'deleted' } });
  }

  async function undo(id: string, before: OpenWindow): Promise<void> {
    const removal = removals.get(id);
    if (removal) removal.cancelled = true;
    removal?.retry.reset();
    await removal?.running;
    removals.delete(id);
    const now = store.get(id);
    const wasOnServer = before.view.messageId !== null || before.creationTried;
    const isGone = !now || now.view.status === 'deleted';
    const fresh = { clientKey: newId(), creationTried: false, version: null, base: null, tried: [] };
    store.add({
      ...before,
      ...(isGone ? fresh : { ...now, revision: now.revision + 1 }),
      ...(isGone ? { savedRevision: -1 } : {}),
      closing: false,
      view: {
        ...before.view,
        messageId: isGone ? null : (now.view.messageId ?? null),
        status: isGone || now.view.messageId === null ? 'empty' : 'saved',
        fault: null,
      },
    });
    reopen(id);
    await saving.save(id, { evenEmpty: wasOnServer });
  }

  return {
    remove(id) {
      const before = store.get(id);
      if (!before) return { undo: async () => undefined };
      hide(id);
      store.update(id, { view: { status: 'deleting' } });
      goOn(id);
      return { undo: () => undo(id, before) };
    },
    goOn,
    resume() {
      for (const [id, { retry }] of removals) {
        if (!retry.isWaiting()) continue;
        retry.reset();
        goOn(id);
      }
    },
    stop() {
      for (const removal of removals.values()) {
        removal.cancelled = true;
        removal.retry.reset();
      }
    },
  };
}

import { cameToNothing } from './came-to-nothing.ts';
import type { ComposeModel, WindowPlace } from './compose-model.ts';
import { type ComposeOptions, RETURNS_WITHIN_MS } from './compose-options.ts';
import { createComposeParts } from './compose-parts.ts';
import { createEditActs } from './edit-acts.ts';
import { createOpenActs } from './open-acts.ts';
import { isLocked } from './open-window.ts';
import { problemsWhileWriting } from './send-problems.ts';
import { takeOverWindows } from './take-over-windows.ts';
import { createUnsavedMessages } from './unsaved-messages.ts';

/** A window whose tab died without a successor is taken over after this time, or twice this. */
const LOOK_FOR_LEFT_EVERY_MS = 30_000;

/** See ComposeModel for what it does, and createComposeParts for its parts. */
export function createComposeModel(options: ComposeOptions): ComposeModel {
  const { clock, online, pages } = options;
  const parts = createComposeParts(options);
  const { store, layout, goneDrafts, persisted, senders, signatures } = parts;
  const { saving, uploads, waits, sending, deleting, opening, checks } = parts;
  const opens = createOpenActs({ ...options, ...parts, setPlace });
  const edits = createEditActs(parts);
  const unsaved = createUnsavedMessages(parts);
  let disposed = false;
  let looking: { stop(): void } | null = null;
  let waiting: { stop(): void } | null = null;

  const stopListening = online.onChange(() => {
    if (!online.isOnline() || disposed) return;
    uploads.resume('all');
    sending.deferred.resumeAll();
    saving.resume();
    opening.resume();
    deleting.resume();
    loadSenders();
  });

  function loadSenders(): void {
    senders.load();
    signatures.load();
  }

  function setPlace(id: string, place: WindowPlace): void {
    store.update(id, { view: { place } });
    if (place === 'window') parts.reopen(id);
  }

  async function takeOver(how: 'as-left' | 'aside'): Promise<void> {
    await takeOverWindows(parts, how);
    if (online.isOnline()) uploads.resume('lost');
    layout.makeRoom();
    checks.check();
  }

  /** What a page has open that is only loading anew would otherwise move here. */
  function takeOverLater(): void {
    const how = () => (store.views().length === 0 ? 'as-left' : 'aside');
    waiting = clock.after(RETURNS_WITHIN_MS, () => void takeOver(how()));
  }

  async function close(id: string): Promise<void> {
    const window = store.get(id);
    // The conflict must be resolved first: which of the two texts stays.
    if (!window || window.view.conflict) return;
    layout.hide(id);
    store.update(id, { closing: true });
    if (window.view.loading) store.remove(id);
    else if ((await cameToNothing(options.api, window)) && store.get(id)?.closing) await deleteDraft(id);
    else if (!isLocked(window.view)) await saving.save(id);
  }

  async function deleteDraft(id: string) {
    const messageId = store.get(id)?.view.messageId;
    if (messageId) goneDrafts.add(messageId);
    waits.giveUp(id, 'deleted');
    uploads.stopAll(id);
    return deleting.remove(id);
  }

  return {
    subscribe: store.subscribe,
    onEvent: store.onEvent,
    async boot() {
      await Promise.all([senders.restore(), signatures.restore()]);
      loadSenders();
      if (!pages.hasReturned && pages.mayAnotherReturn()) takeOverLater();
      else await takeOver('as-left');
      void parts.keptFiles.sweep().catch(() => undefined);
      looking = clock.every(LOOK_FOR_LEFT_EVERY_MS, () => {
        if (!pages.mayAnotherReturn()) void takeOver('aside');
      });
    },
    windows: store.views,
    window: (id) => store.views().find((view) => view.id === id) ?? null,
    senders: senders.list,
    loadSenders,
    signatures: signatures.list,
    signatureFor(id) {
      const view = store.get(id)?.view;
      return view ? parts.signatureFor(view) : null;
    },
    ...opens,
    ...{ setState: layout.setState, toggle: layout.toggle, setViewport: layout.setViewport, setPlace },
    close,
    ...edits,
    save: saving.save,
    sourceOf: uploads.source,
    retryFile: uploads.retry,
    deleteDraft,
    problems: (id) => parts.problems(id),
    problemsWhileWriting: (id) => parts.problems(id, problemsWhileWriting),
    awaitUploads: waits.begin,
    stopAwaiting: waits.giveUp,
    ...sending.acts,
    ...unsaved,
    persistNow: () => persisted.persistNow(),
    async dispose() {
      disposed = true;
      looking?.stop();
      waiting?.stop();
      stopListening();
      for (const part of [checks, saving, sending, deleting, opening, senders, signatures, waits])
        part.stop();
      await persisted.dispose();
    },
  };
}

import type { ComposeEvent, ComposeWindow } from './compose-model.ts';
import { hasContent } from './draft-content.ts';
import { type ContentPatch, hasUploads, isGone, type OpenWindow } from './open-window.ts';

export type ComposeStore = {
  subscribe(listener: () => void): () => void;
  onEvent(listener: (event: ComposeEvent) => void): () => void;
  emit(event: ComposeEvent): void;
  /** Something other than a window has changed. */
  notify(): void;
  /** Called with each window that changed, and with the id of one that was removed. */
  onChanged(listener: (window: OpenWindow | string) => void): void;
  all(): readonly OpenWindow[];
  get(id: string): OpenWindow | null;
  add(window: OpenWindow): void;
  remove(id: string): void;
  /** `view` is merged into the visible state. */
  update(id: string, patch: Partial<Omit<OpenWindow, 'view'>> & { view?: Partial<ComposeWindow> }): void;
  /** Changes the content that is saved. */
  changeContent(id: string, patch: ContentPatch, view?: Partial<ComposeWindow>): void;
  /** The windows that are shown. */
  views(): readonly ComposeWindow[];
  arrange(views: readonly ComposeWindow[]): void;
};

export function createComposeStore(): ComposeStore {
  const windows = new Map<string, OpenWindow>();
  const listeners = new Set<() => void>();
  const eventListeners = new Set<(event: ComposeEvent) => void>();
  const changeListeners = new Set<(window: OpenWindow | string) => void>();
  let shown: readonly ComposeWindow[] | null = null;

  function notify(): void {
    for (const listener of [...listeners]) listener();
  }

  function changed(what: OpenWindow | string): void {
    shown = null;
    for (const listener of changeListeners) listener(what);
    notify();
  }

  function put(window: OpenWindow): void {
    const unsaved = isUnsaved(window);
    const shownCc = window.view.shown.cc || window.view.cc.length > 0;
    const shownBcc = window.view.shown.bcc || window.view.bcc.length > 0;
    const { view } = window;
    if (view.unsaved !== unsaved || view.shown.cc !== shownCc || view.shown.bcc !== shownBcc) {
      window.view = { ...view, unsaved, shown: { cc: shownCc, bcc: shownBcc } };
    }
    windows.set(window.view.id, window);
    changed(window);
  }

  const store: ComposeStore = {
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    onEvent(listener) {
      eventListeners.add(listener);
      return () => void eventListeners.delete(listener);
    },
    emit(event) {
      for (const listener of [...eventListeners]) listener(event);
    },
    notify,
    onChanged: (listener) => void changeListeners.add(listener),
    all: () => [...windows.values()],
    get: (id) => windows.get(id) ?? null,
    add: put,
    remove(id) {
      if (windows.delete(id)) changed(id);
    },
    update(id, { view, ...patch }) {
      const window = windows.get(id);
      if (window) put({ ...window, ...patch, view: view ? { ...window.view, ...view } : window.view });
    },
    changeContent(id, patch, view) {
      const window = windows.get(id);
      if (!window) return;
      put({
        ...window,
        revision: window.revision + 1,
        view: { ...window.view, ...view, ...patch },
      });
    },
    views() {
      shown ??= [...windows.values()]
        .filter(({ closing, sent, deferred, view }) => !closing && !sent && !deferred && !isGone(view))
        .map(({ view }) => view);
      return shown;
    },
    arrange(views) {
      for (const view of views) {
        const window = windows.get(view.id);
        if (window && window.view !== view) put({ ...window, view });
      }
    },
  };
  return store;
}

function isUnsaved(window: OpenWindow): boolean {
  if (window.sent || isGone(window.view)) return false;
  if (hasUploads(window.view)) return true;
  return window.view.messageId === null ? hasContent(window) : window.revision !== window.savedRevision;
}

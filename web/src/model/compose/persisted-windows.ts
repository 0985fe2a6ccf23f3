import type { KeyValueStorage, ModelClock } from '../engine/environment.ts';
import { unsentPrefix } from '../engine/unsent-keys.ts';
import type { WindowLocks } from './compose-options.ts';
import type { ComposeStore } from './compose-store.ts';
import type { OpenWindow } from './open-window.ts';
import { windowKeyPrefix } from './persisted-keys.ts';

/** Windows in the browser's own storage, and the tab that each belongs to. */
export type PersistedWindows = {
  /** Resolves when the window's current state is stored. */
  persistNow(id?: string): Promise<void>;
  /** The windows that no living tab owns; this tab owns them now. */
  takeOver(): Promise<OpenWindow[]>;
  /** Whether the storage has confirmed the window's current state. */
  isPersisted(id: string): boolean;
  dispose(): Promise<void>;
};

/** Together with the editor's own delay, a keystroke is stored within a second. */
const PERSIST_AFTER_MS = 50;

export function createPersistedWindows(
  store: ComposeStore,
  {
    storage,
    locks,
    clock,
    email,
  }: { storage: KeyValueStorage; locks: WindowLocks; clock: ModelClock; email: string },
): PersistedWindows {
  const prefix = windowKeyPrefix(email);
  const held = new Map<string, Promise<(() => void) | null>>();
  const persistedQuotes = new Map<string, string | null>();
  const dirty = new Set<string>();
  const refused = new Set<string>();
  let timer: { stop(): void } | null = null;
  let disposed = false;
  /** Writes are sequential, so that none overtakes a later one. */
  let writing: Promise<void> = Promise.resolve();

  store.onChanged((what) => {
    dirty.add(typeof what === 'string' ? what : what.view.id);
    if (!disposed) timer ??= clock.after(PERSIST_AFTER_MS, () => void persistNow());
  });

  const keyOf = (id: string) => `${prefix}${id}`;
  /** Stored separately: the quote is long, and does not change while the user types. */
  const quoteKeyOf = (id: string) => `${unsentPrefix(email, 'compose-quote')}${id}`;

  function hold(id: string): Promise<(() => void) | null> {
    const holding = held.get(id) ?? locks.take(keyOf(id));
    held.set(id, holding);
    return holding;
  }

  async function release(id: string): Promise<void> {
    const holding = held.get(id);
    held.delete(id);
    (await holding)?.();
  }

  async function write(id: string): Promise<void> {
    const window = store.get(id);
    if (!window) {
      persistedQuotes.delete(id);
      await storage.remove(keyOf(id));
      await storage.remove(quoteKeyOf(id));
      return release(id);
    }
    if ((await hold(id)) === null) return;
    const { quote } = window.view;
    await storage.set(keyOf(id), { ...window, view: { ...window.view, quote: null } });
    if ((persistedQuotes.get(id) ?? null) === quote) return;
    await storage.set(quoteKeyOf(id), quote);
    persistedQuotes.set(id, quote);
  }

  async function writeDirty(ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      try {
        await write(id);
        refused.delete(id);
      } catch {
        refused.add(id);
        // The browser has no room, or is in private mode: then only the server keeps the draft.
      }
    }
  }

  function persistNow(id?: string): Promise<void> {
    const ids = id === undefined ? [...dirty] : dirty.has(id) ? [id] : [];
    for (const one of ids) dirty.delete(one);
    if (dirty.size === 0) {
      timer?.stop();
      timer = null;
    }
    writing = writing.then(() => writeDirty(ids));
    return writing;
  }

  async function take(key: string): Promise<OpenWindow | null> {
    const id = key.slice(prefix.length);
    if (store.get(id) || held.has(id)) return null;
    if ((await hold(id)) === null) {
      held.delete(id);
      return null;
    }
    const window = (await storage.get(key)) as OpenWindow | null | undefined;
    if (!window) {
      await release(id);
      return null;
    }
    const quote = (await storage.get(quoteKeyOf(id))) as string | null | undefined;
    persistedQuotes.set(id, quote ?? null);
    return { ...window, view: { ...window.view, quote: quote ?? null } };
  }

  return {
    persistNow,
    isPersisted: (id) => !dirty.has(id) && !refused.has(id),
    async takeOver() {
      const keys = await storage.keys(prefix).catch(() => []);
      const windows: OpenWindow[] = [];
      for (const key of keys) {
        const window = await take(key);
        if (window) windows.push(window);
      }
      return windows.toSorted((one, other) => one.openedAt - other.openedAt);
    },
    async dispose() {
      await persistNow();
      disposed = true;
      timer?.stop();
      for (const id of [...held.keys()]) await release(id);
    },
  };
}

/** Notifies listeners of changes, once per batch, and of events. */
export type Notifier<Event> = {
  /** Incremented with each change: values computed for an older version may be out of date. */
  version(): number;
  /** Announces all changes within it once, when the outermost batch ends. */
  batch<T>(change: () => T): T;
  subscribe(listener: () => void): () => void;
  /** Called after the listeners, when something changed. */
  onChanged(follow: () => void): void;
  /** Events that are emitted before there is a listener are queued for the first one. */
  emit(event: Event): void;
  onEvent(listener: (event: Event) => void): () => void;
};

export function createNotifier<Event>(): Notifier<Event> {
  const listeners = new Set<() => void>();
  const followers: (() => void)[] = [];
  const eventListeners = new Set<(event: Event) => void>();
  let unheard: Event[] | null = [];
  let version = 0;
  let depth = 0;
  return {
    version: () => version,
    batch(change) {
      depth++;
      try {
        return change();
      } finally {
        depth--;
        version++;
        if (depth === 0) {
          for (const listener of [...listeners]) listener();
          for (const follow of followers) follow();
        }
      }
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    onChanged: (follow) => void followers.push(follow),
    emit(event) {
      unheard?.push(event);
      for (const listener of [...eventListeners]) listener(event);
    },
    onEvent(listener) {
      eventListeners.add(listener);
      for (const event of unheard ?? []) listener(event);
      unheard = null;
      return () => void eventListeners.delete(listener);
    },
  };
}

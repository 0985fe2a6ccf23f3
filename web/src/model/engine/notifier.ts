/** Tells listeners of changes, once for each batch, and of events. */
export type Notifier<Event> = {
  /** Grows with each change: what was computed for an older version may be out of date. */
  version(): number;
  /** Whatever it changes is announced once, when the outermost batch ends. */
  batch<T>(change: () => T): T;
  subscribe(listener: () => void): () => void;
  /** Called after the listeners, when something changed. */
  onChanged(follow: () => void): void;
  /** What is told before anybody listens waits for the first who does. */
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

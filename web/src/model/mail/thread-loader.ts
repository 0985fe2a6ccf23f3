import type { ChangeSet } from '@bocau/contract/changes.ts';
import type { ApiClient } from '@bocau/contract/client.ts';
import type { Message } from '@bocau/contract/messages.ts';
import type { Thread, ThreadWithMessages } from '@bocau/contract/threads.ts';
import type { ModelClock } from '../engine/environment.ts';
import { createHeldLoader } from '../engine/held-loader.ts';
import type { MailStore } from './mail-store.ts';
import { rowOfThread } from './row-of-thread.ts';
import type { OpenThread } from './thread-cache.ts';

type ThreadLoader = {
  hold(id: string, path: string | null, peek: boolean): () => void;
  loadMessage(id: string): Promise<Message>;
  loadStale(): void;
  resume(): void;
};

type Deps = {
  store: MailStore;
  api: ApiClient;
  clock: ModelClock;
  ready(): Promise<void>;
  cached(thread: OpenThread): Promise<ThreadWithMessages | null>;
  markRead(thread: Thread): void;
};

export function createThreadLoader({ store, api, clock, ready, cached, markRead }: Deps): ThreadLoader {
  /** Opened, but it is not known yet whether they are unread. */
  const opening = new Set<string>();
  const loader = createHeldLoader<OpenThread, ChangeSet>({
    clock,
    log: store.log,
    batch: store.batch,
    entries: store.threads.all,
    isKnown: ({ detail }) => detail !== null,
    ready,
    load: (thread) => void load(thread),
    async lastSeen(thread) {
      const seen = await cached(thread);
      return seen && (() => (thread.detail ??= seen));
    },
  });

  function load(thread: OpenThread): Promise<void> {
    return loader.read<ThreadWithMessages>(thread, {
      async ask() {
        const query = { in: thread.path ?? undefined, expand: '-1', peek: 'true' } as const;
        return (await api.getThread({ params: { id: thread.id }, query })).data;
      },
      take(detail, changes) {
        const isOld = changes.some(
          ({ threads, merged }) =>
            threads.some(({ id }) => id === detail.id) || merged.some(({ id }) => id === detail.id),
        );
        // A slightly old state is better than none.
        if (!isOld || !thread.detail) store.threads.apply(thread, detail);
        if (isOld) (store.threads.get(thread.id, thread.path) ?? thread).stale = true;
        markOpened(thread.id, thread.path);
      },
      failed: () => markOpened(thread.id, thread.path),
    });
  }

  /** Once per opening: a thread that is marked unread while open stays unread. */
  function markOpened(id: string, path: string | null): void {
    const key = `${id} ${path ?? ''}`;
    if (!opening.has(key)) return;
    const row = shownRow(id, path);
    if (!row) return;
    opening.delete(key);
    if (row.unread) markRead(row);
  }

  function shownRow(id: string, path: string | null): Thread | null {
    const thread = store.threads.resolve(id);
    const folderId = path === null ? null : (store.folders.byPath(path)?.id ?? null);
    const rows = store.overlay.entity(thread)?.shown ?? store.pages.rowsOf(thread);
    const row = folderId === null ? undefined : rows.get(folderId);
    if (row) return row;
    const detail = store.threads.get(id, path)?.detail;
    if (!detail) return null;
    return rowOfThread(store.overlay.changeDetail(detail));
  }

  return {
    hold(id, path, peek) {
      const thread = store.threads.open(id, path);
      thread.holds++;
      if (thread.error) Object.assign(thread, { error: null, stale: true });
      if (!peek) {
        opening.add(`${thread.id} ${path ?? ''}`);
        markOpened(thread.id, path);
      }
      if (loader.isDue(thread)) void load(thread);
      let held = true;
      return () => {
        if (!held) return;
        held = false;
        const now = store.threads.get(id, path) ?? thread;
        now.holds = Math.max(0, now.holds - 1);
        if (now.holds === 0) opening.delete(`${thread.id} ${path ?? ''}`);
      };
    },
    async loadMessage(id) {
      const { data } = await api.getMessage({ params: { id }, query: {} });
      store.batch(() => store.threads.applyMessage(data));
      return data;
    },
    loadStale: loader.loadStale,
    resume: loader.resume,
  };
}

import type { ApiClient } from '@bocau/contract/client.ts';
import type { Message } from '@bocau/contract/messages.ts';
import type { Thread, ThreadWithMessages } from '@bocau/contract/threads.ts';
import type { ModelClock } from '../engine/environment.ts';
import { asApiError, createRetry, isUnreachable } from '../engine/retry.ts';
import type { MailStore } from './mail-store.ts';
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
  const loading = new Set<OpenThread>();
  /** Opened, and not known yet whether they are unread. */
  const opening = new Set<string>();
  const retry = createRetry(clock);

  async function load(thread: OpenThread): Promise<void> {
    loading.add(thread);
    if (!thread.detail) store.batch(() => (thread.loading = true));
    await ready();
    const reading = store.log.startReading();
    try {
      const { data } = await api.getThread({
        params: { id: thread.id },
        query: { in: thread.path ?? undefined, expand: '-1', peek: 'true' },
      });
      store.batch(() => {
        const isOld = reading
          .appliedSince()
          .some(
            ({ threads, merged }) =>
              threads.some(({ id }) => id === data.id) || merged.some(({ id }) => id === data.id),
          );
        // Better the state of a moment ago than none.
        if (!isOld || !thread.detail) store.threads.apply(thread, data);
        if (isOld) (store.threads.get(thread.id, thread.path) ?? thread).stale = true;
        thread.loading = false;
        markOpened(thread.id, thread.path);
      });
      retry.worked();
    } catch (thrown) {
      const error = asApiError(thrown);
      const old = thread.detail ?? (isUnreachable(error) ? await cached(thread) : null);
      store.batch(() => {
        thread.detail ??= old;
        thread.error = error;
        thread.stale = true;
        thread.loading = false;
        markOpened(thread.id, thread.path);
      });
      if (isUnreachable(error)) retry.later(resume, error.retryAfter);
    } finally {
      reading.done();
      loading.delete(thread);
    }
    loadStale();
  }

  function isDue(thread: OpenThread): boolean {
    return thread.holds > 0 && (thread.stale || !thread.detail) && !thread.error && !loading.has(thread);
  }

  function loadStale(): void {
    for (const thread of store.threads.all()) if (isDue(thread)) void load(thread);
  }

  function resume(): void {
    retry.reset();
    for (const thread of store.threads.all()) {
      if (thread.error && isUnreachable(thread.error)) thread.error = null;
    }
    loadStale();
  }

  /** Once for each opening: what is marked unread while it is open stays so. */
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
    const { messages: _messages, snippets: _snippets, ...own } = store.overlay.changeDetail(detail);
    return own;
  }

  return {
    hold(id, path, peek) {
      const thread = store.threads.open(id, path);
      thread.holds++;
      thread.error = null;
      if (!peek) {
        opening.add(`${thread.id} ${path ?? ''}`);
        markOpened(thread.id, path);
      }
      if (isDue(thread)) void load(thread);
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
    loadStale,
    resume,
  };
}

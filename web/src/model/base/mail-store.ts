import type { Quota, User } from '@bocau/contract/account.ts';
import type { BulkJob } from '@bocau/contract/bulk.ts';
import type { ChangeSet } from '@bocau/contract/changes.ts';
import { createOverlay, type Overlay } from '../acts/overlay.ts';
import type { ModelEvent } from '../mail-model.ts';
import { type ChangeLog, createChangeLog } from './change-log.ts';
import { createFolderTree, type FolderTree } from './folder-tree.ts';
import { createListPages, type ListPages } from './list-pages.ts';
import { createThreadCache, type ThreadCache } from './thread-cache.ts';

/** All that is known, and who is told when it changes. */
export type MailStore = {
  readonly folders: FolderTree;
  readonly pages: ListPages;
  readonly threads: ThreadCache;
  readonly overlay: Overlay;
  readonly log: ChangeLog;
  readonly bulkJobs: Map<string, BulkJob>;
  user: User | null;
  quota: Quota | null;
  /** The number up to which the journal is laid; null until the first one is known. */
  seq: number | null;
  /** The order or the names of folders may have changed: they are to be fetched again. */
  foldersStale: boolean;
  version(): number;
  /** Whatever it changes is told once, when the outermost batch ends. */
  batch<T>(change: () => T): T;
  /** The same door for what others did and for what we did ourselves. */
  layChanges(changes: ChangeSet): void;
  subscribe(listener: () => void): () => void;
  /** Told after the listeners, when something changed. */
  onChanged(follow: () => void): void;
  emit(event: ModelEvent): void;
  onEvent(listener: (event: ModelEvent) => void): () => void;
};

export function createMailStore(): MailStore {
  const folders = createFolderTree();
  const pages = createListPages(folders);
  const threads = createThreadCache();
  const overlay = createOverlay({
    places: folders.places,
    resolve: threads.resolve,
    rowsOf: pages.rowsOf,
  });
  const log = createChangeLog();
  const listeners = new Set<() => void>();
  const followers: (() => void)[] = [];
  const eventListeners = new Set<(event: ModelEvent) => void>();
  let version = 0;
  let depth = 0;

  const store: MailStore = {
    folders,
    pages,
    threads,
    overlay,
    log,
    bulkJobs: new Map(),
    user: null,
    quota: null,
    seq: null,
    foldersStale: false,
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
    layChanges(changes) {
      if (store.seq !== null && changes.seq <= store.seq) return;
      store.batch(() => {
        if (folders.layChanges(changes)) store.foldersStale = true;
        pages.layChanges(changes);
        threads.layChanges(changes);
        overlay.layChanges(changes);
        store.quota = changes.quota;
        store.seq = changes.seq;
        log.laid(changes);
      });
      if (changes.settings) store.emit({ kind: 'settings-changed' });
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    onChanged: (follow) => void followers.push(follow),
    emit(event) {
      for (const listener of [...eventListeners]) listener(event);
    },
    onEvent(listener) {
      eventListeners.add(listener);
      return () => void eventListeners.delete(listener);
    },
  };
  return store;
}

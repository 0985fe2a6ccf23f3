import { ApiError } from '@bocau/contract/client.ts';
import { STARRED } from '@bocau/contract/folder-roles.ts';
import type { Folder } from '@bocau/contract/folders.ts';
import type { Label } from '@bocau/contract/labels.ts';
import type { ThreadWithMessages } from '@bocau/contract/threads.ts';
import { WAITING } from '@bocau/contract/waiting-list.ts';
import { allFolders, type Counts, countsWith, treeWith } from './folder-tree.ts';
import { labelsWith } from './label-list.ts';
import type { Page } from './list-pages.ts';
import { EMPTY_LIST, sameFields, viewPage } from './list-view.ts';
import type { ListView, PageRef, ThreadView } from './mail-model.ts';
import type { MailStore } from './mail-store.ts';
import { hideElsewhere } from './operations/change-detail.ts';
import type { Places } from './operations/places.ts';
import type { OpenThread } from './thread-cache.ts';

type ModelViews = {
  list(ref: PageRef): ListView;
  thread(id: string, path: string | null): ThreadView;
  folders(): readonly Folder[];
  folderById(id: string): Folder | null;
  folderByPath(path: string): Folder | null;
  starredCounts(): Counts;
  labels(): readonly Label[];
  /** How many conversations wait for an answer. */
  waiting(): number;
};

const EMPTY_THREAD: ThreadView = { loading: 'idle', thread: null, error: null };
const GONE = new ApiError(404, 'thread_not_found', 'Conversation not found');

/** What the readers return: computed on demand, and the same object until its content changes. */
export function createModelViews(store: MailStore): ModelViews {
  const lists = new WeakMap<Page, { version: number; view: ListView }>();
  const threads = new WeakMap<OpenThread, { version: number; view: ThreadView }>();
  const visible = new WeakMap<ThreadWithMessages, ThreadWithMessages>();
  let folders: { version: number; tree: readonly Folder[]; byId: Map<string, Folder> } = {
    version: -1,
    tree: [],
    byId: new Map(),
  };
  let labels: { version: number; all: readonly Label[]; waiting: number } = {
    version: -1,
    all: [],
    waiting: 0,
  };
  let starred: Counts = { total_threads: 0, unread_threads: 0 };

  function readFolders() {
    if (folders.version === store.version()) return folders;
    const applied = treeWith(store.folders.tree(), store.overlay.countDifferences());
    const tree = keepSame(folders.tree, applied);
    const byId =
      tree === folders.tree ? folders.byId : new Map(allFolders(tree).map((folder) => [folder.id, folder]));
    folders = { version: store.version(), tree, byId };
    return folders;
  }

  /** The list of what waits for an answer is read like a label's, and is none. */
  function readLabels() {
    if (labels.version === store.version()) return labels;
    const lists = labelsWith(store.labels.all(), store.overlay.countDifferences());
    const next = lists.filter(({ id }) => id !== WAITING);
    const isSame =
      next.length === labels.all.length &&
      next.every((label, index) => sameFields<object>(labels.all[index] as Label, label));
    const waiting = lists.find(({ id }) => id === WAITING)?.total ?? 0;
    labels = { version: store.version(), all: isSame ? labels.all : next, waiting };
    return labels;
  }

  function readVisible(detail: ThreadWithMessages, places: Places): ThreadWithMessages {
    const kept = visible.get(detail);
    if (kept) return kept;
    const shown = hideElsewhere(detail, places);
    visible.set(detail, shown);
    return shown;
  }

  function viewThread(thread: OpenThread, before: ThreadView): ThreadView {
    const { detail, error, loading } = thread;
    const places = store.folders.places();
    const applied = detail && store.overlay.changeDetail(detail);
    const shown = applied && places ? readVisible(applied, places) : applied;
    if (shown?.messages.length === 0) return { loading: 'failed', thread: null, error: GONE };
    const next: ThreadView = {
      loading: shown ? 'ready' : loading ? 'loading' : error ? 'failed' : 'idle',
      thread: shown,
      error,
    };
    return sameFields(before, next) ? before : next;
  }

  return {
    list(ref) {
      const page = store.pages.get(ref);
      if (!page) return EMPTY_LIST;
      const kept = lists.get(page);
      if (kept?.version === store.version()) return kept.view;
      const view = viewPage(store, page, kept?.view ?? EMPTY_LIST);
      lists.set(page, { version: store.version(), view });
      return view;
    },
    thread(id, path) {
      const thread = store.threads.get(id, path);
      if (!thread) return EMPTY_THREAD;
      const kept = threads.get(thread);
      if (kept?.version === store.version()) return kept.view;
      const view = viewThread(thread, kept?.view ?? EMPTY_THREAD);
      threads.set(thread, { version: store.version(), view });
      return view;
    },
    folders: () => readFolders().tree,
    folderById: (id) => readFolders().byId.get(id) ?? null,
    folderByPath(path) {
      const folder = store.folders.byPath(path);
      return folder ? (readFolders().byId.get(folder.id) ?? null) : null;
    },
    starredCounts() {
      const next = countsWith(store.folders.starred(), store.overlay.countDifferences().get(STARRED));
      if (!sameFields(starred, next)) starred = next;
      return starred;
    },
    labels: () => readLabels().all,
    waiting: () => readLabels().waiting,
  };
}

/** The new tree, reusing the old one's objects where they are equal. */
function keepSame(before: readonly Folder[], next: readonly Folder[]): readonly Folder[] {
  const old = new Map(before.map((folder) => [folder.id, folder]));
  const kept = next.map((folder) => {
    const known = old.get(folder.id);
    if (!known) return folder;
    const children = keepSame(known.children, folder.children);
    const { children: _mine, ...fields } = folder;
    if (children === known.children && sameFields<object>(known, fields)) return known;
    return { ...folder, children: [...children] };
  });
  return kept.length === before.length && kept.every((folder, index) => folder === before[index])
    ? before
    : kept;
}

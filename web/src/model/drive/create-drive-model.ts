import type { ApiClient } from '@bocau/contract/client.ts';
import type { DriveFile } from '@bocau/contract/drive.ts';
import { createChangeSync } from '../engine/change-sync.ts';
import type { ClaimTab, KeyValueStorage, ModelClock, Online } from '../engine/environment.ts';
import { createNotifier } from '../engine/notifier.ts';
import { createOperationQueue, type OperationQueue } from '../engine/operation-queue.ts';
import { createOverlay, type Overlay } from '../engine/overlay.ts';
import { createPagedLoader, markStale } from '../engine/paged-loader.ts';
import { firstOf, type PendingOperation } from '../engine/pending-operation.ts';
import { createPersistedOperations } from '../engine/persisted-operations.ts';
import { createDriveCopies } from './drive-copies.ts';
import { createDriveLists, isOutdated, isUnheard, type KnownList } from './drive-lists.ts';
import type { DriveAct, DriveEvent, DriveModel, DriveUsage } from './drive-model.ts';
import type { Drive, DriveOperation } from './drive-noun.ts';
import {
  isOwn,
  kindOfOperation,
  portionsOf,
  renamedBy,
  rowsByList,
  sendOperation,
} from './drive-operations.ts';
import { findEntry } from './find-entry.ts';
import { drivePages } from './load-list.ts';
import { createOfflineDrive } from './offline-drive.ts';
import { type DriveChanges, type EntryChange, readChanges } from './read-changes.ts';

/** The drive's operations need to know nothing about the lists before they are sent. */
const LISTS = {};

type Options = {
  api: ApiClient;
  clock: ModelClock;
  storage: KeyValueStorage;
  online: Online;
  /** Whose drive it is: unsent operations are persisted under this name. */
  owner: string;
  tabId: string;
  claim?: ClaimTab | undefined;
};

/** Puts the parts together; see DriveModel for what they do. */
export function createDriveModel(options: Options): DriveModel {
  const { api, clock, storage, online, owner, tabId, claim } = options;
  const notifier = createNotifier<DriveEvent>();
  let seq: number | null = null;
  let usage: DriveUsage | null = null;
  let deletions: readonly DriveFile[] = [];
  let isClosed = false;
  let starting: Promise<void> | null = null;

  const overlay: Overlay<Drive> = createOverlay<Drive>({
    kindOf: kindOfOperation,
    lists: () => LISTS,
    resolve: (id) => id,
    rowsOf: (id) => lists.rowsOf(id),
    addImplied: () => undefined,
    count: () => ({ entries: 1 }),
  });
  const lists = createDriveLists(() => overlay);
  const loader = createPagedLoader({ clock, lists, notifier, start, lastSeen, ...drivePages(api) });
  const persisted = createPersistedOperations<Drive>({
    queue: (): OperationQueue<Drive> => queue,
    storage,
    clock,
    tabId,
    claim,
    name: 'drive-acts',
  });
  const offline = createOfflineDrive({ storage, clock, owner, usage: () => usage, lists: () => lists.all() });
  const sync = createChangeSync<Drive>({
    clock,
    queue: (): OperationQueue<Drive> => queue,
    batch: notifier.batch,
    seq: () => (isClosed ? null : seq),
    async fetchChanges(since, apply) {
      const changes = await readChanges(api, since);
      apply(() => applyChanges(changes));
    },
    async fetchEverything(apply) {
      const present = await readChanges(api, null);
      apply(() => {
        seq = present.seq;
        usage = present.usage;
        markAllStale(() => true);
      });
      void readDeletions();
    },
  });
  const queue: OperationQueue<Drive> = createOperationQueue<Drive>({
    kindOf: kindOfOperation,
    send: (operation) => sendOperation(api, operation),
    lists: () => LISTS,
    resolve: (id) => id,
    overlay,
    batch: notifier.batch,
    clock,
    isOnline: online.isOnline,
    changed: persisted.changed,
    refused(pending, error) {
      // A refused operation may still be done in part, and the journal does not cover other people's entries.
      if (!pending.targets.every(({ row }) => isOwn(row))) notifier.batch(() => markAllStale(isUnheard));
      notifier.emit({
        kind: 'refused',
        operation: firstOf(pending).operation,
        error,
        undoing: pending.undoes !== null,
      });
    },
    confirmed: takeAnswer,
    sync: sync.sync,
  });
  const copies = createDriveCopies({ api, clock, isClosed: () => isClosed, batch: notifier.batch, show });
  notifier.onChanged(loader.loadStale);
  notifier.onChanged(offline.changed);
  const stopListening = online.onChange(() => {
    if (online.isOnline()) resume();
  });

  function applyEntries(entries: readonly EntryChange[]): void {
    for (const entry of entries) lists.applyEntry(entry);
    overlay.applyChanges({
      outcomes: entries.map(({ id, file }) => ({
        id,
        rows: new Map([...(file ? rowsByList(file) : []), ...lists.rowsOf(id)]),
      })),
      merged: [],
    });
  }

  /** Applies changes of other people's entries, which the journal of this drive does not contain. */
  function applyUnheard(files: readonly DriveFile[]): void {
    applyEntries(files.filter((file) => !isOwn(file)).map((file) => ({ id: file.id, file })));
  }

  function takeAnswer({ operation, answer }: PendingOperation<Drive>): void {
    if (operation.kind === 'trash') {
      const gone = operation.files.filter((file) => !isOwn(file));
      applyEntries(gone.map(({ id }) => ({ id, file: null })));
    }
    applyUnheard(answer?.files ?? []);
    // A restored entry of another person is listed again, at a position that only the server knows.
    if (operation.kind === 'restore' && !operation.files.every(isOwn)) markAllStale(isUnheard);
    const entries = renamedBy(operation, answer?.files ?? []);
    if (entries.length > 0) notifier.emit({ kind: 'renamed', entries });
  }

  function markAllStale(which: (list: KnownList) => boolean): void {
    for (const list of lists.all()) if (which(list)) markStale(list);
  }

  function applyChanges(changes: DriveChanges): void {
    seq = changes.seq;
    applyEntries(changes.entries);
    usage = changes.usage;
    markAllStale((list) => isOutdated(list, changes));
    if (changes.isTrashTouched) void readDeletions();
  }

  /** When this fails, it is retried at the next change. */
  async function readDeletions(): Promise<void> {
    const read = await api.listDriveDeletions({}).catch(() => null);
    if (!isClosed && read) notifier.batch(() => (deletions = read.data));
  }

  /** The journal's number is read first: everything read after it is at least as new. */
  function start(): Promise<void> {
    starting ??= (async () => {
      const present = await readChanges(api, null);
      seq = present.seq;
      usage = present.usage;
      void readDeletions();
      void copies.resume();
      if (!isClosed) await persisted.restore(owner);
      if (isClosed) return;
      queue.resume();
      // Operations that began before the number was known may be answered by now.
      sync.resume();
    })().catch((error: unknown) => {
      starting = null;
      throw error;
    });
    return starting;
  }

  /** The list as cached on this device, with the operations that were begun since and not sent. */
  async function lastSeen(list: KnownList): Promise<(() => void) | null> {
    await persisted.restore(owner);
    const [page, lastUsage] = await Promise.all([offline.page(list.key), offline.usage()]);
    if (isClosed || !page) return null;
    return () => {
      list.page ??= page;
      usage ??= lastUsage;
    };
  }

  function resume(): void {
    if (isClosed) return;
    loader.resume();
    queue.resume();
    sync.resume();
    sync.sync();
    notifier.batch(loader.loadStale);
  }

  function act(operation: DriveOperation): DriveAct {
    const pending = queue.begin(operation);
    return { id: pending.id, operation, undo: async () => queue.undo(pending), settled: pending.settled };
  }

  /** Settles when the screen shows what the server has created. */
  async function show(): Promise<void> {
    sync.sync();
    await sync.idle();
  }

  return {
    subscribe: notifier.subscribe,
    onEvent: notifier.onEvent,
    view: lists.view,
    hold(ref, order) {
      const list = lists.get(ref, order);
      list.holds += 1;
      notifier.batch(() => {
        if (loader.isLoading(list) || (!list.error && !isUnheard(list))) return;
        list.error = null;
        list.stale = true;
      });
      return () => lists.release(list);
    },
    loadMore: (ref, order) => loader.loadMore(lists.get(ref, order)),
    async refresh(ref, order) {
      const list = lists.get(ref, order);
      notifier.batch(() => (list.error = null));
      sync.sync();
      await Promise.all([loader.load(list), sync.idle()]);
    },
    find: (id) => findEntry(api, id),
    usage: () => usage,
    deletions: () => deletions,
    async markDeletionsSeen(files) {
      notifier.batch(() => (deletions = deletions.filter((one) => !files.includes(one))));
      try {
        for (const ids of portionsOf(files)) await api.markDriveDeletionsSeen({ body: { ids } });
      } catch (error) {
        const told = new Set(deletions.map(({ id }) => id));
        const back = files.filter(({ id }) => !told.has(id));
        notifier.batch(() => (deletions = [...back, ...deletions]));
        throw error;
      }
    },
    act,
    async createFolder(parentId, name): Promise<DriveFile> {
      const { data } = await api.createDriveFolder({
        body: { name, parent_id: parentId, on_conflict: 'fail' },
      });
      notifier.batch(() => lists.applyEntry({ id: data.id, file: data }));
      await show();
      return data;
    },
    async copy(files, to) {
      const made = await copies.copy(files, to);
      notifier.batch(() => applyUnheard(made));
      await show();
      return made;
    },
    copies: copies.jobs,
    cancelCopy: copies.cancel,
    forgetCopy: copies.forget,
    undoCopy: copies.undo,
    async emptyTrash() {
      await api.deleteDriveFiles({ body: {} });
      markAllStale(({ ref }) => ref.kind === 'trash');
      notifier.batch(loader.loadStale);
      await show();
    },
    async restoreVersion(id, version) {
      const { data } = await api.restoreVersion({ params: { id, version } });
      notifier.batch(() => applyUnheard([data]));
      await show();
    },
    start,
    changed: sync.sync,
    connected: resume,
    close() {
      isClosed = true;
      queue.pause();
      loader.close();
      persisted.close();
      offline.close();
      stopListening();
    },
  };
}

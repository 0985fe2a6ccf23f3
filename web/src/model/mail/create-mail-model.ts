import type { Folder } from '@bocau/contract/folders.ts';
import { singleId } from '@bocau/contract/single-messages.ts';
import { createChangeSync } from '../engine/change-sync.ts';
import { ignoreFailure } from '../engine/offline-cache.ts';
import { createOperationQueue, type OperationQueue } from '../engine/operation-queue.ts';
import { createPersistedOperations } from '../engine/persisted-operations.ts';
import type { FrameData } from '../session/session-member.ts';
import { createBulkJobs } from './bulk-jobs.ts';
import { fetchChanges, fetchEverything } from './fetch-changes.ts';
import { createFolderOperations } from './folder-operations.ts';
import { createLabelOperations } from './label-operations.ts';
import { createListLoader } from './list-loader.ts';
import type { Act, MailModel } from './mail-model.ts';
import type { MailOptions } from './mail-options.ts';
import { createMailStore } from './mail-store.ts';
import { createModelViews } from './model-views.ts';
import { createOfflineMailbox } from './offline-mailbox.ts';
import type { Mail } from './operations/operation-kind.ts';
import { kindOf } from './operations/operation-kinds.ts';
import { createStuckActs, userActOf } from './stuck-acts.ts';
import { createThreadLoader } from './thread-loader.ts';

/** Puts the parts together; see MailModel for what they do. */
export function createMailModel(options: MailOptions): MailModel {
  const { session, clock, storage, online, tabId, claim } = options;
  const { api } = session;
  const store = createMailStore();
  const views = createModelViews(store);
  const started = Promise.withResolvers<void>();
  let isFirstTry = true;
  let ended = false;

  const offlineMailbox = createOfflineMailbox(store, session, storage, clock);
  const persistedOperations = createPersistedOperations<Mail>({
    queue: (): OperationQueue<Mail> => queue,
    storage,
    clock,
    tabId,
    claim,
    name: 'acts',
  });
  const sync = createChangeSync<Mail>({
    clock,
    queue: (): OperationQueue<Mail> => queue,
    batch: store.batch,
    seq: () => store.seq,
    fetchChanges: (since, apply) => fetchChanges({ store, api }, since, apply),
    fetchEverything: (apply) => fetchEverything({ store, api }, apply),
  });
  const stuckActs = createStuckActs(() => store.batch(() => undefined));
  const queue: OperationQueue<Mail> = createOperationQueue<Mail>({
    kindOf,
    send: (step, places) => kindOf(step).send(step, api, places),
    lists: store.folders.places,
    resolve: store.threads.resolve,
    overlay: store.overlay,
    batch: store.batch,
    clock,
    isOnline: online.isOnline,
    changed() {
      persistedOperations.changed();
      stuckActs.follow(queue.stuck());
    },
    refused: (pending, error) => store.emit({ kind: 'operation-refused', ...userActOf(pending), error }),
    confirmed(pending) {
      for (const thread of store.threads.all()) {
        if (thread.detail) thread.detail = store.overlay.changeDetail(thread.detail, [pending]);
      }
    },
    sync: sync.sync,
  });
  /** Settles when the server has said who is signed in, or is out of reach. */
  const ready = () => started.promise;
  const lists = createListLoader({
    store,
    api,
    clock,
    ready,
    cached: offlineMailbox.page,
    async catchUp() {
      sync.sync();
      await sync.idle();
    },
  });
  const threads = createThreadLoader({
    store,
    api,
    clock,
    ready,
    cached: offlineMailbox.thread,
    markRead(thread) {
      if (session.user()?.domain_verified !== true) return;
      queue.begin({
        kind: 'mark',
        groups: [{ folderId: thread.folder_id, threads: [thread] }],
        unread: false,
      });
    },
  });
  const folderOperations = createFolderOperations({ store, api, sync });
  const labelOperations = createLabelOperations({ store, api, sync });
  const bulkJobs = createBulkJobs(store, api);
  store.onChanged(() => {
    if (store.listsStale) {
      store.listsStale = false;
      sync.reload();
    }
    lists.loadStale();
    threads.loadStale();
    folderOperations.loadStale();
  });

  // Keeps the user's address current after a rename, so that no password prompt names the old one.
  store.onEvent(({ kind }) => {
    if (kind === 'settings-changed') ignoreFailure(session.readUser());
  });

  const stopListening = online.onChange(() => {
    if (online.isOnline() && !ended) queue.resume();
  });

  session.join({
    numbers: () => ({ ...(store.seq !== null && { since: store.seq }) }),
    async start() {
      const isAnew = !isFirstTry;
      isFirstTry = false;
      const { data: present } = await api.getChanges({ query: {} });
      return async ({ email }) => {
        store.seq = present.seq;
        store.single = present.single === true;
        // Pages and threads that were cached or loaded before may be older.
        store.pages.forget();
        store.threads.forget();
        started.resolve();
        const [folders, labels] = await Promise.all([api.listFolders({}), api.listLabels({})]);
        store.batch(() => {
          store.quota = present.quota;
          store.folders.apply(folders.data, folders.meta.starred);
          store.labels.apply(labels.data);
        });
        if (isAnew) store.emit({ kind: 'settings-changed' });
        await persistedOperations.restore(email);
        queue.resume();
      };
    },
    refused: started.resolve,
    async outOfReach(person) {
      store.seq = null;
      if (!store.folders.isLoaded()) await offlineMailbox.restore(person);
      const user = session.user();
      if (user) await persistedOperations.restore(user.email);
      started.resolve();
    },
    /** Operations that apply to the cached mailbox are restored with it, and wait for the server. */
    async lastSeen(person) {
      if (!(await offlineMailbox.showLastSeen(person))) return false;
      await persistedOperations.restore(person);
      return true;
    },
    frames: {
      changes: applyChanges,
      refetch: sync.reload,
      new_mail: ({ thread, message_id: messageId }) => store.emit({ kind: 'new-mail', thread, messageId }),
      bulk_progress: bulkJobs.apply,
    },
    connected() {
      queue.resume();
      sync.resume();
      lists.resume();
      threads.resume();
      bulkJobs.refresh().catch(() => undefined);
    },
    tryNow: queue.resume,
    ended() {
      ended = true;
      queue.pause();
      offlineMailbox.close();
    },
    closed() {
      stopListening();
      persistedOperations.close();
    },
  });

  function applyChanges(changes: FrameData<'changes'>): void {
    store.applyChanges(changes);
    for (const { folder_id: folder, message_id: messageId, thread_id: id } of changes.new_elsewhere ?? []) {
      const rowId = changes.single ? singleId(messageId) : id;
      const changed = changes.threads.find((each) => each.id === rowId);
      const row = changed?.rows.find(({ list }) => list === folder);
      if (row) store.emit({ kind: 'new-mail', thread: row.thread, messageId });
    }
  }

  function act(operation: Act['operation']): Act {
    const pending = queue.begin(operation);
    return {
      id: pending.id,
      operation,
      undo: async () => queue.undo(pending),
      settled: pending.settled,
    };
  }

  return {
    subscribe: store.subscribe,
    onEvent: store.onEvent,
    quota: () => store.quota,
    ...views,
    holdList: lists.hold,
    async refreshList(ref) {
      sync.sync();
      await Promise.all([lists.refresh(ref), sync.idle()]);
    },
    holdThread: (id, path, how) => threads.hold(id, path, how?.peek ?? false),
    loadMessage: threads.loadMessage,
    message: store.threads.message,
    act,
    stuckActs: stuckActs.read,
    takeBackStuck: () => queue.undoStuck().map(userActOf),
    takeBackWaiting() {
      // Marking read is skipped: it mostly happens by opening a thread, which no one means to undo.
      const taken = queue.undoWaiting((operation) => operation.kind !== 'mark' || operation.unread);
      return taken && userActOf(taken);
    },
    createFolder: (input): Promise<Folder> => ready().then(() => folderOperations.create(input)),
    updateFolder: (id, input): Promise<Folder> => ready().then(() => folderOperations.update(id, input)),
    placeFolder: (id, spot): Promise<Folder> => ready().then(() => folderOperations.place(id, spot)),
    deleteFolder: (id, to) => ready().then(() => folderOperations.remove(id, to)),
    createLabel: (input) => ready().then(() => labelOperations.createLabel(input)),
    changeLabel: (id, change) => ready().then(() => labelOperations.changeLabel(id, change)),
    deleteLabel: (id) => ready().then(() => labelOperations.deleteLabel(id)),
    startBulk: (input) => ready().then(() => bulkJobs.startBulk(input)),
    startFilter: (id, path) => ready().then(() => bulkJobs.startFilter(id, path)),
    followBulk: bulkJobs.followBulk,
    latestBulkJobs: bulkJobs.latestBulkJobs,
    bulkJob: bulkJobs.bulkJob,
    cancelBulk: bulkJobs.cancelBulk,
    undoBulk: bulkJobs.undoBulk,
  };
}

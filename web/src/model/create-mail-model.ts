import { ApiError } from '@bocau/contract/client.ts';
import type { Folder } from '@bocau/contract/folders.ts';
import { SOCKET_CLOSES, type SocketFrame } from '@bocau/contract/socket.ts';
import { createActQueue, createUndoStack } from './acts/act-queue.ts';
import { createModelViews } from './acts/model-views.ts';
import { createMailStore } from './base/mail-store.ts';
import { createKeptActs } from './kept/kept-acts.ts';
import { createKeptMailbox } from './kept/kept-mailbox.ts';
import type { Act, MailModel } from './mail-model.ts';
import type { ModelOptions } from './model-options.ts';
import { createBulkJobs } from './sync/bulk-jobs.ts';
import { createChangeSync } from './sync/change-sync.ts';
import { createConnection } from './sync/connection.ts';
import { asApiError, isUnreachable } from './sync/failures.ts';
import { createFolderActs } from './sync/folder-acts.ts';
import { createListLoader } from './sync/list-loader.ts';
import { createThreadLoader } from './sync/thread-loader.ts';
import { watchApi } from './sync/watch-api.ts';

/** Puts the parts together; see MailModel for what they do. */
export function createMailModel(options: ModelOptions): MailModel {
  const { clock, storage, online, tabId } = options;
  const store = createMailStore();
  const views = createModelViews(store);
  const started = Promise.withResolvers<void>();
  let loading: Promise<void> | null = null;
  let ended = false;

  const api = watchApi(options.api, {
    sessionEnded: endSession,
    forbidden: (error) => store.emit({ kind: 'forbidden', error }),
  });
  const keptMailbox = createKeptMailbox(store, storage, clock);
  const keptActs = createKeptActs(() => queue, storage, clock, tabId);
  const sync = createChangeSync({ store, api, clock, queue: () => queue });
  const queue = createActQueue({
    store,
    api,
    clock,
    isOnline: online.isOnline,
    changed: keptActs.changed,
    askTruth: sync.sync,
  });
  const undoStack = createUndoStack(queue);
  const ready = () => started.promise;
  const lists = createListLoader({ store, api, clock, ready, kept: keptMailbox.page });
  const threads = createThreadLoader({
    store,
    api,
    clock,
    ready,
    kept: keptMailbox.thread,
    markRead(thread) {
      if (store.user?.domain_verified !== true) return;
      queue.begin({
        kind: 'mark',
        groups: [{ folderId: thread.folder_id, threads: [thread] }],
        unread: false,
      });
    },
  });
  const folderActs = createFolderActs({ store, api, sync });
  const bulkJobs = createBulkJobs(store, api);
  const connection = createConnection({
    clock,
    online,
    open: (listener) =>
      store.user && store.seq !== null
        ? options.openSocket({ room: store.user.email, since: store.seq }, listener)
        : null,
    prepare: () => void load(),
    frame: take,
    connected() {
      queue.resume();
      sync.resume();
      lists.resume();
      threads.resume();
      bulkJobs.refresh().catch(() => undefined);
    },
    refused(code) {
      if (code === SOCKET_CLOSES.session_required) endSession();
      else store.emit({ kind: 'forbidden', error: new ApiError(403, 'forbidden', 'The socket was refused') });
    },
    changed: () => store.batch(() => undefined),
  });
  store.onChanged(() => {
    lists.loadStale();
    threads.loadStale();
    folderActs.loadStale();
  });

  const stopListening = online.onChange(() => {
    if (online.isOnline() && !ended) queue.resume();
  });

  function take(frame: SocketFrame): void {
    if (frame.event === 'changes') store.layChanges(frame.data);
    if (frame.event === 'refetch') sync.reload();
    if (frame.event === 'new_mail') store.emit({ kind: 'new-mail', thread: frame.data.thread });
    if (frame.event === 'bulk_progress') bulkJobs.lay(frame.data);
    if (frame.event === 'enable_smtp') {
      const { user } = store;
      store.batch(() => (store.user = user && { ...user, ...frame.data }));
      store.emit({ kind: 'enable-smtp-changed' });
    }
  }

  function endSession(): void {
    if (ended) return;
    ended = true;
    queue.pause();
    connection.close();
    store.emit({ kind: 'session-ended' });
  }

  function load(): Promise<void> {
    loading ??= fetchAll().finally(() => {
      loading = null;
    });
    return loading;
  }

  /** The number comes first: whatever is read after it is not older than it. */
  async function fetchAll(): Promise<void> {
    try {
      const isAnew = store.folders.isLoaded();
      const [user, present] = await Promise.all([api.getUserInfo({}), api.getChanges({ query: {} })]);
      store.user = user.data;
      store.seq = present.data.seq;
      // What was kept, or read before, may be older.
      store.pages.forget();
      store.threads.forget();
      started.resolve();
      const folders = await api.listFolders({});
      store.batch(() => {
        store.quota = present.data.quota;
        store.folders.lay(folders.data, folders.meta.starred);
      });
      if (isAnew) store.emit({ kind: 'settings-changed' });
      await keptActs.adopt(user.data.email);
      queue.resume();
      connection.start();
    } catch (thrown) {
      await fail(asApiError(thrown));
    }
  }

  async function fail(error: ApiError): Promise<void> {
    if (ended || !isUnreachable(error)) return started.resolve();
    store.seq = null;
    if (!store.folders.isLoaded() && (await keptMailbox.restore()) && store.user) {
      await keptActs.adopt(store.user.email);
    }
    started.resolve();
    connection.fail();
  }

  function act(operation: Act['operation']): Act {
    const pending = queue.begin(operation);
    undoStack.push(pending);
    return {
      id: pending.id,
      operation,
      undo: async () => queue.takeBack(pending),
      settled: pending.settled,
    };
  }

  return {
    subscribe: store.subscribe,
    onEvent: store.onEvent,
    boot: load,
    user: () => store.user,
    quota: () => store.quota,
    ...views,
    connection: connection.state,
    tryNow() {
      queue.resume();
      connection.tryNow();
    },
    holdList: lists.hold,
    async refreshList(ref) {
      sync.sync();
      await Promise.all([lists.refresh(ref), sync.idle()]);
    },
    holdThread: (id, path, how) => threads.hold(id, path, how?.peek ?? false),
    loadMessage: threads.loadMessage,
    message: store.threads.message,
    act,
    undoLatest: async () => undoStack.takeBackLatest(),
    createFolder: (input): Promise<Folder> => folderActs.create(input),
    updateFolder: (id, input): Promise<Folder> => folderActs.update(id, input),
    deleteFolder: folderActs.remove,
    startBulk: bulkJobs.startBulk,
    bulkJob: bulkJobs.bulkJob,
    cancelBulk: bulkJobs.cancelBulk,
    undoBulk: bulkJobs.undoBulk,
    close() {
      ended = true;
      queue.pause();
      stopListening();
      connection.close();
      keptMailbox.close();
      keptActs.close();
    },
  };
}

import { ApiError } from '@bocau/contract/client.ts';
import type { Folder } from '@bocau/contract/folders.ts';
import { singleId } from '@bocau/contract/single-messages.ts';
import { SOCKET_CLOSES, type SocketFrame } from '@bocau/contract/socket.ts';
import { createChangeSync } from '../engine/change-sync.ts';
import { createConnection } from '../engine/connection.ts';
import { ignoreFailure } from '../engine/offline-cache.ts';
import { createOperationQueue, type OperationQueue } from '../engine/operation-queue.ts';
import { createPersistedOperations } from '../engine/persisted-operations.ts';
import { asApiError, isUnreachable } from '../engine/retry.ts';
import { sameValue } from '../engine/same-value.ts';
import { watchApi } from '../session/watch-api.ts';
import { createBulkJobs } from './bulk-jobs.ts';
import { fetchChanges, fetchEverything } from './fetch-changes.ts';
import { createFolderOperations } from './folder-operations.ts';
import { createListLoader } from './list-loader.ts';
import type { Act, MailModel } from './mail-model.ts';
import { createMailStore } from './mail-store.ts';
import type { ModelOptions } from './model-options.ts';
import { createModelViews } from './model-views.ts';
import { createOfflineMailbox } from './offline-mailbox.ts';
import type { Mail } from './operations/operation-kind.ts';
import { kindOf } from './operations/operation-kinds.ts';
import { createStuckActs, userActOf } from './stuck-acts.ts';
import { createThreadLoader } from './thread-loader.ts';

/** Puts the parts together; see MailModel for what they do. */
export function createMailModel(options: ModelOptions): MailModel {
  const { clock, storage, online, tabId } = options;
  const store = createMailStore();
  const views = createModelViews(store);
  const started = Promise.withResolvers<void>();
  let loading: Promise<void> | null = null;
  let isFirstTry = true;
  let ended = false;

  const api = watchApi(options.api, {
    sessionEnded: endSession,
    forbidden: (error) => store.emit({ kind: 'forbidden', error }),
  });
  const offlineMailbox = createOfflineMailbox(store, storage, clock);
  const persistedOperations = createPersistedOperations<Mail>({
    queue: (): OperationQueue<Mail> => queue,
    storage,
    clock,
    tabId,
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
  /** Settles when the server has said who is signed in, or cannot be reached. */
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
      if (store.user?.domain_verified !== true) return;
      queue.begin({
        kind: 'mark',
        groups: [{ folderId: thread.folder_id, threads: [thread] }],
        unread: false,
      });
    },
  });
  const folderOperations = createFolderOperations({ store, api, sync });
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
    if (store.listsStale) {
      store.listsStale = false;
      sync.reload();
    }
    lists.loadStale();
    threads.loadStale();
    folderOperations.loadStale();
  });

  // Who was renamed is asked for no password of an address that is gone.
  store.onEvent(({ kind }) => {
    if (kind === 'settings-changed') ignoreFailure(readUser());
  });

  async function readUser(): Promise<void> {
    const { data } = await api.getUserInfo({});
    if (!ended && !sameValue(store.user, data)) store.batch(() => (store.user = data));
  }

  const stopListening = online.onChange(() => {
    if (online.isOnline() && !ended) queue.resume();
  });

  function take(frame: SocketFrame): void {
    if (frame.event === 'changes') {
      store.applyChanges(frame.data);
      for (const { folder_id: folder, message_id: messageId, thread_id: id } of frame.data.new_elsewhere ??
        []) {
        const rowId = frame.data.single ? singleId(messageId) : id;
        const changed = frame.data.threads.find((each) => each.id === rowId);
        const row = changed?.rows.find(({ list }) => list === folder);
        if (row) store.emit({ kind: 'new-mail', thread: row.thread, messageId });
      }
    }
    if (frame.event === 'refetch') sync.reload();
    if (frame.event === 'new_mail') {
      const { thread, message_id: messageId } = frame.data;
      store.emit({ kind: 'new-mail', thread, messageId });
    }
    if (frame.event === 'bulk_progress') bulkJobs.apply(frame.data);
    if (frame.event === 'new_sign_in') store.emit({ kind: 'new-sign-in', signIn: frame.data });
    if (frame.event === 'enable_smtp') {
      const { user } = store;
      store.batch(() => (store.user = user && { ...user, ...frame.data }));
      store.emit({ kind: 'enable-smtp-changed' });
    }
  }

  function endSession(): void {
    if (ended) return;
    stop();
    store.emit({ kind: 'session-ended' });
  }

  function stop(): void {
    ended = true;
    queue.pause();
    connection.close();
    offlineMailbox.close();
  }

  function load(): Promise<void> {
    loading ??= fetchAll().finally(() => {
      loading = null;
    });
    return loading;
  }

  /** Acts on what was last seen wait with it until the server has answered. */
  async function showLastSeen(): Promise<boolean> {
    const { person } = options;
    if (person === null || !(await offlineMailbox.showLastSeen(person))) return false;
    await persistedOperations.restore(person);
    return true;
  }

  /** The number comes first: whatever is read after it is not older than it. */
  async function fetchAll(): Promise<void> {
    const isAnew = !isFirstTry;
    isFirstTry = false;
    try {
      const [user, present] = await Promise.all([api.getUserInfo({}), api.getChanges({ query: {} })]);
      store.user = user.data;
      store.seq = present.data.seq;
      store.single = present.data.single === true;
      // What was cached, or loaded before, may be older.
      store.pages.forget();
      store.threads.forget();
      started.resolve();
      const folders = await api.listFolders({});
      store.batch(() => {
        store.quota = present.data.quota;
        store.folders.apply(folders.data, folders.meta.starred);
      });
      if (isAnew) store.emit({ kind: 'settings-changed' });
      await persistedOperations.restore(user.data.email);
      queue.resume();
      connection.start();
    } catch (thrown) {
      await fail(asApiError(thrown));
    }
  }

  async function fail(error: ApiError): Promise<void> {
    // In the session of somebody else nothing is begun that waited for the start.
    if (ended) return;
    if (!isUnreachable(error)) return started.resolve();
    store.seq = null;
    if (!store.folders.isLoaded()) await offlineMailbox.restore(options.person);
    if (store.user) await persistedOperations.restore(store.user.email);
    started.resolve();
    connection.fail();
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
    boot: () => {
      const loaded = load();
      return Promise.race([loaded, showLastSeen().then((shown) => (shown ? undefined : loaded))]);
    },
    user: () => store.user,
    quota: () => store.quota,
    ...views,
    connection: connection.state,
    tryNow() {
      queue.resume();
      connection.tryNow();
    },
    hurry: connection.hurry,
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
      // Most marks come of reading, which nobody means to take back.
      const taken = queue.undoWaiting((operation) => operation.kind !== 'mark' || operation.unread);
      return taken && userActOf(taken);
    },
    createFolder: (input): Promise<Folder> => ready().then(() => folderOperations.create(input)),
    updateFolder: (id, input): Promise<Folder> => ready().then(() => folderOperations.update(id, input)),
    placeFolder: (id, spot): Promise<Folder> => ready().then(() => folderOperations.place(id, spot)),
    deleteFolder: (id, to) => ready().then(() => folderOperations.remove(id, to)),
    startBulk: (input) => ready().then(() => bulkJobs.startBulk(input)),
    startFilter: (id, path) => ready().then(() => bulkJobs.startFilter(id, path)),
    latestBulkJobs: bulkJobs.latestBulkJobs,
    bulkJob: bulkJobs.bulkJob,
    cancelBulk: bulkJobs.cancelBulk,
    undoBulk: bulkJobs.undoBulk,
    close() {
      stop();
      stopListening();
      persistedOperations.close();
      store.emit({ kind: 'closed' });
    },
  };
}

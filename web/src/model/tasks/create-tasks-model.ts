import type { ApiClient } from '@bocau/contract/client.ts';
import { createChangeSync } from '../engine/change-sync.ts';
import type { ClaimTab, KeyValueStorage, ModelClock, Online } from '../engine/environment.ts';
import { createNotifier } from '../engine/notifier.ts';
import { createOfflineCache } from '../engine/offline-cache.ts';
import { createOperationQueue, type OperationQueue } from '../engine/operation-queue.ts';
import { createOverlay, type Overlay } from '../engine/overlay.ts';
import { firstOf } from '../engine/pending-operation.ts';
import { createPersistedOperations } from '../engine/persisted-operations.ts';
import { detailOf } from './plan-task.ts';
import { createTaskLists, type TaskPage } from './task-lists.ts';
import { kindOfTaskOperation, sendTaskOperation } from './task-operations.ts';
import type { TaskAct, TasksModel, TasksModelEvent } from './tasks-model.ts';
import { type TaskOperation, type Tasks, UNSENT_REVISION } from './tasks-noun.ts';

type Options = {
  api: ApiClient;
  clock: ModelClock;
  storage: KeyValueStorage;
  online: Online;
  /** Whose tasks they are: unsent operations are persisted under this name. */
  owner: string;
  tabId: string;
  claim?: ClaimTab | undefined;
};

type CachedPages = { open: TaskPage | null; done: TaskPage | null };

/** Puts the parts together; see TasksModel for what they do. */
export function createTasksModel(options: Options): TasksModel {
  const { api, clock, storage, online, owner, tabId, claim } = options;
  const notifier = createNotifier<TasksModelEvent>();
  let seq: number | null = null;
  let isClosed = false;
  let isResting = false;
  let starting: Promise<void> | null = null;

  const overlay: Overlay<Tasks> = createOverlay<Tasks>({
    kindOf: kindOfTaskOperation,
    lists: () => ({}),
    resolve: (id) => id,
    rowsOf: (id) => lists.rowsOf(id),
    addImplied: () => undefined,
    count: () => ({ tasks: 1 }),
  });
  const lists = createTaskLists({
    ...{ api, clock, notifier, start },
    overlay: () => overlay,
    async lastSeen(key) {
      await persisted.restore(owner);
      const pages = await cache.shell();
      return (key === 'open' || key === 'done') && pages ? pages[key] : null;
    },
  });
  const persisted = createPersistedOperations<Tasks>({
    queue: (): OperationQueue<Tasks> => queue,
    ...{ storage, clock, tabId, claim, name: 'task-acts' },
  });
  const cache = createOfflineCache<CachedPages>({
    ...{ storage, clock, version: 2, shellKey: `${owner} tasks` },
    present() {
      const [open, done] = [lists.pageOf('open'), lists.pageOf('done')];
      return open && { owner, shell: { open, done } };
    },
    isSameShell: (stored, now) => stored.open === now.open && stored.done === now.done,
    collections: [],
  });
  const sync = createChangeSync<Tasks>({
    clock,
    queue: (): OperationQueue<Tasks> => queue,
    batch: notifier.batch,
    seq: () => (isClosed ? null : seq),
    async fetchChanges(since, apply) {
      const { data } = await api.getCalendarChanges({ query: { since: String(since) } });
      const isTouched = data.events.length > 0 || data.calendars === true;
      const show = isTouched ? await lists.readHeld() : () => undefined;
      apply(() => {
        seq = data.seq;
        show();
        overlay.reseed();
      });
    },
    async fetchEverything(apply) {
      const present = await api.getCalendarChanges({ query: {} });
      const show = await lists.readHeld();
      apply(() => {
        seq = present.data.seq;
        show();
        overlay.reseed();
      });
    },
  });
  const queue: OperationQueue<Tasks> = createOperationQueue<Tasks>({
    kindOf: kindOfTaskOperation,
    send: (operation) => sendTaskOperation(api, operation),
    lists: () => ({}),
    resolve: (id) => id,
    overlay,
    batch: notifier.batch,
    clock,
    isOnline: online.isOnline,
    changed: persisted.changed,
    refused(pending, error) {
      const { operation } = firstOf(pending);
      notifier.emit({ kind: 'refused', operation, error, undoing: pending.undoes !== null });
    },
    confirmed: () => undefined,
    sync: sync.sync,
  });
  notifier.onChanged(lists.loadStale);
  notifier.onChanged(cache.changed);
  const stopListening = online.onChange(() => {
    if (online.isOnline()) resume();
  });

  /** The journal's number is read first: everything read after it is at least as new. */
  function start(): Promise<void> {
    starting ??= (async () => {
      const present = await api.getCalendarChanges({ query: {} });
      seq = present.data.seq;
      if (!isClosed) await persisted.restore(owner);
      if (isClosed) return;
      if (!isResting) queue.resume();
      // Operations that began before the number was known may be answered by now.
      sync.resume();
    })().catch((error: unknown) => {
      starting = null;
      throw error;
    });
    return starting;
  }

  function resume(): void {
    if (isClosed || isResting) return;
    lists.resume();
    queue.resume();
    sync.resume();
    sync.sync();
  }

  return {
    subscribe: notifier.subscribe,
    onEvent: notifier.onEvent,
    view: lists.view,
    hold: lists.hold,
    refresh: lists.refresh,
    async read(id) {
      const waiting = queue.unanswered().map(({ operation }) => operation);
      const own = waiting.filter((operation) => operation.id === id);
      const made = own.find((operation) => operation.kind === 'create');
      const detail = made?.kind === 'create' ? detailOf(made) : (await api.getTask({ params: { id } })).data;
      const shown = overlay.changeDetail(detail);
      return own.length > 0 ? { ...shown, revision: UNSENT_REVISION } : shown;
    },
    act(operation: TaskOperation): TaskAct {
      const pending = queue.begin(operation);
      return { undo: async () => queue.undo(pending), settled: pending.settled };
    },
    start,
    changed: sync.sync,
    connected: resume,
    rest() {
      isResting = true;
      queue.pause();
    },
    close() {
      isClosed = true;
      queue.pause();
      lists.close();
      persisted.close();
      cache.close();
      stopListening();
    },
  };
}

import type { Task } from '@bocau/contract/calendar-tasks.ts';
import type { ApiClient } from '@bocau/contract/client.ts';
import { createChangeLog } from '../engine/change-log.ts';
import type { ModelClock } from '../engine/environment.ts';
import { createHeldLoader, type Held } from '../engine/held-loader.ts';
import type { Notifier } from '../engine/notifier.ts';
import type { RowsByList } from '../engine/noun.ts';
import type { Overlay } from '../engine/overlay.ts';
import type { TaskListName, TasksView } from './tasks-model.ts';
import { TASKS, type Tasks } from './tasks-noun.ts';

export type TaskPage = { tasks: readonly Task[]; isComplete: boolean; seq: number };

type KnownList = Held & TaskListName & { readonly key: string; page: TaskPage | null };

type Deps = {
  api: ApiClient;
  clock: ModelClock;
  notifier: Pick<Notifier<never>, 'batch' | 'version'>;
  overlay(): Overlay<Tasks>;
  start(): Promise<void>;
  /** The list as cached on this device. */
  lastSeen(key: string): Promise<TaskPage | null>;
};

/** Lists that are not on screen and stay known: the open ones, those that are done, and the last search. */
const MOST_KEPT = 3;

/** Lists of tasks, loaded while a screen holds them. */
export function createTaskLists({ api, clock, notifier, overlay, start, lastSeen }: Deps) {
  const lists = new Map<string, KnownList>();
  const views = new Map<string, { version: number; view: TasksView }>();
  /** Says that something changed while a list was being read. */
  const log = createChangeLog<true>();
  const loader = createHeldLoader<KnownList, true>({
    clock,
    log,
    batch: notifier.batch,
    entries: () => lists.values(),
    isKnown: ({ page }) => page !== null,
    ready: start,
    async lastSeen(list) {
      const page = await lastSeen(list.key);
      if (!page) return null;
      return () => {
        list.page ??= page;
      };
    },
    load: (list) => void load(list),
  });

  async function read({ state, words }: TaskListName): Promise<TaskPage> {
    const { data, meta } = await api.listTasks({ query: { state, q: words } });
    return { tasks: data, isComplete: meta.complete, seq: meta.seq };
  }

  function load(list: KnownList): Promise<void> {
    return loader.read<TaskPage>(list, {
      ask: () => read(list),
      take(page, changes) {
        put(list, page);
        if (changes.length > 0) list.stale = true;
        overlay().reseed();
      },
    });
  }

  function put(list: KnownList, page: TaskPage): void {
    if (!list.page || page.seq >= list.page.seq) list.page = page;
  }

  function get({ state, words }: TaskListName): KnownList {
    const key = words === '' ? state : `found ${words}`;
    const known = lists.get(key);
    if (known) return known;
    const fresh = { key, state, words, page: null, error: null, holds: 0, stale: false, loading: false };
    lists.set(key, fresh);
    return fresh;
  }

  function release(list: KnownList): void {
    list.holds -= 1;
    if (list.holds > 0) return;
    lists.delete(list.key);
    lists.set(list.key, list);
    const idle = [...lists.values()].filter(({ holds }) => holds === 0);
    for (const { key } of idle.slice(0, Math.max(0, idle.length - MOST_KEPT))) lists.delete(key);
  }

  function compute({ key, state, page, error }: KnownList): TasksView {
    const tracked = new Map(
      [...overlay().entities()].map(({ id, shown }) => [id, shown.get(TASKS) ?? null] as const),
    );
    const isFound = key !== state;
    const belongs = (task: Task) => isFound || (task.done_at === null) === (state === 'open');
    const loaded = page?.tasks ?? [];
    const ids = new Set(loaded.map(({ id }) => id));
    const others = isFound ? [] : [...tracked.values()].filter((task) => task && !ids.has(task.id));
    const shown = [...loaded.map((task) => (tracked.has(task.id) ? tracked.get(task.id) : task)), ...others];
    return {
      loading: page ? 'ready' : error ? 'failed' : 'loading',
      tasks: shown.filter((task) => task != null).filter(belongs),
      isComplete: page?.isComplete !== false,
      error,
    };
  }

  return {
    view(name: TaskListName): TasksView {
      const list = get(name);
      const before = views.get(list.key);
      const version = notifier.version();
      if (before?.version === version) return before.view;
      const next = compute(list);
      const view = before && isSameView(before.view, next) ? before.view : next;
      views.set(list.key, { version, view });
      const [oldest] = views.keys();
      if (views.size > 2 * MOST_KEPT && oldest !== undefined) views.delete(oldest);
      return view;
    },
    hold(name: TaskListName): () => void {
      const list = get(name);
      notifier.batch(() => {
        list.holds += 1;
        if (loader.isLoading(list) || !list.error) return;
        Object.assign(list, { error: null, stale: true });
      });
      return () => release(list);
    },
    async refresh(name: TaskListName): Promise<void> {
      const list = get(name);
      notifier.batch(() => {
        list.error = null;
      });
      await load(list);
    },
    /** The lists on screen as they are now, to be applied together with what else has changed. */
    async readHeld(): Promise<() => void> {
      const held = [...lists.values()].filter(({ holds }) => holds > 0);
      const pages = await Promise.all(held.map(async (list) => [list, await read(list)] as const));
      return () => {
        log.applied(true);
        for (const list of lists.values()) if (list.page) list.stale = true;
        for (const [list, page] of pages) {
          put(list, page);
          Object.assign(list, { stale: false, error: null });
        }
      };
    },
    /** A task as it is in the lists that are loaded. */
    rowsOf(id: string): RowsByList<Tasks> {
      for (const { page } of lists.values()) {
        const task = page?.tasks.find((one) => one.id === id);
        if (task) return new Map([[TASKS, task]]);
      }
      return new Map();
    },
    /** What is kept on the device. */
    pageOf: (state: 'open' | 'done'): TaskPage | null => lists.get(state)?.page ?? null,
    loadStale: loader.loadStale,
    resume: loader.resume,
    close: loader.close,
  };
}

function isSameView(one: TasksView, other: TasksView): boolean {
  return (
    one.loading === other.loading &&
    one.error === other.error &&
    one.isComplete === other.isComplete &&
    one.tasks.length === other.tasks.length &&
    one.tasks.every((task, at) => task === other.tasks[at])
  );
}

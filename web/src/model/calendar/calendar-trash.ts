import type { TrashedEvent } from '@bocau/contract/calendar.ts';
import type { ApiClient, ApiError } from '@bocau/contract/client.ts';
import type { ModelClock } from '../engine/environment.ts';
import { createHeldLoader, type Held } from '../engine/held-loader.ts';
import type { Notifier } from '../engine/notifier.ts';
import { sameValue } from '../engine/same-value.ts';

/** What was deleted and can be restored; the same object until something in it changes. */
export type TrashView = {
  loading: 'loading' | 'ready' | 'failed';
  events: readonly TrashedEvent[];
  error: ApiError | null;
};

type KnownTrash = Held & { events: readonly TrashedEvent[] | null };

type Deps = {
  api: ApiClient;
  clock: ModelClock;
  notifier: Pick<Notifier<never>, 'batch' | 'version'>;
  start(): Promise<void>;
  /** The event is being restored: it is no longer shown here. */
  isComingBack(id: string): boolean;
};

/** The trash of the calendar: loaded while it is held, and again when something has changed. */
export function createCalendarTrash({ api, clock, notifier, start, isComingBack }: Deps) {
  const trash: KnownTrash = { holds: 0, stale: false, loading: false, error: null, events: null };
  let shown: { version: number; view: TrashView } | null = null;
  const loader = createHeldLoader<KnownTrash, never>({
    clock,
    log: { startReading: () => ({ appliedSince: () => [], done: () => undefined }) },
    batch: notifier.batch,
    entries: () => [trash],
    isKnown: ({ events }) => events !== null,
    ready: start,
    lastSeen: async () => null,
    load() {
      void loader.read<readonly TrashedEvent[]>(trash, {
        ask: async () => (await api.listTrashedEvents({})).data,
        take(events) {
          trash.events = events;
        },
      });
    },
  });

  return {
    view(): TrashView {
      const version = notifier.version();
      if (shown?.version === version) return shown.view;
      const { error } = trash;
      const events = (trash.events ?? []).filter(({ id }) => !isComingBack(id));
      const loading = trash.events ? 'ready' : error ? 'failed' : 'loading';
      const view: TrashView = { loading, events, error };
      shown = { version, view: shown && sameValue(shown.view, view) ? shown.view : view };
      return shown.view;
    },
    hold(): () => void {
      notifier.batch(() => {
        trash.holds += 1;
        trash.stale = true;
        if (!loader.isLoading(trash)) trash.error = null;
      });
      return () => {
        trash.holds -= 1;
      };
    },
    /** Reads it again after a refusal. */
    refresh(): void {
      notifier.batch(() => Object.assign(trash, { stale: true, error: null }));
    },
    /** Reads it if it is held; what is returned shows it. */
    async readHeld(): Promise<() => void> {
      if (trash.holds === 0) return () => undefined;
      const { data } = await api.listTrashedEvents({});
      return () => {
        // What is on its way may be older.
        loader.abort(trash);
        Object.assign(trash, { events: data, stale: false, error: null });
      };
    },
    loadStale: loader.loadStale,
    resume: loader.resume,
    close: loader.close,
  };
}

import type { CalendarEvent } from '@bocau/contract/calendar.ts';
import type { ApiClient } from '@bocau/contract/client.ts';
import type { ModelClock } from '../engine/environment.ts';
import { createHeldLoader, type Held } from '../engine/held-loader.ts';
import type { Notifier } from '../engine/notifier.ts';
import type { Overlay } from '../engine/overlay.ts';
import { asApiError, isUnreachable } from '../engine/retry.ts';
import type { EventView } from './calendar-model.ts';
import { type CalendarEvents, keyOf, UNSENT_REVISION } from './calendar-noun.ts';

type KnownEvent = Held & {
  readonly key: string;
  readonly id: string;
  readonly original: string;
  event: CalendarEvent | null;
};

type Deps = {
  api: ApiClient;
  clock: ModelClock;
  notifier: Pick<Notifier<never>, 'batch'>;
  overlay(): Overlay<CalendarEvents>;
  start(): Promise<void>;
  /** The event as it was made here, while the server does not have it. */
  unsent(id: string): CalendarEvent | null;
  /** An operation on the event is on its way: the number that is read may be out of date. */
  isChanging(id: string): boolean;
  /** The event as cached on this device. */
  lastSeen(key: string): Promise<CalendarEvent | null>;
};

/** Maximum number of cached events that are not on screen. */
const MOST_KEPT = 60;
const LOADING: EventView = { loading: 'loading', event: null, error: null };

/** Opened events: loaded while they are held, and again when they have changed. */
export function createCalendarDetails({
  api,
  clock,
  notifier,
  overlay,
  start,
  unsent,
  isChanging,
  lastSeen,
}: Deps) {
  const events = new Map<string, KnownEvent>();
  const views = new Map<string, EventView>();
  const loader = createHeldLoader<KnownEvent, never>({
    clock,
    log: { startReading: () => ({ appliedSince: () => [], done: () => undefined }) },
    batch: notifier.batch,
    entries: () => events.values(),
    isKnown: ({ event }) => event !== null,
    ready: start,
    async lastSeen(known) {
      const event = await lastSeen(known.key);
      if (!event) return null;
      return () => {
        known.event ??= event;
      };
    },
    load(known) {
      void loader.read<CalendarEvent>(known, {
        ask: () => read(known.id, known.original),
        take(event) {
          known.event = event;
        },
        failed({ status }) {
          if (status === 403 || status === 404) known.event = null;
        },
      });
    },
  });

  async function read(id: string, original: string): Promise<CalendarEvent> {
    const made = unsent(id);
    if (made) return made;
    const { data } = await api.getEvent({
      params: { id },
      query: original === '' ? {} : { original },
    });
    return data;
  }

  function get(id: string, original: string): KnownEvent {
    const key = keyOf({ event_id: id, original });
    const known = events.get(key);
    if (known) return known;
    const fresh: KnownEvent = {
      ...{ key, id, original, event: null },
      ...{ holds: 0, stale: false, loading: false, error: null },
    };
    events.set(key, fresh);
    return fresh;
  }

  function evict(): void {
    const idle = [...events.values()].filter(({ holds }) => holds === 0);
    for (const { key } of idle.slice(0, Math.max(0, idle.length - MOST_KEPT))) {
      events.delete(key);
      views.delete(key);
    }
  }

  return {
    view(id: string, original: string): EventView {
      const known = events.get(keyOf({ event_id: id, original }));
      if (!known) return LOADING;
      const event = known.event && overlay().changeDetail(known.event);
      const { error } = known;
      const before = views.get(known.key);
      if (before && before.event === event && before.error === error) return before;
      const view: EventView = { loading: event ? 'ready' : error ? 'failed' : 'loading', event, error };
      views.set(known.key, view);
      return view;
    },
    hold(id: string, original: string): () => void {
      const known = get(id, original);
      notifier.batch(() => {
        // What became of its invitations is in no journal.
        if (known.holds++ === 0 && known.event?.attendees.length) known.stale = true;
        if (loader.isLoading(known) || !known.error) return;
        known.error = null;
        known.stale = true;
      });
      return () => {
        known.holds -= 1;
        events.delete(known.key);
        events.set(known.key, known);
        evict();
      };
    },
    async read(id: string, original: string): Promise<CalendarEvent> {
      const known = get(id, original);
      const isUnsure = isChanging(id);
      try {
        const event = await read(id, original);
        notifier.batch(() => Object.assign(known, { event, stale: false, error: null }));
        evict();
      } catch (error) {
        if (!isUnreachable(asApiError(error))) throw error;
        known.event ??= await lastSeen(known.key);
        if (!known.event) throw error;
      }
      const event = overlay().changeDetail(known.event as CalendarEvent);
      return isUnsure ? { ...event, revision: UNSENT_REVISION } : event;
    },
    markStale(isMeant: (id: string) => boolean): void {
      for (const known of events.values()) if (isMeant(known.id)) known.stale = true;
    },
    *all(): Iterable<readonly [string, CalendarEvent]> {
      for (const { key, event } of events.values()) if (event) yield [key, event];
    },
    loadStale: loader.loadStale,
    resume: loader.resume,
    close: loader.close,
  };
}

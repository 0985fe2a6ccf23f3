import type { Occurrence } from '@bocau/contract/calendar.ts';
import type { ApiClient } from '@bocau/contract/client.ts';
import { lastOfMonth, monthsWithin } from '../../lib/calendar-days.ts';
import { createChangeLog } from '../engine/change-log.ts';
import type { ModelClock } from '../engine/environment.ts';
import { createHeldLoader, type Held } from '../engine/held-loader.ts';
import type { Notifier } from '../engine/notifier.ts';
import type { RowsByList } from '../engine/noun.ts';
import type { Overlay } from '../engine/overlay.ts';
import type { DayRange, RangeView } from './calendar-model.ts';
import { type CalendarEvents, EVENTS, keyOf } from './calendar-noun.ts';
import { isWithin, spanOf } from './occurrence-times.ts';

/** What happens in a month, as of a number of the journal. */
export type MonthPage = { occurrences: readonly Occurrence[]; isComplete: boolean; seq: number };

export type KnownMonth = Held & {
  readonly key: string;
  readonly month: string;
  readonly zone: string;
  page: MonthPage | null;
};

type Deps = {
  api: ApiClient;
  clock: ModelClock;
  notifier: Pick<Notifier<never>, 'batch' | 'version'>;
  overlay(): Overlay<CalendarEvents>;
  start(): Promise<void>;
  /** The month as cached on this device. */
  lastSeen(key: string): Promise<MonthPage | null>;
};

/** Maximum number of cached months that are not on screen. */
const MOST_KEPT = 24;

/** What happens, month by month: loaded while a screen holds them. */
export function createCalendarMonths({ api, clock, notifier, overlay, start, lastSeen }: Deps) {
  const months = new Map<string, KnownMonth>();
  const views = new Map<string, { version: number; view: RangeView }>();
  /** Says that something changed while a page was being read. */
  const log = createChangeLog<true>();
  const loader = createHeldLoader<KnownMonth, true>({
    clock,
    log,
    batch: notifier.batch,
    entries: () => months.values(),
    isKnown: ({ page }) => page !== null,
    ready: start,
    async lastSeen(month) {
      const page = await lastSeen(month.key);
      if (!page) return null;
      return () => {
        month.page ??= page;
      };
    },
    load: (month) => void load(month),
  });

  async function read({ month, zone }: KnownMonth): Promise<MonthPage> {
    const from = `${month}-01`;
    const { data, meta } = await api.listEvents({ query: { from, to: lastOfMonth(from), zone } });
    return { occurrences: data, isComplete: meta.complete, seq: meta.seq };
  }

  function load(month: KnownMonth): Promise<void> {
    return loader.read<MonthPage>(month, {
      ask: () => read(month),
      take(page, changes) {
        put(month, page);
        if (changes.length > 0) month.stale = true;
        overlay().reseed();
      },
    });
  }

  function put(month: KnownMonth, page: MonthPage): void {
    if (!month.page || page.seq >= month.page.seq) month.page = page;
  }

  function monthsOf({ from, to, zone }: DayRange): KnownMonth[] {
    return monthsWithin(from, to).map((month) => {
      const key = `${month} ${zone}`;
      const known = months.get(key);
      if (known) return known;
      const fresh: KnownMonth = {
        ...{ key, month, zone, page: null, error: null },
        ...{ holds: 0, stale: false, loading: false },
      };
      months.set(key, fresh);
      return fresh;
    });
  }

  function release(month: KnownMonth): void {
    month.holds -= 1;
    if (month.holds > 0) return;
    months.delete(month.key);
    months.set(month.key, month);
    const idle = [...months.values()].filter(({ holds }) => holds === 0);
    for (const { key } of idle.slice(0, Math.max(0, idle.length - MOST_KEPT))) months.delete(key);
  }

  function compute(range: DayRange): RangeView {
    const { from, to, zone } = range;
    const known = monthsOf(range);
    const tracked = new Map(
      [...overlay().entities()]
        .filter((entity) => entity.known !== entity.shown)
        .map(({ id, shown }) => [id, shown.get(EVENTS)?.occurrences ?? []]),
    );
    const loaded = known.flatMap(({ page }) => page?.occurrences ?? []);
    const untouched = loaded.filter(({ event_id }) => !tracked.has(event_id));
    const all = [...untouched, ...[...tracked.values()].flat()];
    const byKey = new Map(all.map((one) => [keyOf(one), one]));
    const error = known.find((month) => month.error)?.error ?? null;
    const isKnown = known.every(({ page }) => page !== null);
    return {
      loading: isKnown ? 'ready' : error ? 'failed' : 'loading',
      occurrences: [...byKey.values()].filter((one) => isWithin(spanOf(one, zone), from, to)),
      isComplete: known.every(({ page }) => page?.isComplete !== false),
      error,
    };
  }

  return {
    view(range: DayRange): RangeView {
      const key = `${range.from} ${range.to} ${range.zone}`;
      const before = views.get(key);
      const version = notifier.version();
      if (before?.version === version) return before.view;
      const next = compute(range);
      const view = before && isSameView(before.view, next) ? before.view : next;
      views.delete(key);
      views.set(key, { version, view });
      const [oldest] = views.keys();
      if (views.size > MOST_KEPT && oldest !== undefined) views.delete(oldest);
      return view;
    },
    hold(range: DayRange): () => void {
      const held = monthsOf(range);
      notifier.batch(() => {
        for (const month of held) {
          month.holds += 1;
          if (loader.isLoading(month) || !month.error) continue;
          month.error = null;
          month.stale = true;
        }
      });
      return () => {
        for (const month of held) release(month);
      };
    },
    async refresh(range: DayRange): Promise<void> {
      const wanted = monthsOf(range);
      notifier.batch(() => {
        for (const month of wanted) month.error = null;
      });
      await Promise.all(wanted.map(load));
    },
    /** The months on screen as they are now, to be applied together with what else has changed. */
    async readHeld(): Promise<() => void> {
      const held = [...months.values()].filter(({ holds }) => holds > 0);
      const pages = await Promise.all(held.map(async (month) => [month, await read(month)] as const));
      return () => {
        log.applied(true);
        for (const month of months.values()) if (month.page) month.stale = true;
        for (const [month, page] of pages) {
          put(month, page);
          Object.assign(month, { stale: false, error: null });
        }
      };
    },
    /** Occurrences of an event in all months that are loaded. */
    rowsOf(id: string): RowsByList<CalendarEvents> {
      const loaded = [...months.values()].flatMap(({ page }) => page?.occurrences ?? []);
      const own = new Map(
        loaded.flatMap((one): [string, Occurrence][] => (one.event_id === id ? [[keyOf(one), one]] : [])),
      );
      return own.size === 0 ? new Map() : new Map([[EVENTS, { id, occurrences: [...own.values()] }]]);
    },
    markStale(): void {
      for (const month of months.values()) month.stale = true;
    },
    all: (): Iterable<KnownMonth> => months.values(),
    loadStale: loader.loadStale,
    resume: loader.resume,
    close: loader.close,
  };
}

function isSameView(one: RangeView, other: RangeView): boolean {
  const isSame = (occurrence: Occurrence, at: number) => occurrence === other.occurrences[at];
  return (
    one.loading === other.loading &&
    one.error === other.error &&
    one.isComplete === other.isComplete &&
    one.occurrences.length === other.occurrences.length &&
    one.occurrences.every(isSame)
  );
}

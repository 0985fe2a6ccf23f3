import type { Calendar, CalendarEvent } from '@bocau/contract/calendar.ts';
import type { KeyValueStorage, ModelClock } from '../engine/environment.ts';
import { createOfflineCache } from '../engine/offline-cache.ts';
import type { KnownMonth, MonthPage } from './calendar-months.ts';

/** What is needed before any month can be shown. */
export type CalendarShell = { calendars: readonly Calendar[] };

type Deps = {
  storage: KeyValueStorage;
  clock: ModelClock;
  owner: string;
  shell(): CalendarShell | null;
  months(): Iterable<KnownMonth>;
  events(): Iterable<readonly [string, CalendarEvent]>;
};

const MONTHS = 'calendar-month';
const EVENTS = 'calendar-event';

/** The offline cache of the calendar: months and events that were seen show without a connection. */
export function createOfflineCalendar({ storage, clock, owner, shell, months, events }: Deps) {
  const cache = createOfflineCache<CalendarShell>({
    storage,
    clock,
    version: 2,
    shellKey: `${owner} calendar`,
    present() {
      const known = shell();
      return known && { owner, shell: known };
    },
    isSameShell: (stored, now) => stored.calendars === now.calendars,
    collections: [
      { name: MONTHS, most: 30, entries: monthEntries },
      { name: EVENTS, most: 100, entries: events },
    ],
  });

  function* monthEntries(): Iterable<readonly [string, object]> {
    for (const { key, page } of months()) if (page) yield [key, page];
  }

  /** What was seen of a calendar that has been taken away since is shown no more. */
  function isStillShown({ calendar_id }: { calendar_id: string }): boolean {
    return shell()?.calendars.some(({ id }) => id === calendar_id) ?? false;
  }

  return {
    changed: cache.changed,
    close: cache.close,
    shell: cache.shell,
    async month(key: string): Promise<MonthPage | null> {
      const page = ((await cache.get(owner, MONTHS, key)) as MonthPage | undefined) ?? null;
      return page && { ...page, occurrences: page.occurrences.filter(isStillShown) };
    },
    async event(key: string): Promise<CalendarEvent | null> {
      const event = ((await cache.get(owner, EVENTS, key)) as CalendarEvent | undefined) ?? null;
      return event && isStillShown(event) ? event : null;
    },
  };
}

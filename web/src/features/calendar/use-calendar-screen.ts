import type { Calendar, CalendarEvent, EventScope, Occurrence } from '@bocau/contract/calendar.ts';
import type { BookableRoom } from '@bocau/contract/calendar-rooms.ts';
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { addDays, DAY_MS, dayOfWall, wallOfDay } from '../../lib/calendar-days.ts';
import type { Store } from '../../lib/store.ts';
import type { CalendarModel, DayRange, RangeView } from '../../model/calendar/calendar-model.ts';
import { keyOf } from '../../model/calendar/calendar-noun.ts';
import type { KeptForm } from '../../model/calendar/kept-forms.ts';
import { type Span, spanOf } from '../../model/calendar/occurrence-times.ts';
import { recipientOf } from '../../model/compose/recipient-text.ts';
import { eventRequest } from '../../parts/calendar/event-request.ts';
import { useCalendar, useCalendarModel } from '../../parts/calendar/use-calendar.ts';
import type { RoomTimes } from '../../parts/events/room-words.ts';
import { type RefusedEdit, refusedEdit } from './begin-calendar-act.ts';
import { useBuiltInEvents } from './built-in/use-built-in-events.ts';
import { useTaskEvents } from './built-in/use-task-events.ts';
import { type CalendarTarget, moveEvent, removeEvent, type ScopeQuestion } from './calendar-acts.ts';
import { newDayOf, stepFrom } from './calendar-range.ts';
import { calendarRequest, hiddenCalendars } from './calendar-requests.ts';
import { isChangeable, isWritable } from './changeable.ts';
import { useCalendarChoices } from './choices/calendar-choices.ts';
import { type EventFormValues, newValues, valuesWith } from './form/form-values.ts';
import { type ShownDays, useShownDays } from './use-shown-days.ts';

const HOUR_MS = 3600_000;
/** From then on the next half hour is proposed rather than the next full one, and later on another day. */
const LATE_HOUR = 21;
const LAST_HOUR = 22;
const FIRST_HOUR = 9;

/** An event that is being made: where it stands until it is saved. */
export type Draft = {
  span: Span;
  kind: 'zoned' | 'day';
  /** The day it was begun on, without an hour: what is typed may say when it is. */
  begunOn?: string;
};

/** An occurrence with where it stands on the person's wall, and its calendar. */
export type ShownEvent = {
  key: string;
  one: Occurrence;
  span: Span;
  calendar: Calendar | null;
  /** Of a task that the person may say is done. */
  finish?(): void;
};

export type CalendarQuestion =
  | {
      kind: 'new';
      begin: EventFormValues | null;
      draft: Draft;
      kept?: KeptForm;
      /** Whoever is to be asked is typed next. */
      asksGuests?: true;
    }
  | { kind: 'edit'; occurrence: Occurrence; refused: RefusedEdit | null; kept?: KeptForm }
  | {
      kind: 'scope';
      of: ScopeQuestion;
      scopes: readonly EventScope[];
      preset: EventScope | undefined;
      answer(scope: EventScope | null): void;
    }
  | { kind: 'lostRooms'; rooms: readonly BookableRoom[]; times: RoomTimes; decide(isMoved: boolean): void }
  | { kind: 'propose'; occurrence: Occurrence }
  | { kind: 'handOver'; event: CalendarEvent }
  | { kind: 'keys' }
  | { kind: 'choices' };

export type OpenedEvent = { one: Occurrence; anchor: HTMLElement | null };

export type CalendarScreenState = ShownDays & {
  model: CalendarModel;
  range: DayRange;
  rangeView: RangeView;
  events: readonly ShownEvent[];
  calendars: readonly Calendar[];
  /** Those into which the person may put events. */
  writable: readonly Calendar[];
  opened: OpenedEvent | null;
  draft: Draft | null;
  question: CalendarQuestion | null;
  target: CalendarTarget;
  step(by: 1 | -1): void;
  open(event: OpenedEvent | null): void;
  begin(draft: Draft | null): void;
  /** Begins one on a day: soon, where that is today. */
  beginAt(day: string): void;
  ask(question: CalendarQuestion | null): void;
  edit(one: Occurrence): void;
  remove(one: Occurrence): void;
  /** To a time; of another kind where it becomes one of whole days, or of hours. */
  move(one: Occurrence, span: Span, kind?: Occurrence['kind']): Promise<void>;
};

/** All state and acts of the calendar except their rendering. */
export function useCalendarScreen(): CalendarScreenState {
  const model = useCalendarModel();
  const shown = useShownDays();
  const { zone, view, day, days, today, now } = shown;
  const { workHours } = useCalendarChoices();
  const range = useRange(days, zone);
  const rangeView = useCalendar((reader) => reader.view(range));
  const calendars = useCalendar((reader) => reader.calendars());
  const hidden = useSyncExternalStore(hiddenCalendars.subscribe, hiddenCalendars.get);
  const [opened, open] = useState<OpenedEvent | null>(null);
  const [draft, begin] = useState<Draft | null>(null);
  const [question, ask] = useState<CalendarQuestion | null>(null);
  useHeld(model, range, view === 'agenda' || view === 'year' ? 0 : days.length);

  const builtIn = useBuiltInEvents(range, hidden);
  const tasks = useTaskEvents(range, { hidden, calendars });
  const events = useMemo(() => {
    const byId = new Map(calendars?.map((calendar) => [calendar.id, calendar]));
    const own = rangeView.occurrences
      .filter(({ calendar_id }) => !hidden.has(calendar_id))
      .map((one) => ({
        ...{ key: keyOf(one), one, span: spanOf(one, zone) },
        calendar: byId.get(one.calendar_id) ?? null,
      }));
    return [...builtIn, ...tasks, ...own].toSorted(
      (a, b) => a.span.start - b.span.start || b.span.end - a.span.end,
    );
  }, [rangeView.occurrences, builtIn, tasks, calendars, hidden, zone]);

  const target: CalendarTarget = {
    model,
    ...{ zone, days },
    showDay: (of) => shown.show(view, of),
    askScope: (of, scopes, preset) =>
      new Promise((resolve) => {
        ask({
          ...{ kind: 'scope', of, scopes, preset },
          answer(scope) {
            ask(null);
            resolve(scope);
          },
        });
      }),
  };

  function draftOn(of: string): Draft {
    const start =
      of === today ? nextStart(now, workHours?.from ?? FIRST_HOUR) : wallOfDay(of) + FIRST_HOUR * HOUR_MS;
    return { kind: 'zoned', span: { start, end: start + HOUR_MS }, begunOn: of };
  }

  function beginAt(of: string): void {
    const next = draftOn(of);
    const startDay = dayOfWall(next.span.start);
    if (startDay !== of && !days.includes(startDay)) shown.show(view, startDay);
    open(null);
    begin(next);
  }

  function mayChange(one: Occurrence): boolean {
    return isChangeable(one, calendars?.find(({ id }) => id === one.calendar_id) ?? null);
  }

  const beginNew = () => beginAt(newDayOf(view, { days, day, today }));
  useRequests(eventRequest, calendars !== null, (request) => {
    if (request === 'new') return beginNew();
    const { title, description, people } = request;
    const next = draftOn(today);
    const empty = newValues(next, { zone, calendarId: calendars?.find(isWritable)?.id ?? '' });
    open(null);
    ask({
      ...{ kind: 'new', draft: next },
      begin: { ...empty, title, description, guests: people.map(recipientOf) },
    });
  });
  useRequests(calendarRequest, true, (request) => {
    const chosen = request === 'new' ? null : request;
    if (chosen === null) return beginNew();
    const { span, people, optional, rooms } = chosen;
    const next: Draft = { kind: 'zoned', span };
    shown.show(view, dayOfWall(span.start));
    open(null);
    if (people.length + optional.length + rooms.length === 0) return begin(next);
    const calendarId = calendars?.find(isWritable)?.id ?? '';
    ask({
      kind: 'new',
      draft: next,
      begin: valuesWith({ people, optional, rooms }, next, { zone, calendarId }),
    });
  });
  useRequests(refusedEdit, true, (refused) => {
    const [occurrence] = refused.away;
    if (occurrence) ask({ kind: 'edit', occurrence, refused });
  });

  return {
    ...shown,
    ...{ model, range, rangeView, events, opened, draft, question, target, ask, beginAt },
    calendars: calendars ?? [],
    writable: calendars?.filter(isWritable) ?? [],
    step: (by) => shown.show(view, stepFrom(view, day, by)),
    open(event) {
      begin(null);
      open(event);
    },
    begin(next) {
      open(null);
      begin(next);
    },
    edit(one) {
      if (!mayChange(one)) return;
      open(null);
      ask({ kind: 'edit', occurrence: one, refused: null });
    },
    remove(one) {
      if (!mayChange(one)) return;
      open(null);
      void removeEvent(target, one);
    },
    async move(one, span, kind = one.kind) {
      const { start, end } = spanOf(one, zone);
      const isMoved = span.start !== start || span.end !== end || kind !== one.kind;
      if (isMoved && mayChange(one)) await moveEvent(target, one, span, kind);
    },
  };
}

/** When one that is begun now would start: soon, and not in the middle of the night. */
function nextStart(now: number, firstHour: number): number {
  const unit = now % DAY_MS < LATE_HOUR * HOUR_MS ? HOUR_MS : HOUR_MS / 2;
  const soon = Math.ceil(now / unit) * unit;
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  return soon <= today + LAST_HOUR * HOUR_MS ? soon : today + DAY_MS + firstHour * HOUR_MS;
}

function useRange(days: readonly string[], zone: string): DayRange {
  const [from = '', to = ''] = [days[0], days.at(-1)];
  return useMemo(() => ({ from, to, zone }), [from, to, zone]);
}

/** Holds what is shown, and what the next and the previous view would show. */
function useHeld(model: CalendarModel, { from, to, zone }: DayRange, around: number): void {
  useEffect(
    () => model.hold({ from: addDays(from, -around), to: addDays(to, around), zone }),
    [model, from, to, zone, around],
  );
}

/** Runs what is asked for elsewhere, once, as soon as it can be. */
function useRequests<T>(store: Store<T | null>, isReady: boolean, run: (request: T) => void): void {
  const latest = useRef(run);
  latest.current = run;
  useEffect(() => {
    function take(): void {
      const request = store.get();
      if (request === null) return;
      store.set(null);
      latest.current(request);
    }
    if (!isReady) return;
    take();
    return store.subscribe(take);
  }, [store, isReady]);
}

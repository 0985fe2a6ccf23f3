import { type FocusEvent, type KeyboardEvent, type RefObject, useCallback, useState } from 'react';
import { DAY_MS } from '../../../lib/calendar-days.ts';
import type { CalendarScreenState, ShownEvent } from '../use-calendar-screen.ts';

const STEP_MS = 15 * 60_000;

type Options = {
  root: RefObject<HTMLElement | null>;
  screen: Pick<CalendarScreenState, 'days' | 'events' | 'move' | 'today' | 'now'>;
  /** Of one day, in the order in which they stand. */
  stopsOf(day: string): readonly ShownEvent[];
  /** How Up and Down move where a day has no more: to the days a week apart in a month. */
  rowLength?: number;
};

/**
 * CV-9: the events of a grid are one tab stop: arrow keys go from one to the next and from day to day; with Alt they
 * move the event, and with Alt and Shift its end.
 */
export function useEventStops({ root, screen, stopsOf, rowLength = 0 }: Options) {
  const { days, today, now } = screen;
  const [stop, setStop] = useState<string | null>(null);
  const ids = days.flatMap((day) => [stopId(day, null), ...stopsOf(day).map(({ key }) => stopId(day, key))]);
  const current = stop !== null && ids.includes(stop) ? stop : firstStop();

  /** The first event from now on; where all are over, or yet to come, the first one. */
  function firstStop(): string {
    for (const day of days) {
      const next = day >= today && stopsOf(day).find(({ span }) => span.end > now);
      if (next) return stopId(day, next.key);
    }
    const order = days.includes(today) ? [today, ...days] : days;
    const day = order.find((each) => stopsOf(each).length > 0);
    return day === undefined ? stopId(order[0] ?? '', null) : stopId(day, stopsOf(day)[0]?.key ?? null);
  }

  const focus = useCallback(
    (id: string) => {
      setStop(id);
      requestAnimationFrame(() => {
        const element = root.current?.querySelector<HTMLElement>(selectorOf(id));
        element?.focus();
        element?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      });
    },
    [root],
  );

  /** The event of another day that stands nearest to a time, or the day itself. */
  function nearest(day: string | undefined, time: number): void {
    if (day === undefined) return;
    const [first, ...others] = stopsOf(day);
    if (!first) {
      focus(stopId(day, null));
      return;
    }
    const away = ({ span }: ShownEvent) => Math.abs((span.start % DAY_MS) - time);
    const best = others.reduce((one, other) => (away(other) < away(one) ? other : one), first);
    focus(stopId(day, best.key));
  }

  function moveBy(event: ShownEvent, key: string, isEnd: boolean): void {
    const { start, end } = event.span;
    const unit = event.one.kind === 'day' ? DAY_MS : STEP_MS;
    const by = { ArrowUp: -unit, ArrowDown: unit, ArrowLeft: -DAY_MS, ArrowRight: DAY_MS }[key] ?? 0;
    const span = isEnd
      ? { start, end: Math.max(start + unit, end + by) }
      : { start: start + by, end: end + by };
    void screen.move(event.one, span);
  }

  return {
    tabIndexOf: (day: string, key: string | null) => (stopId(day, key) === current ? 0 : -1),
    onFocus(day: string, key: string | null) {
      setStop(stopId(day, key));
    },
    /** For the grid itself: whatever event in it gets the focus is where Tab comes back to. */
    onFocusCapture({ target }: FocusEvent<HTMLElement>) {
      const { key, day } = target.dataset;
      if (key !== undefined && day !== undefined) setStop(stopId(day, key));
    },
    onKeyDown(event: KeyboardEvent<HTMLElement>, day: string, on: ShownEvent | null): void {
      if (!event.key.startsWith('Arrow') || event.ctrlKey || event.metaKey) return;
      if (event.altKey) {
        if (!on) return;
        event.preventDefault();
        event.stopPropagation();
        moveBy(on, event.key, event.shiftKey);
        return;
      }
      event.preventDefault();
      const at = days.indexOf(day);
      const stops = stopsOf(day);
      const index = on ? stops.indexOf(on) : -1;
      const time = on ? on.span.start % DAY_MS : 0;
      if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') {
        nearest(days[at + (event.key === 'ArrowLeft' ? -1 : 1)], time);
        return;
      }
      const by = event.key === 'ArrowDown' ? 1 : -1;
      const next = stops[index + by];
      if (next && index + by >= 0) focus(stopId(day, next.key));
      else if (rowLength > 0) nearest(days[at + by * rowLength], by > 0 ? 0 : DAY_MS);
    },
  };
}

function stopId(day: string, key: string | null): string {
  return `${day} ${key ?? ''}`;
}

function selectorOf(id: string): string {
  const [day = '', ...key] = id.split(' ');
  const name = key.join(' ');
  return name === ''
    ? `[data-cell="${day}"]`
    : `[data-key="${CSS.escape(name)}"][data-day="${day}"], [data-key="${CSS.escape(name)}"]`;
}

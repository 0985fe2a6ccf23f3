import { type MouseEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { DAY_MS, wallOfDay } from '../../../lib/calendar-days.ts';
import type { Span } from '../../../model/calendar/occurrence-times.ts';
import { isBuiltIn } from '../built-in/built-in-events.ts';
import type { CalendarScreenState, Draft, ShownEvent } from '../use-calendar-screen.ts';

const MINUTE_MS = 60_000;
const STEP_MS = 15 * MINUTE_MS;
/** The pointer moves at least so far before anything is dragged. */
const SLACK_PX = 4;
const SCROLL_EDGE_PX = 28;
const SCROLL_STEP_PX = 14;

/** What is being dragged, as it stands now; `key` is null for what is being made. */
export type Drag = { key: string | null; span: Span; kind: Draft['kind'] };

type Grab = {
  x: number;
  y: number;
  /** Where the pointer was, on the wall. */
  wall: number;
  act: 'move' | 'resize' | 'make';
  /** Among the whole days: only days count. */
  isAbove: boolean;
  event: ShownEvent | null;
};

type Options = {
  root: RefObject<HTMLElement | null>;
  screen: Pick<CalendarScreenState, 'days' | 'events' | 'begin' | 'move'>;
};

/** Dragging by mouse or pen: events to another time, their ends, and over free time to make one. */
export function useGridDrag({ root, screen }: Options) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const latest = useRef(screen);
  latest.current = screen;
  const stop = useRef<() => void>(() => undefined);
  const wasDragged = useRef(false);
  useEffect(() => () => stop.current(), []);

  /** The time on the wall at a point of the grid. */
  function wallAt(x: number, y: number): number {
    const columns = [...(root.current?.querySelectorAll('[data-column]') ?? [])];
    const boxes = columns.map((column) => column.getBoundingClientRect());
    const found = boxes.findIndex(({ right }) => x < right);
    const index = found < 0 ? boxes.length - 1 : found;
    const box = boxes[index];
    const day = latest.current.days[index];
    if (!box || day === undefined) return 0;
    const part = Math.min(1, Math.max(0, (y - box.top) / box.height));
    return wallOfDay(day) + part * DAY_MS;
  }

  function spanAt({ act, wall, isAbove, event }: Grab, x: number, y: number): Span {
    const here = wallAt(x, y);
    const days = Math.floor(here / DAY_MS) - Math.floor(wall / DAY_MS);
    if (act === 'make' || !event) {
      if (isAbove) {
        const [from, to] = [Math.min(wall, here), Math.max(wall, here)].map(startOfDay);
        return { start: from ?? 0, end: (to ?? 0) + DAY_MS };
      }
      const start = Math.floor(Math.min(wall, here) / STEP_MS) * STEP_MS;
      return { start, end: Math.max(start + 2 * STEP_MS, snap(Math.max(wall, here))) };
    }
    const { start, end } = event.span;
    if (act === 'resize') return { start, end: Math.max(start + STEP_MS, snap(here)) };
    const by = isAbove ? days * DAY_MS : snap(start + here - wall) - start;
    return { start: start + by, end: end + by };
  }

  function begin(grab: Grab): void {
    let current: Drag | null = null;

    function follow({ clientX: x, clientY: y }: globalThis.PointerEvent): void {
      if (!current && Math.hypot(x - grab.x, y - grab.y) < SLACK_PX) return;
      wasDragged.current = true;
      const kind = grab.isAbove ? 'day' : 'zoned';
      current = { key: grab.event?.key ?? null, span: spanAt(grab, x, y), kind };
      setDrag(current);
      scrollAlong(root.current, y);
    }

    function end(commit: boolean): void {
      stop.current();
      const dropped = current;
      if (!dropped || !commit) {
        setDrag(null);
        return;
      }
      const { span, kind } = dropped;
      if (!grab.event) {
        setDrag(null);
        latest.current.begin({ kind, span });
        return;
      }
      // It stays where it was put until the model shows it there, or it was decided otherwise.
      void latest.current.move(grab.event.one, span).finally(() => setDrag(null));
    }

    const finish = () => end(true);
    const cancel = () => end(false);
    function cancelByKey(event: KeyboardEvent): void {
      if (event.key !== 'Escape' || !current) return;
      event.preventDefault();
      event.stopPropagation();
      cancel();
    }
    window.addEventListener('pointermove', follow);
    window.addEventListener('pointerup', finish);
    window.addEventListener('pointercancel', cancel);
    window.addEventListener('keydown', cancelByKey, true);
    stop.current = () => {
      window.removeEventListener('pointermove', follow);
      window.removeEventListener('pointerup', finish);
      window.removeEventListener('pointercancel', cancel);
      window.removeEventListener('keydown', cancelByKey, true);
      stop.current = () => undefined;
    };
  }

  return {
    drag,
    wallAt,
    handlers: {
      onPointerDown(event: PointerEvent<HTMLElement>) {
        wasDragged.current = false;
        if (event.button !== 0 || event.pointerType === 'touch') return;
        const target = event.target as Element;
        const card = target.closest<HTMLElement>('[data-key]');
        const isAbove = target.closest('[data-bars]') !== null;
        if (!card && !isAbove && !target.closest('[data-column]')) return;
        const known = card && latest.current.events.find(({ key }) => key === card.dataset['key']);
        if (card && (!known || isBuiltIn(known.one))) return;
        if (!card) event.preventDefault();
        stop.current();
        const { clientX: x, clientY: y } = event;
        const act = !known ? 'make' : target.closest('[data-resize]') ? 'resize' : 'move';
        begin({ ...{ x, y, act, isAbove }, wall: wallAt(x, y), event: known ?? null });
      },
      /** The click that ends a drag opens nothing. */
      onClickCapture(event: MouseEvent) {
        if (!wasDragged.current) return;
        wasDragged.current = false;
        event.stopPropagation();
        event.preventDefault();
      },
    },
  };
}

function snap(wall: number): number {
  return Math.round(wall / STEP_MS) * STEP_MS;
}

function startOfDay(wall: number): number {
  return Math.floor(wall / DAY_MS) * DAY_MS;
}

function scrollAlong(root: HTMLElement | null, y: number): void {
  if (!root) return;
  const { top, bottom } = root.getBoundingClientRect();
  const head = root.querySelector('[data-head]')?.getBoundingClientRect().bottom ?? top;
  if (y > bottom - SCROLL_EDGE_PX) root.scrollTop += SCROLL_STEP_PX;
  else if (y > head && y < head + SCROLL_EDGE_PX) root.scrollTop -= SCROLL_STEP_PX;
}

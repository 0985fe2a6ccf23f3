import {
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { isChangeable } from '../changeable.ts';
import type { CalendarScreenState, Draft, ShownEvent } from '../use-calendar-screen.ts';
import { followPointer } from './follow-pointer.ts';
import { type Dropped, droppedAt, type Grab, type GridLayout, pointAt } from './grid-places.ts';
import { useLift } from './use-lift.ts';

const SCROLL_EDGE_PX = 28;
const SCROLL_STEP_PX = 14;

/** What is being dragged, as it stands now; `key` is null for what is being made. */
export type Drag = Dropped & { key: string | null };

type Options = {
  root: RefObject<HTMLElement | null>;
  screen: Pick<CalendarScreenState, 'days' | 'events' | 'begin' | 'move'>;
  layout: GridLayout;
};

/**
 * Dragging events to another time or day, their ends, and over free hours to make one. A finger lifts an event first,
 * by resting on it.
 */
export function useGridDrag({ root, screen, layout }: Options) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const latest = useRef(screen);
  latest.current = screen;
  const stop = useRef<() => void>(() => undefined);
  const wasDragged = useRef(false);
  const lift = useLift(root);
  useEffect(() => () => stop.current(), []);

  const at = (x: number, y: number) => pointAt(root.current, { days: latest.current.days, layout }, { x, y });

  function begin(grab: Grab, { clientX: x, clientY: y, pointerId }: PointerEvent): void {
    let current: Drag | null = null;
    stop.current();
    stop.current = followPointer({
      ...{ from: { x, y }, pointerId },
      onMove(toX, toY) {
        wasDragged.current = true;
        current = { key: grab.event?.key ?? null, ...droppedAt(grab, at(toX, toY), layout) };
        setDrag(current);
        scrollAlong(root.current, toY);
      },
      onEnd({ moved, kept }) {
        stop.current = () => undefined;
        lift.release(moved);
        const dropped = kept ? current : null;
        if (!dropped || !grab.event) {
          setDrag(null);
          if (dropped) latest.current.begin(draftOf(dropped));
          return;
        }
        // It stays where it was put until the model shows it there, or it was decided otherwise.
        void latest.current.move(grab.event.one, dropped.span, dropped.kind).finally(() => setDrag(null));
      },
    });
  }

  function grabOf(event: PointerEvent<HTMLElement>): Grab | null {
    const target = event.target as Element;
    const card = target.closest<HTMLElement>('[data-key]');
    const isFree = layout === 'hours' && target.closest('[data-bars], [data-column]') !== null;
    if (!card && !isFree) return null;
    const known = card && latest.current.events.find(({ key }) => key === card.dataset['key']);
    if (card && !(known && isChangeable(known.one, known.calendar))) return null;
    const from = at(event.clientX, event.clientY);
    const side = target.closest<HTMLElement>('[data-resize]')?.dataset['resize'];
    const act = !known ? 'make' : side === 'start' || side === 'end' ? side : 'move';
    return { act, from, event: known ?? null };
  }

  return {
    drag,
    /** What is being made, until it is let go. */
    made: drag && drag.key === null ? draftOf(drag) : null,
    lifted: lift.lifted,
    wallAt: (x: number, y: number) => at(x, y).wall,
    handlers: {
      onPointerDown(event: PointerEvent<HTMLElement>) {
        wasDragged.current = false;
        if (event.button !== 0) return;
        const grab = grabOf(event);
        if (event.pointerType === 'touch') {
          const key = grab?.event?.key ?? null;
          const isPutDown = lift.press(event, key, () => {
            wasDragged.current = true;
            if (grab) begin(grab, event);
          });
          // The tap that puts an event down does nothing else.
          if (isPutDown) wasDragged.current = true;
          return;
        }
        if (!grab) return;
        if (!grab.event) event.preventDefault();
        begin(grab, event);
      },
      /** The click that ends a drag opens nothing. */
      onClickCapture(event: MouseEvent) {
        // A key clicks too.
        if (!wasDragged.current || event.detail === 0) return;
        wasDragged.current = false;
        event.stopPropagation();
        event.preventDefault();
      },
      onContextMenu: lift.onContextMenu,
    },
  };
}

function draftOf({ span, kind }: Dropped): Draft {
  return { span, kind: kind === 'day' ? 'day' : 'zoned' };
}

/** The events with the one that is dragged where it is now. */
export function useDraggedEvents(events: readonly ShownEvent[], drag: Drag | null): readonly ShownEvent[] {
  return useMemo(
    () =>
      drag === null || drag.key === null
        ? events
        : events.map((event) =>
            event.key === drag.key
              ? { ...event, span: drag.span, one: { ...event.one, kind: drag.kind } }
              : event,
          ),
    [events, drag],
  );
}

function scrollAlong(root: HTMLElement | null, y: number): void {
  const scroller = root?.querySelector<HTMLElement>('[data-scroller]') ?? root;
  if (!root || !scroller) return;
  const { top, bottom } = scroller.getBoundingClientRect();
  const head = root.querySelector('[data-head]')?.getBoundingClientRect().bottom ?? top;
  if (y > bottom - SCROLL_EDGE_PX) scroller.scrollTop += SCROLL_STEP_PX;
  else if (y > head && y < head + SCROLL_EDGE_PX) scroller.scrollTop -= SCROLL_STEP_PX;
}

import { DAY_MS, wallOfDay } from '../../../lib/calendar-days.ts';
import type { Span } from '../../../model/calendar/occurrence-times.ts';
import { isOfWholeDays } from '../shown-events.ts';
import type { ShownEvent } from '../use-calendar-screen.ts';

const STEP_MS = 15 * 60_000;
const HOUR_MS = 3600_000;

/** `hours`: columns of days with their hours, and whole days above them; `weeks`: the days of a month. */
export type GridLayout = 'hours' | 'weeks';

/** A point of a grid: the time on the wall, and whether it is among the whole days. */
export type GridPoint = { wall: number; isAbove: boolean };

export type Grab = {
  act: 'move' | 'start' | 'end' | 'make';
  from: GridPoint;
  event: ShownEvent | null;
};

/** What is being dragged, as it stands now; `key` is null for what is being made. */
export type Dropped = { span: Span; kind: ShownEvent['one']['kind'] };

export function pointAt(
  root: HTMLElement | null,
  { days, layout }: { days: readonly string[]; layout: GridLayout },
  { x, y }: { x: number; y: number },
): GridPoint {
  return layout === 'weeks' ? dayAt(root, x, y) : hourAt(root, days, x, y);
}

function hourAt(root: HTMLElement | null, days: readonly string[], x: number, y: number): GridPoint {
  const columns = [...(root?.querySelectorAll('[data-column]') ?? [])];
  const boxes = columns.map((column) => column.getBoundingClientRect());
  const found = boxes.findIndex(({ right }) => x < right);
  const index = found < 0 ? boxes.length - 1 : found;
  const box = boxes[index];
  const day = days[index];
  if (!box || day === undefined) return { wall: 0, isAbove: false };
  const above =
    root?.querySelector('[data-bars]')?.getBoundingClientRect().bottom ?? Number.NEGATIVE_INFINITY;
  const part = Math.min(1 - 1e-9, Math.max(0, (y - box.top) / box.height));
  return { wall: wallOfDay(day) + part * DAY_MS, isAbove: y < above };
}

/** The day of a month at a point, or the nearest one. */
function dayAt(root: HTMLElement | null, x: number, y: number): GridPoint {
  const away = (from: number, to: number, at: number) => Math.max(from - at, at - to, 0);
  let best = { day: '', off: Number.POSITIVE_INFINITY };
  for (const cell of root?.querySelectorAll<HTMLElement>('[data-cell]') ?? []) {
    const { left, right, top, bottom } = cell.getBoundingClientRect();
    const off = away(left, right - 0.5, x) + away(top, bottom - 0.5, y);
    if (off < best.off) best = { day: cell.dataset['cell'] ?? '', off };
  }
  return { wall: best.day === '' ? 0 : wallOfDay(best.day), isAbove: true };
}

/** Where something stands that is dragged to a point. */
export function droppedAt({ act, from, event }: Grab, to: GridPoint, layout: GridLayout): Dropped {
  if (act === 'make' || !event) return madeBetween(from, to);
  const { kind } = event.one;
  const { start, end } = event.span;
  const drawn = to.wall - from.wall;
  if (act === 'end') return { kind, span: { start, end: Math.max(start + STEP_MS, snap(end + drawn)) } };
  if (act === 'start') return { kind, span: { start: Math.min(end - STEP_MS, snap(start + drawn)), end } };
  if (layout === 'hours' && to.isAbove !== isOfWholeDays(event)) {
    const day = startOfDay(to.wall);
    // Among the whole days it is one of that day, and one of them among the hours takes an hour from there.
    if (to.isAbove) return { kind: 'day', span: { start: day, end: day + DAY_MS } };
    if (kind === 'day') {
      const begins = Math.min(floor(to.wall), day + DAY_MS - HOUR_MS);
      return { kind: 'zoned', span: { start: begins, end: begins + HOUR_MS } };
    }
  }
  const isByDays = layout === 'weeks' || isOfWholeDays(event);
  const by = isByDays ? startOfDay(to.wall) - startOfDay(from.wall) : snap(start + drawn) - start;
  return { kind, span: { start: start + by, end: end + by } };
}

function madeBetween(from: GridPoint, to: GridPoint): Dropped {
  const [first, last] = [Math.min(from.wall, to.wall), Math.max(from.wall, to.wall)];
  if (from.isAbove)
    return { kind: 'day', span: { start: startOfDay(first), end: startOfDay(last) + DAY_MS } };
  const start = floor(first);
  return { kind: 'zoned', span: { start, end: Math.max(start + 2 * STEP_MS, snap(last)) } };
}

function snap(wall: number): number {
  return Math.round(wall / STEP_MS) * STEP_MS;
}

function floor(wall: number): number {
  return Math.floor(wall / STEP_MS) * STEP_MS;
}

function startOfDay(wall: number): number {
  return Math.floor(wall / DAY_MS) * DAY_MS;
}

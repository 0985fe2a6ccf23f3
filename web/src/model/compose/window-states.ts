import type { ComposeWindow, WindowState } from './compose-model.ts';

type Placed = Pick<ComposeWindow, 'id' | 'windowState' | 'windowPrevState' | 'place'>;

export const PINNED_WIDTH = 600;
const LEFT_FREE = 300;
/**
 * LY-16: tablets count as narrow up to 992 px; the style sheets and `useIsNarrowScreen` use the same limit.
 */
export const WIDE_SCREEN = 993;

/** Windows in the order in which they were last pinned; the same array when nothing changes. */
type Arrangement<T extends Placed> = readonly T[];

function put<T extends Placed>(window: T, state: WindowState): T {
  if (window.windowState === state) return window;
  return { ...window, windowState: state, windowPrevState: window.windowState };
}

/** CW-5: pins as many windows as fit, minimising the oldest; on a narrow screen, one full window. */
export function arrange<T extends Placed>(
  windows: Arrangement<T>,
  viewport: number,
  latest: string | null,
): T[] {
  const isWide = viewport >= WIDE_SCREEN;
  if (!isWide) {
    const open = windows.filter((window) => window.place === 'window' && window.windowState !== 'mini');
    const top = open.find(({ id }) => id === latest) ?? open.at(-1);
    return windows.map((window) => {
      if (window.place === 'thread' || window.windowState === 'mini') return window;
      return put(window, window === top ? 'full' : 'mini');
    });
  }
  const pinned = windows.filter((window) => window.place === 'window' && window.windowState === 'pin');
  const room = Math.max(1, Math.floor((viewport - LEFT_FREE) / PINNED_WIDTH));
  const oldestFirst = pinned.toSorted(
    (one, other) => Number(one.id === latest) - Number(other.id === latest),
  );
  const giveWay = new Set(oldestFirst.slice(0, Math.max(0, pinned.length - room)));
  return windows.map((window) => (giveWay.has(window) ? put(window, 'mini') : window));
}

export function withState<T extends Placed>(
  windows: Arrangement<T>,
  id: string,
  state: WindowState,
  viewport: number,
): T[] {
  const shown = viewport < WIDE_SCREEN && state === 'pin' ? 'full' : state;
  const changed = windows.map((window) => (window.id === id ? put(window, shown) : window));
  return arrange(changed, viewport, id);
}

/** CW-2, CW-3: minimises a window, or restores its previous state. */
export function toggled<T extends Placed>(windows: Arrangement<T>, id: string, viewport: number): T[] {
  const window = windows.find((other) => other.id === id);
  if (!window) return [...windows];
  const before = window.windowPrevState === 'mini' ? 'pin' : window.windowPrevState;
  return withState(windows, id, window.windowState === 'mini' ? before : 'mini', viewport);
}

/**
 * CW-4, when a person closes it; on a narrow screen a closed window uncovers the mailbox, not another window.
 */
export function withoutWindow<T extends Placed>(windows: Arrangement<T>, id: string, viewport: number): T[] {
  const closed = windows.find((window) => window.id === id);
  const rest = windows.filter((window) => window.id !== id);
  const last = rest.findLast((window) => window.place === 'window');
  if (!last || closed?.place !== 'window' || viewport < WIDE_SCREEN) return rest;
  return withState(rest, last.id, 'pin', viewport);
}

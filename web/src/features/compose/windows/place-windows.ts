import type { ComposeWindow } from '../../../model/compose/compose-model.ts';
import { PINNED_WIDTH, WIDE_SCREEN } from '../../../model/compose/window-states.ts';

type Shown = Pick<ComposeWindow, 'id' | 'windowState'>;

/** Distances in pixels from the lower right corner of the screen. */
export type WindowSpot = { right: number; bottom: number; width: number };

const MARGIN = 16;
const GAP = 12;
/** Enough for the buttons and a word or two. */
const LEAST_MINI_WIDTH = 120;
const MOST_MINI_WIDTH = 256;
const MINI_HEIGHT = 44;

/**
 * Pinned windows are on the right and stay there whatever else is open; minimised ones share the remaining
 * width, in several rows where one is not enough. A narrow screen has a layout of its own.
 */
export function placeWindows(windows: readonly Shown[], viewport: number): ReadonlyMap<string, WindowSpot> {
  const spots = new Map<string, WindowSpot>();
  if (viewport < WIDE_SCREEN) return spots;
  let right = MARGIN;
  for (const { id, windowState } of windows) {
    if (windowState !== 'pin') continue;
    spots.set(id, { right, bottom: 0, width: PINNED_WIDTH });
    right += PINNED_WIDTH + GAP;
  }
  const minis = windows.filter(({ windowState }) => windowState === 'mini');
  const room = viewport - MARGIN - right;
  const most = Math.max(1, Math.floor((room + GAP) / (LEAST_MINI_WIDTH + GAP)));
  const inRow = Math.min(minis.length, most);
  const width = Math.min(MOST_MINI_WIDTH, Math.floor((room + GAP) / inRow) - GAP);
  for (const [at, { id }] of minis.entries()) {
    const row = Math.floor(at / inRow);
    spots.set(id, {
      right: right + (at % inRow) * (width + GAP),
      bottom: row * (MINI_HEIGHT + GAP),
      width,
    });
  }
  return spots;
}

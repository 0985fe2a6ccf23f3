import type { ChosenSettings } from '@bocau/contract/settings.ts';

/**
 * As in web/src/ui/tokens.css and touch.css for text of the default size: in one line, and in three or two.
 */
const HEIGHTS = {
  comfortable: { flat: 40, tall: 68 },
  compact: { flat: 32, tall: 52 },
} as const;

/** With touch, rows in one line have at least the comfortable height, whatever the density. */
export function rowHeight(density: ChosenSettings['density'], tall: boolean, touch: boolean): number {
  const { flat, tall: inThree } = HEIGHTS[density];
  if (tall) return inThree;
  return touch ? HEIGHTS.comfortable.flat : flat;
}

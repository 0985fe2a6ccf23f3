import type { ChosenSettings } from '@bocau/contract/settings.ts';

/** As web/src/ui/tokens.css and touch.css have them for text of the usual size: in one line, and in three or two. */
const HEIGHTS = {
  comfortable: { flat: 40, tall: 68 },
  compact: { flat: 32, tall: 52 },
} as const;

/** A finger has no less to hit in one line, however close the rows are. */
export function rowHeight(density: ChosenSettings['density'], tall: boolean, touch: boolean): number {
  const { flat, tall: inThree } = HEIGHTS[density];
  if (tall) return inThree;
  return touch ? HEIGHTS.comfortable.flat : flat;
}

import { textPixels } from '../../lib/text-pixels.ts';
import type { DriveLook } from './drive-look.ts';

const ROW = 44;
const TALL_ROW = 64;
const TILE = { width: 176, height: 172 };

type Shown = { layout: DriveLook['layout']; tall: boolean; width: number; count: number };

/** The layout of a list's entries in the available space: rows, or tiles side by side. */
export function gridLayout({ layout, tall, width, count }: Shown) {
  const isTiled = layout === 'grid';
  const columns = isTiled ? Math.max(2, Math.floor((width - 16) / textPixels(TILE.width))) : 1;
  const height = textPixels(isTiled ? TILE.height : tall ? TALL_ROW : ROW);
  return { isTiled, columns, height, rows: Math.ceil(count / columns) };
}

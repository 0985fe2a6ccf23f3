import type { Label } from '@bocau/contract/labels.ts';
import { countsOf } from '../folders/folders.view.ts';
import type { LabelRow } from './labels.store.ts';

export function labelView(row: LabelRow, single: boolean): Label {
  const { id, name, color, position, keyword, hidden } = row;
  const { total_threads: total, unread_threads: unread } = countsOf(row, single);
  return {
    ...{ id, name, color, position, keyword, hidden },
    ...{ total, unread },
  };
}

const alphabet = new Intl.Collator('vi', { numeric: true });

/** In the user's order; labels without a position follow by name, those below another one behind it. */
export function byPlace(
  a: Pick<LabelRow, 'name' | 'position'>,
  b: Pick<LabelRow, 'name' | 'position'>,
): number {
  const last = Number.MAX_SAFE_INTEGER;
  return (a.position ?? last) - (b.position ?? last) || byName(a.name.split('/'), b.name.split('/'));
}

function byName(a: string[], b: string[]): number {
  for (let at = 0; at < Math.min(a.length, b.length); at += 1) {
    const order = alphabet.compare(a[at] as string, b[at] as string);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

import { useMemo } from 'react';
import { useKeyed } from '../../ui/rows/use-keyed.ts';
import {
  extend,
  NOTHING_PICKED,
  pickedRows,
  type Row,
  type Selection,
  toggle,
  toggleRange,
  withNewRows,
} from './selection.ts';

/** The selection of a list and its cursor: by id, as rows come and go. */
export function useRowSelection<R extends Row>(listKey: string, rows: readonly R[]) {
  const [chosen, select] = useKeyed<Selection>(listKey, NOTHING_PICKED);
  const [at, setAt] = useKeyed<{ id: string; index: number } | null>(listKey, null);
  const selection = useMemo(() => withNewRows(chosen, rows), [chosen, rows]);
  const picked = useMemo(() => pickedRows(selection, rows), [selection, rows]);
  // When the cursor's row disappears, the row that takes its place gets the cursor, and keeps it whatever comes in above.
  const found = at ? rows.findIndex(({ id }) => id === at.id) : -1;
  const place = at && found === -1 ? Math.min(at.index, rows.length - 1) : found;
  const cursor = rows[place] ?? null;
  if (at && cursor && (cursor.id !== at.id || place !== at.index)) setAt({ id: cursor.id, index: place });

  function setCursor(row: R): void {
    setAt({ id: row.id, index: rows.indexOf(row) });
  }

  return {
    selection,
    picked,
    select,
    cursor,
    /** True even while the list has no row for it. */
    hasCursor: at !== null,
    setCursor,
    /** `range`: from the anchor to this row. */
    toggle(row: R, range: boolean): void {
      setCursor(row);
      select((range ? toggleRange : toggle)(selection, rows, row.id));
    },
    /** Moves the cursor; with Shift, selects the row it leaves and the one it reaches. */
    moveTo(row: R, extending: boolean): void {
      if (extending) select(extend(selection, cursor?.id ?? null, row.id));
      setCursor(row);
    },
  };
}

export type Row = { readonly id: string };

/** The selected rows of a list. */
export type Selection = {
  ids: ReadonlySet<string>;
  /** Where a range begins: the row that was last selected or deselected. */
  anchor: string | null;
  /** Everything in the list, not only on this page. */
  whole: boolean;
};

export const NOTHING_PICKED: Selection = { ids: new Set(), anchor: null, whole: false };

export function toggle({ ids, whole }: Selection, rows: readonly Row[], id: string): Selection {
  // Deselecting one of everything leaves the rest of the page selected.
  const next = new Set(whole ? rows.map((row) => row.id) : ids);
  if (!next.delete(id)) next.add(id);
  return { ids: next, anchor: id, whole: false };
}

/** From the anchor to this row: all selected or all deselected, like this one. */
export function toggleRange(selection: Selection, rows: readonly Row[], id: string): Selection {
  const from = rows.findIndex((row) => row.id === selection.anchor);
  const to = rows.findIndex((row) => row.id === id);
  if (from < 0 || to < 0) return toggle(selection, rows, id);
  const picking = !selection.ids.has(id);
  const next = new Set(selection.ids);
  for (const row of rows.slice(Math.min(from, to), Math.max(from, to) + 1)) {
    if (picking) next.add(row.id);
    else next.delete(row.id);
  }
  return { ids: next, anchor: id, whole: false };
}

/** Shift+cursor: selects the row that the cursor left and the one it reached. */
export function extend(selection: Selection, from: string | null, to: string): Selection {
  const ids = new Set(selection.ids);
  if (from !== null) ids.add(from);
  ids.add(to);
  return { ids, anchor: to, whole: false };
}

/** A selection of everything includes rows that arrived since: they show as selected. */
export function withNewRows(selection: Selection, rows: readonly Row[]): Selection {
  if (!selection.whole || rows.every((row) => selection.ids.has(row.id))) return selection;
  return { ...selection, ids: new Set(rows.map((row) => row.id)) };
}

export function pickedRows<R extends Row>({ ids }: Selection, rows: readonly R[]): R[] {
  return ids.size === 0 ? [] : rows.filter((row) => ids.has(row.id));
}

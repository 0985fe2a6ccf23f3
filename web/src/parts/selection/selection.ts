export type Row = { readonly id: string };

/** What is picked among the rows of a list. */
export type Selection = {
  ids: ReadonlySet<string>;
  /** Where a range begins: the row that was picked or left last. */
  anchor: string | null;
  /** Everything in the list, not only what is on the page. */
  whole: boolean;
};

export const NOTHING_PICKED: Selection = { ids: new Set(), anchor: null, whole: false };

export function toggle({ ids, whole }: Selection, rows: readonly Row[], id: string): Selection {
  // Leaving one out of everything leaves the rest of the page.
  const next = new Set(whole ? rows.map((row) => row.id) : ids);
  if (!next.delete(id)) next.add(id);
  return { ids: next, anchor: id, whole: false };
}

/** From the last picked row to this one: all picked, or all left, as this one becomes. */
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

/** The cursor moved on with Shift: the row that it left and the one that it came to are picked. */
export function extend(selection: Selection, from: string | null, to: string): Selection {
  const ids = new Set(selection.ids);
  if (from !== null) ids.add(from);
  ids.add(to);
  return { ids, anchor: to, whole: false };
}

/** Everything in the list is also what came into it since: it is shown as picked, and goes with the rest. */
export function withNewRows(selection: Selection, rows: readonly Row[]): Selection {
  if (!selection.whole || rows.every((row) => selection.ids.has(row.id))) return selection;
  return { ...selection, ids: new Set(rows.map((row) => row.id)) };
}

export function pickedRows<R extends Row>({ ids }: Selection, rows: readonly R[]): R[] {
  return ids.size === 0 ? [] : rows.filter((row) => ids.has(row.id));
}

type Row = { readonly id: string };

const indexes = new WeakMap<readonly Row[], Map<string, number>>();

function indexOf(rows: readonly Row[]): Map<string, number> {
  const known = indexes.get(rows);
  if (known) return known;
  const index = new Map(rows.map((row, at) => [row.id, at]));
  indexes.set(rows, index);
  return index;
}

/** The index of a row by its id, or -1; looked up in an index, as there may be a hundred thousand. */
export function indexIn(rows: readonly Row[], id: string): number {
  return indexOf(rows).get(id) ?? -1;
}

/**
 * Appends the rows of the next page, each once. The index moves over to the longer list: rebuilding it for
 * every page would be quadratic in the size of the list.
 */
export function withMore<R extends Row>(rows: readonly R[], more: readonly R[]): readonly R[] {
  const index = indexOf(rows);
  const longer = rows.slice();
  for (const row of more) {
    if (index.has(row.id)) continue;
    index.set(row.id, longer.length);
    longer.push(row);
  }
  indexes.delete(rows);
  indexes.set(longer, index);
  return longer;
}

/** Rows are compared by identity, as there may be a hundred thousand. */
export function sameRows(one: readonly Row[], other: readonly Row[]): boolean {
  return one === other || (one.length === other.length && one.every((row, at) => row === other[at]));
}

import type { RememberedInFolder } from './move-in.store.ts';

export type Arrival = { uid: number; hash: string };

/** What to do with a message that its UID does not identify. */
export type Assignment =
  /** Already imported from a place that no longer exists: it was moved there, or its folder got new UIDs. */
  | { known: RememberedInFolder }
  | { elsewhere: true }
  /** To be stored, as the n-th with these bytes. */
  | { copy: number };

/**
 * Decides by the bytes, in the given order. A copy remembered from a place that no longer exists stands for
 * one that turns up; the n-th with the same bytes is the same one at every pass.
 */
export function assignCopies(
  arrivals: Arrival[],
  remembered: RememberedInFolder[],
  folder: { id: string; gathers: boolean },
  isListed: (message: RememberedInFolder) => boolean,
): Assignment[] {
  const byHash = Map.groupBy(
    remembered.filter(({ copy }) => copy !== null),
    ({ hash }) => hash,
  );
  const states = new Map<string, { used: Set<number>; free: RememberedInFolder[] }>();
  const stateOf = (hash: string) => {
    const rows = byHash.get(hash) ?? [];
    const near = (row: RememberedInFolder) => (row.folderId === folder.id ? 0 : 1);
    const state = states.get(hash) ?? {
      used: new Set(rows.map(({ copy }) => copy as number)),
      free: rows
        .filter((row) => !isListed(row))
        .sort((a, b) => near(a) - near(b) || (a.copy as number) - (b.copy as number)),
    };
    states.set(hash, state);
    return state;
  };
  return arrivals.map(({ hash }) => {
    const { used, free } = stateOf(hash);
    const known = free.shift();
    if (known) return { known };
    if (folder.gathers && used.size > 0) return { elsewhere: true };
    let copy = 0;
    while (used.has(copy)) copy += 1;
    used.add(copy);
    return { copy };
  });
}

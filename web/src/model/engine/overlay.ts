import type { EntityChanges, Noun, OperationKind, RowsByList, Target } from './noun.ts';

/** An operation as it is applied over the server's state. */
type Layer<N extends Noun> = {
  readonly operation: N['operation'];
  readonly targets: readonly Target<N>[];
  readonly given: ReadonlyMap<string, RowsByList<N>>;
};

/** `known`: the server's state; `shown`: with the pending operations applied. */
export type TrackedEntity<N extends Noun> = { id: string; known: RowsByList<N>; shown: RowsByList<N> };

export type Overlay<N extends Noun> = {
  add(layer: Layer<N>): { before: Map<string, RowsByList<N>>; after: Map<string, RowsByList<N>> };
  remove(layer: Layer<N>): void;
  /** Null for an entity without pending operations. */
  entity(id: string): TrackedEntity<N> | null;
  entities(): Iterable<TrackedEntity<N>>;
  /** The differences that the pending operations make to the counts of each list. */
  countDifferences(): ReadonlyMap<string, N['counts']>;
  changeDetail(detail: N['detail'], layers?: readonly Layer<N>[]): N['detail'];
  applyChanges(changes: EntityChanges<N>): void;
  /** A page was loaded and contains rows that were only implied before. `listOf` names the list of a row. */
  applyRows(rows: readonly N['row'][], listOf: (row: N['row']) => string): void;
  /** The known state is no longer reliable: start again from the loaded lists. */
  reseed(): void;
};

/** Memoised, so that computing twice returns the same objects. */
type Memo<N extends Noun> = {
  lists: N['lists'];
  rows: WeakMap<RowsByList<N>, RowsByList<N>>;
  details: WeakMap<N['detail'], { operation: N['operation']; next: N['detail'] }>;
};

type Deps<N extends Noun> = {
  kindOf(operation: N['operation']): OperationKind<N>;
  /** Null until the lists are loaded. */
  lists(): N['lists'] | null;
  /** The current id of an entity, which may have been merged. */
  resolve(id: string): string;
  /** The rows of an entity in the lists that are loaded. */
  rowsOf(id: string): RowsByList<N>;
  /** Adds rows that are not loaded but implied by the others, so that counts are right. */
  addImplied(rows: Map<string, N['row']>, lists: N['lists']): void;
  /** What a row contributes to the counts of a list. */
  count(row: N['row']): N['counts'];
};

/**
 * The overlay of optimistic updates over the rows that the server has confirmed. An operation is computed
 * from the rows known now and is idempotent, so it does not matter whether the server's state already
 * contains it. To roll it back is to take it out of the overlay.
 */
export function createOverlay<N extends Noun>(deps: Deps<N>): Overlay<N> {
  const layersOf = new Map<string, Layer<N>[]>();
  const known = new Map<string, RowsByList<N>>();
  const implied = new WeakSet<N['row']>();
  let memos = new WeakMap<Layer<N>, Memo<N>>();
  let shown = new Map<string, TrackedEntity<N>>();
  let differences: ReadonlyMap<string, N['counts']> | null = null;

  function changed(): void {
    shown = new Map();
    differences = null;
  }

  function targetsIn(layer: Layer<N>, id: string): Target<N>[] {
    return layer.targets.filter(({ row }) => deps.resolve(row.id) === id);
  }

  function rowsAfter(layer: Layer<N>, id: string, rows: RowsByList<N>, lists: N['lists']): RowsByList<N> {
    const memo = memoOf(layer, lists);
    const known = memo.rows.get(rows);
    if (known) return known;
    const kind = deps.kindOf(layer.operation);
    const next = targetsIn(layer, id).reduce(
      (before, target) => kind.changeRows(layer.operation, target, before, lists),
      rows,
    );
    memo.rows.set(rows, next);
    return next;
  }

  function detailAfter(layer: Layer<N>, detail: N['detail'], lists: N['lists']): N['detail'] {
    const memo = memoOf(layer, lists);
    const known = memo.details.get(detail);
    if (known?.operation === layer.operation) return known.next;
    const kind = deps.kindOf(layer.operation);
    const next = targetsIn(layer, detail.id).reduce(
      (before, target) => kind.changeDetail(layer.operation, target, before, lists),
      detail,
    );
    memo.details.set(detail, { operation: layer.operation, next });
    return next;
  }

  function memoOf(layer: Layer<N>, lists: N['lists']): Memo<N> {
    const known = memos.get(layer);
    if (known?.lists === lists) return known;
    const memo: Memo<N> = { lists, rows: new WeakMap(), details: new WeakMap() };
    memos.set(layer, memo);
    return memo;
  }

  function applyLayers(id: string): TrackedEntity<N> | null {
    const start = known.get(id);
    const lists = deps.lists();
    if (!start || !lists) return null;
    const rows = (layersOf.get(id) ?? []).reduce(
      (before, layer) => rowsAfter(layer, id, before, lists),
      start,
    );
    return { id, known: start, shown: rows };
  }

  function entity(id: string): TrackedEntity<N> | null {
    const before = shown.get(id);
    if (before) return before;
    const applied = applyLayers(id);
    if (applied) shown.set(id, applied);
    return applied;
  }

  function withImplied(rows: Map<string, N['row']>): RowsByList<N> {
    const lists = deps.lists();
    if (!lists || rows.size === 0) return rows;
    const loaded = new Set(rows.keys());
    deps.addImplied(rows, lists);
    for (const [list, row] of rows) if (!loaded.has(list)) implied.add(row);
    return rows;
  }

  function seed(id: string, given: RowsByList<N>): void {
    if (known.has(id)) return;
    const loaded = deps.rowsOf(id);
    known.set(id, withImplied(new Map(loaded.size > 0 ? loaded : given)));
  }

  function countAll(): ReadonlyMap<string, N['counts']> {
    const sums = new Map<string, Record<string, number>>();
    const add = (rows: RowsByList<N>, sign: 1 | -1) => {
      for (const [list, row] of rows) {
        const sum = sums.get(list) ?? {};
        for (const [name, count] of Object.entries(deps.count(row)))
          sum[name] = (sum[name] ?? 0) + sign * count;
        sums.set(list, sum);
      }
    };
    for (const id of known.keys()) {
      const tracked = entity(id);
      if (!tracked || tracked.known === tracked.shown) continue;
      add(tracked.known, -1);
      add(tracked.shown, 1);
    }
    return sums as ReadonlyMap<string, N['counts']>;
  }

  return {
    add(layer) {
      for (const [id, rows] of layer.given) seed(deps.resolve(id), rows);
      const ids = [...new Set(layer.targets.map(({ row }) => row.id))];
      const rowsNow = () =>
        new Map(ids.map((id) => [id, entity(deps.resolve(id))?.shown ?? new Map<string, N['row']>()]));
      const before = rowsNow();
      for (const id of new Set(ids.map(deps.resolve))) layersOf.set(id, [...(layersOf.get(id) ?? []), layer]);
      changed();
      return { before, after: rowsNow() };
    },
    remove(layer) {
      for (const target of layer.targets) {
        const id = deps.resolve(target.row.id);
        const left = (layersOf.get(id) ?? []).filter((other) => other !== layer);
        if (left.length > 0) layersOf.set(id, left);
        else {
          layersOf.delete(id);
          known.delete(id);
        }
      }
      changed();
    },
    entity,
    entities: () => [...known.keys()].flatMap((id) => entity(id) ?? []),
    countDifferences() {
      differences ??= countAll();
      return differences;
    },
    changeDetail(detail, some = layersOf.get(detail.id) ?? []) {
      const lists = deps.lists();
      if (!lists) return detail;
      return some.reduce((before, layer) => detailAfter(layer, before, lists), detail);
    },
    applyChanges({ outcomes, merged }) {
      const rowsNow = new Map(outcomes.map(({ id, rows }) => [id, rows]));
      for (const { id, into } of merged) {
        if (!known.delete(id)) continue;
        layersOf.set(into, [...(layersOf.get(into) ?? []), ...(layersOf.get(id) ?? [])]);
        layersOf.delete(id);
        known.set(deps.resolve(into), rowsNow.get(into) ?? deps.rowsOf(into));
      }
      for (const [id, rows] of rowsNow) if (known.has(id)) known.set(id, rows);
      memos = new WeakMap();
      changed();
    },
    applyRows(rows, listOf) {
      if (known.size === 0) return;
      for (const row of rows) {
        const there = known.get(row.id);
        const list = listOf(row);
        const impliedRow = there?.get(list);
        if (!there || !impliedRow || !implied.has(impliedRow)) continue;
        known.set(row.id, new Map(there).set(list, row));
        changed();
      }
    },
    reseed() {
      for (const id of known.keys()) known.set(id, withImplied(new Map(deps.rowsOf(id))));
      changed();
    },
  };
}

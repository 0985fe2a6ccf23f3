import type { ChangeSet } from '@bocau/contract/changes.ts';
import { STARRED } from '@bocau/contract/folders.ts';
import type { Thread, ThreadWithMessages } from '@bocau/contract/threads.ts';
import type { CountDifferences } from '../base/folder-tree.ts';
import { outcomesOf } from '../base/list-pages.ts';
import { showStarred, withUnread } from '../operations/change-rows.ts';
import type { RowsByList, Step } from '../operations/operation.ts';
import type { Target } from '../operations/operation-kind.ts';
import { kindOf } from '../operations/operation-kinds.ts';
import type { Places } from '../operations/places.ts';

/** An act as it lies over what the server said. */
type Layer = {
  readonly step: Step;
  readonly targets: readonly Target[];
  /** Where no list that is loaded knows a thread: its rows at this act, by thread id. */
  readonly given: ReadonlyMap<string, RowsByList>;
};

/** `known`: what the server said; `shown`: with the pending acts done. */
export type TrackedThread = { id: string; known: RowsByList; shown: RowsByList };

export type Overlay = {
  add(layer: Layer): { before: Map<string, RowsByList>; after: Map<string, RowsByList> };
  remove(layer: Layer): void;
  /** Null for a thread that no pending act goes to. */
  thread(id: string): TrackedThread | null;
  threads(): Iterable<TrackedThread>;
  countDifferences(): CountDifferences;
  changeDetail(detail: ThreadWithMessages, layers?: readonly Layer[]): ThreadWithMessages;
  layChanges(changes: ChangeSet): void;
  /** A page was loaded: it has the rows that were only assumed. */
  layRows(listId: string | null, rows: readonly Thread[]): void;
  /** Nothing that is known is sure any more: begin anew from the pages. */
  reseed(): void;
};

/** So that asking twice gives the same objects. */
type Memo = {
  places: Places;
  rows: WeakMap<RowsByList, RowsByList>;
  details: WeakMap<ThreadWithMessages, { step: Step; next: ThreadWithMessages }>;
};

type Deps = { places(): Places | null; resolve(id: string): string; rowsOf(threadId: string): RowsByList };

/**
 * Pending acts over the rows of the threads that they go to. What an act changes is worked out from the rows that are
 * known now, and doing it twice changes nothing: so it does not matter whether the server's word already contains it.
 */
export function createOverlay(deps: Deps): Overlay {
  const layersOf = new Map<string, Layer[]>();
  const known = new Map<string, RowsByList>();
  let memos = new WeakMap<Layer, Memo>();
  let shown = new Map<string, TrackedThread>();
  let differences: CountDifferences | null = null;

  function changed(): void {
    shown = new Map();
    differences = null;
  }

  function targetsIn(layer: Layer, threadId: string): Target[] {
    return layer.targets.filter(({ thread }) => deps.resolve(thread.id) === threadId);
  }

  function rowsAfter(layer: Layer, threadId: string, rows: RowsByList, places: Places): RowsByList {
    const memo = memoOf(layer, places);
    const kept = memo.rows.get(rows);
    if (kept) return kept;
    const next = targetsIn(layer, threadId).reduce(
      (before, target) => kindOf(layer.step).changeRows(layer.step, target, before, places),
      rows,
    );
    memo.rows.set(rows, next);
    return next;
  }

  function detailAfter(layer: Layer, detail: ThreadWithMessages, places: Places): ThreadWithMessages {
    const memo = memoOf(layer, places);
    const kept = memo.details.get(detail);
    if (kept?.step === layer.step) return kept.next;
    const next = targetsIn(layer, detail.id).reduce(
      (before, target) => kindOf(layer.step).changeDetail(layer.step, target, before, places),
      detail,
    );
    memo.details.set(detail, { step: layer.step, next });
    return next;
  }

  function memoOf(layer: Layer, places: Places): Memo {
    const kept = memos.get(layer);
    if (kept?.places === places) return kept;
    const memo: Memo = { places, rows: new WeakMap(), details: new WeakMap() };
    memos.set(layer, memo);
    return memo;
  }

  function fold(threadId: string): TrackedThread | null {
    const start = known.get(threadId);
    const places = deps.places();
    if (!start || !places) return null;
    const rows = (layersOf.get(threadId) ?? []).reduce(
      (before, layer) => rowsAfter(layer, threadId, before, places),
      start,
    );
    return { id: threadId, known: start, shown: rows };
  }

  function thread(id: string): TrackedThread | null {
    const kept = shown.get(id);
    if (kept) return kept;
    const folded = fold(id);
    if (folded) shown.set(id, folded);
    return folded;
  }

  function seed(id: string, given: RowsByList): void {
    if (known.has(id)) return;
    const loaded = deps.rowsOf(id);
    known.set(id, withAssumed(new Map(loaded.size > 0 ? loaded : given), deps.places()));
  }

  return {
    add(layer) {
      for (const [id, rows] of layer.given) seed(deps.resolve(id), rows);
      const ids = [...new Set(layer.targets.map(({ thread: row }) => row.id))];
      const rowsNow = () =>
        new Map(ids.map((id) => [id, thread(deps.resolve(id))?.shown ?? new Map<string, Thread>()]));
      const before = rowsNow();
      for (const id of new Set(ids.map(deps.resolve))) layersOf.set(id, [...(layersOf.get(id) ?? []), layer]);
      changed();
      return { before, after: rowsNow() };
    },
    remove(layer) {
      for (const target of layer.targets) {
        const id = deps.resolve(target.thread.id);
        const left = (layersOf.get(id) ?? []).filter((other) => other !== layer);
        if (left.length > 0) layersOf.set(id, left);
        else {
          layersOf.delete(id);
          known.delete(id);
        }
      }
      changed();
    },
    thread,
    threads: () => [...known.keys()].flatMap((id) => thread(id) ?? []),
    countDifferences() {
      if (differences) return differences;
      const sums = new Map<string, { total: number; unread: number }>();
      const count = (rows: RowsByList, sign: 1 | -1) => {
        for (const [list, row] of rows) {
          const sum = sums.get(list) ?? { total: 0, unread: 0 };
          sums.set(list, { total: sum.total + sign, unread: sum.unread + (row.unread ? sign : 0) });
        }
      };
      for (const id of known.keys()) {
        const tracked = thread(id);
        if (!tracked || tracked.known === tracked.shown) continue;
        count(tracked.known, -1);
        count(tracked.shown, 1);
      }
      differences = sums;
      return sums;
    },
    changeDetail(detail, some = layersOf.get(detail.id) ?? []) {
      const places = deps.places();
      if (!places) return detail;
      return some.reduce((before, layer) => detailAfter(layer, before, places), detail);
    },
    layChanges(changes) {
      const outcomes = new Map(outcomesOf(changes).map(({ id, rows }) => [id, rows]));
      for (const { id, into } of changes.merged) {
        if (!known.delete(id)) continue;
        layersOf.set(into, [...(layersOf.get(into) ?? []), ...(layersOf.get(id) ?? [])]);
        layersOf.delete(id);
        known.set(deps.resolve(into), outcomes.get(into) ?? deps.rowsOf(into));
      }
      for (const [id, rows] of outcomes) if (known.has(id)) known.set(id, rows);
      memos = new WeakMap();
      changed();
    },
    layRows(listId, rows) {
      if (known.size === 0) return;
      for (const row of rows) {
        const there = known.get(row.id);
        const list = listId ?? row.folder_id;
        const assumedRow = there?.get(list);
        if (!there || !assumedRow || !assumed.has(assumedRow)) continue;
        known.set(row.id, new Map(there).set(list, row));
        changed();
      }
    },
    reseed() {
      for (const id of known.keys()) known.set(id, withAssumed(new Map(deps.rowsOf(id)), deps.places()));
      changed();
    },
  };
}

const assumed = new WeakSet<Thread>();

/** Rows that are not loaded, but that the others speak of: so that counts come out right. */
function withAssumed(rows: Map<string, Thread>, places: Places | null): RowsByList {
  const [first] = rows.values();
  if (!first || !places) return rows;
  const known = new Set(rows.keys());
  for (const id of first.folder_ids) {
    if (known.has(id)) continue;
    const path = places.pathOf(id) ?? first.mailbox_name;
    rows.set(id, withUnread({ ...first, folder_id: id, v4_folder_id: id, mailbox_name: path }, false));
  }
  if (first.starred && !known.has(STARRED)) showStarred(rows, places);
  for (const [list, row] of rows) if (!known.has(list)) assumed.add(row);
  return rows;
}

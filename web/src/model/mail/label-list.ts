import type { ChangeSet } from '@bocau/contract/changes.ts';
import type { Label } from '@bocau/contract/labels.ts';
import type { CountDifferences } from './folder-tree.ts';
import type { LabelChange } from './mail-model.ts';

export type LabelList = {
  apply(labels: readonly Label[]): void;
  applyChanges(changes: ChangeSet): void;
  all(): readonly Label[];
  byId(id: string): Label | null;
  /** Shows a change that the server has not confirmed yet, until the returned function is called. */
  plan(id: string, change: LabelChange): () => void;
};

export function createLabelList(): LabelList {
  let known: readonly Label[] = [];
  let shown: readonly Label[] | null = null;
  const planned = new Set<(labels: readonly Label[]) => readonly Label[]>();

  function set(next: readonly Label[]): void {
    known = next;
    shown = null;
  }

  function all(): readonly Label[] {
    shown ??= [...planned].reduce((labels, change) => change(labels), known).toSorted(byPlace);
    return shown;
  }

  return {
    apply: set,
    applyChanges({ labels = [], removed_labels: removed = [] }) {
      if (labels.length === 0 && removed.length === 0) return;
      const changed = new Set([...removed, ...labels.map(({ id }) => id)]);
      set([...known.filter(({ id }) => !changed.has(id)), ...labels]);
    },
    all,
    byId: (id) => all().find((label) => label.id === id) ?? null,
    plan(id, change) {
      const before = all().find((label) => label.id === id)?.name ?? '';
      const rename = (label: Label): Label => {
        if (label.id === id) return { ...label, ...change };
        // What is nested below a label goes by its new name.
        if (change.name === undefined || !label.name.startsWith(`${before}/`)) return label;
        return { ...label, name: change.name + label.name.slice(before.length) };
      };
      const apply = (labels: readonly Label[]) => placed(labels.map(rename), id, change.position);
      planned.add(apply);
      shown = null;
      return () => {
        planned.delete(apply);
        shown = null;
      };
    },
  };
}

/** Labels without a place of their own follow those that have one, by name. */
function byPlace(one: Label, other: Label): number {
  const [at, otherAt] = [one, other].map(({ position }) => position ?? Number.MAX_SAFE_INTEGER) as [
    number,
    number,
  ];
  return at - otherAt || one.name.localeCompare(other.name, 'vi', { numeric: true });
}

/** The label at this index of all labels, which keep the order that they have. */
function placed(labels: readonly Label[], id: string, to: number | null | undefined): readonly Label[] {
  const label = labels.find((each) => each.id === id);
  if (!label || to == null) return labels;
  const order = labels.filter((each) => each !== label).toSorted(byPlace);
  return order.toSpliced(to, 0, label).map((each, position) => ({ ...each, position }));
}

/** The labels with the differences of pending operations applied to their counts. */
export function labelsWith(labels: readonly Label[], differences: CountDifferences): readonly Label[] {
  if (!labels.some(({ id }) => differences.has(id))) return labels;
  return labels.map((label) => {
    const difference = differences.get(label.id);
    if (!difference) return label;
    const { total, unread } = difference;
    return {
      ...label,
      total: Math.max(0, label.total + total),
      unread: Math.max(0, label.unread + unread),
    };
  });
}

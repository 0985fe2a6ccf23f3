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
  const planned = new Set<(label: Label) => Label>();

  function set(next: readonly Label[]): void {
    known = next;
    shown = null;
  }

  function all(): readonly Label[] {
    shown ??= [...planned]
      .reduce((labels, change) => labels.map(change), known)
      .toSorted((one, other) => placeOf(one) - placeOf(other) || one.name.localeCompare(other.name, 'vi'));
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
      const apply = (label: Label): Label => {
        if (label.id === id) return { ...label, ...change };
        // What is nested below a label goes by its new name.
        if (change.name === undefined || !label.name.startsWith(`${before}/`)) return label;
        return { ...label, name: change.name + label.name.slice(before.length) };
      };
      planned.add(apply);
      shown = null;
      return () => {
        planned.delete(apply);
        shown = null;
      };
    },
  };
}

/** Labels without a place of their own follow those that have one. */
function placeOf({ position }: Label): number {
  return position ?? Number.MAX_SAFE_INTEGER;
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

import type { Label } from '@bocau/contract/labels.ts';

export type LabelRow = {
  label: Label;
  depth: number;
  /** What is left of its name below the label that it is shown in. */
  words: string;
  nests: boolean;
  /** With those of its nested labels while these are folded. */
  unread: number;
};

/** The tree of labels as rows; a label whose parent is no label stands by its whole name. */
export function labelRows(labels: readonly Label[], isOpen: (id: string) => boolean): LabelRow[] {
  const byName = new Map(labels.map((label) => [label.name, label]));
  const below = Map.groupBy(labels, ({ name }) => parentOf(name, byName));
  function rowsIn(parent: Label | null, depth: number): LabelRow[] {
    return (below.get(parent) ?? []).flatMap((label) => {
      const nests = below.has(label);
      const words = label.name.slice(parent ? parent.name.length + 1 : 0);
      const open = nests && isOpen(label.id);
      const row = { label, depth, nests, words: words.split('/').join(' › '), unread: label.unread };
      if (open) return [row, ...rowsIn(label, depth + 1)];
      return [{ ...row, unread: row.unread + sum(rowsBelow(label)) }];
    });
  }
  function rowsBelow(label: Label): Label[] {
    return (below.get(label) ?? []).flatMap((child) => [child, ...rowsBelow(child)]);
  }
  return rowsIn(null, 0);
}

/** The nearest label that this name is nested in. */
function parentOf(name: string, byName: ReadonlyMap<string, Label>): Label | null {
  for (let end = name.lastIndexOf('/'); end > 0; end = name.lastIndexOf('/', end - 1)) {
    const label = byName.get(name.slice(0, end));
    if (label) return label;
  }
  return null;
}

function sum(labels: readonly Label[]): number {
  return labels.reduce((total, { unread }) => total + unread, 0);
}

/** Those that are hidden while nothing carries them: neither they nor what is nested in them has any. */
export function hiddenLabels(labels: readonly Label[]): readonly Label[] {
  return labels.filter(
    ({ hidden, total, name }) =>
      hidden && total === 0 && !labels.some((other) => other.total > 0 && other.name.startsWith(`${name}/`)),
  );
}

/**
 * The index among all labels that puts this one before or after its neighbour with the same parent; null where
 * there is no neighbour.
 */
export function placeBeside(labels: readonly Label[], label: Label, by: -1 | 1): number | null {
  const byName = new Map(labels.map((each) => [each.name, each]));
  const parent = parentOf(label.name, byName);
  const siblings = labels.filter(({ name }) => parentOf(name, byName) === parent);
  const at = siblings.findIndex(({ id }) => id === label.id);
  const neighbour = at < 0 ? undefined : siblings[at + by];
  if (!neighbour) return null;
  const others = labels.filter(({ id }) => id !== label.id);
  return others.indexOf(neighbour) + (by > 0 ? 1 : 0);
}

import type { DriveFile } from '@bocau/contract/drive.ts';
import { sortKey } from '@bocau/contract/sort-key.ts';
import type { DriveListRef, DriveOrder } from './drive-list.ts';

type Compare = (one: DriveFile, other: DriveFile) => number;

/** The server's order: folders first in every order, then the chosen key, then the id. */
export function compareIn(ref: DriveListRef, order: DriveOrder): Compare {
  if (ref.kind === 'trash')
    return (one, other) =>
      (other.prop.trashed_at ?? 0) - (one.prop.trashed_at ?? 0) || byText(other.id, one.id);
  if (ref.kind === 'recent')
    return (one, other) => other.created_at - one.created_at || byText(other.id, one.id);
  if (ref.kind !== 'folder') return (one, other) => byName(one, other) || byText(one.id, other.id);
  const sign = order.descending ? -1 : 1;
  const value = VALUES[order.by];
  return (one, other) => foldersFirst(one, other) || sign * (value(one, other) || byText(one.id, other.id));
}

const VALUES: Record<DriveOrder['by'], Compare> = {
  name: byName,
  size: (one, other) => one.size - other.size,
  last_modified: (one, other) => one.last_modified - other.last_modified,
};

function foldersFirst(one: DriveFile, other: DriveFile): number {
  return Number(other.type === 'folder') - Number(one.type === 'folder');
}

function byName(one: DriveFile, other: DriveFile): number {
  return byText(sortKey(one.name), sortKey(other.name));
}

function byText(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** The insertion index of a row in sorted rows. */
export function placeFor(rows: readonly DriveFile[], row: DriveFile, compare: Compare): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compare(rows[middle] as DriveFile, row) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

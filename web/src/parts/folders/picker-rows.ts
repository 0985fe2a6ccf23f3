import { roleOf, SYSTEM_FOLDERS } from '@bocau/contract/folder-roles.ts';
import type { Folder } from '@bocau/contract/folders.ts';
import { EXACT, matchRank } from '../finding/match-rank.ts';

export type PickerRow = {
  /** Unique: a recent folder also appears in the tree. */
  key: string;
  folder: Folder;
  depth: number;
  words: string;
  pickable: boolean;
  /** The typed text is its name. */
  named: boolean;
};

type Wanted = {
  disabledPaths: readonly string[];
  hiddenPaths: readonly string[];
  words(folder: Folder): string;
};

/** The tree, system folders first. */
export function pickerRows(tree: readonly Folder[], wanted: Wanted): PickerRow[] {
  const system = SYSTEM_FOLDERS.flatMap((name) =>
    tree.filter((folder) => folder.system && folder.name === name),
  );
  return rowsOf([...system, ...tree.filter((folder) => !folder.system)], 0, wanted);
}

function rowsOf(folders: readonly Folder[], depth: number, wanted: Wanted): PickerRow[] {
  return folders.flatMap((folder) => {
    const path = folder.display_name;
    const role = roleOf(path);
    if (role?.pending || role?.onDemand || wanted.hiddenPaths.includes(path)) return [];
    const pickable = !wanted.disabledPaths.includes(path);
    const row = { key: path, folder, depth, words: wanted.words(folder), pickable, named: false };
    return [row, ...rowsOf(folder.children, depth + 1, wanted)];
  });
}

/** Recently picked folders, above the tree. */
export function recentRows(recent: readonly Folder[], wanted: Wanted): PickerRow[] {
  const out = [...wanted.disabledPaths, ...wanted.hiddenPaths];
  return recent
    .filter((folder) => !out.includes(folder.display_name))
    .map((folder) => ({
      ...{ key: `recent ${folder.id}`, folder, depth: 0, pickable: true, named: false },
      words: wanted.words(folder),
    }));
}

type Found = Wanted & { typed: string; recent: readonly Folder[]; path(folder: Folder): string };

/**
 * Folders whose name, or else path, matches the typed text, with their full path: the best match first; among
 * equals, the recently picked.
 */
export function foundRows(tree: readonly Folder[], wanted: Found): PickerRow[] {
  const lately = (folder: Folder) => {
    const at = wanted.recent.findIndex(({ id }) => id === folder.id);
    return at < 0 ? wanted.recent.length : at;
  };
  return pickerRows(tree, wanted)
    .map((row) => ({ row, rank: rankOf(row, wanted) }))
    .filter(({ rank }) => rank < NONE)
    .sort((one, other) => one.rank - other.rank || lately(one.row.folder) - lately(other.row.folder))
    .map(({ row, rank }) => ({ ...row, depth: 0, words: wanted.path(row.folder), named: rank === EXACT }));
}

const NONE = 100;

/** Any match of the name ranks before a match of the path. */
function rankOf({ folder, words }: PickerRow, { typed, path }: Found): number {
  const ofPath = matchRank(path(folder), typed);
  return matchRank(words, typed) ?? (ofPath === null ? NONE : NONE / 2 + ofPath);
}

/** Index of the next row that can be picked, wrapping around; -1 when there is none. */
export function nextPickable(rows: readonly PickerRow[], from: number, step: 1 | -1): number {
  for (let tried = 1; tried <= rows.length; tried += 1) {
    const at = (from + step * tried + rows.length * 2) % rows.length;
    if (rows[at]?.pickable) return at;
  }
  return -1;
}

/** The row that Enter picks without an arrow key: messages go to Trash, or elsewhere, only when asked for. */
export function firstChosen(rows: readonly PickerRow[], typed: string): number {
  if (typed.trim() === '')
    return rows.findIndex(({ folder, pickable }) => pickable && !roleOf(folder.display_name)?.discarded);
  const at = nextPickable(rows, -1, 1);
  // If the named folder cannot be picked, the next best is not what was meant.
  return rows.slice(0, Math.max(at, 0)).some(({ named }) => named) ? -1 : at;
}

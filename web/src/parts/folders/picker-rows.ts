import { fold } from '@bocau/contract/fold.ts';
import { roleOf, SYSTEM_FOLDERS } from '@bocau/contract/folder-roles.ts';
import type { Folder } from '@bocau/contract/folders.ts';

/** `key`: a folder that is offered as a recent one stands in the tree as well. */
export type PickerRow = { key: string; folder: Folder; depth: number; words: string; pickable: boolean };

type Wanted = {
  typed: string;
  disabledPaths: readonly string[];
  hiddenPaths: readonly string[];
  words(folder: Folder): string;
};

/** Folders whose words have what was typed, marks or not, each below the folders that it lies in. */
export function pickerRows(tree: readonly Folder[], wanted: Wanted): PickerRow[] {
  const system = SYSTEM_FOLDERS.flatMap((name) =>
    tree.filter((folder) => folder.system && folder.name === name),
  );
  return rowsOf([...system, ...tree.filter((folder) => !folder.system)], 0, wanted);
}

function rowsOf(folders: readonly Folder[], depth: number, wanted: Wanted): PickerRow[] {
  return folders.flatMap((folder) => {
    const path = folder.display_name;
    if (roleOf(path)?.pending || wanted.hiddenPaths.includes(path)) return [];
    const words = wanted.words(folder);
    const below = rowsOf(folder.children, depth + 1, wanted);
    const fits = fold(words).includes(fold(wanted.typed.trim()));
    if (!fits && below.length === 0) return [];
    const pickable = fits && !wanted.disabledPaths.includes(path);
    return [{ key: path, folder, depth, words, pickable }, ...below];
  });
}

/** Folders that were picked lately, above the tree, until something is typed. */
export function recentRows(recent: readonly Folder[], wanted: Wanted): PickerRow[] {
  if (wanted.typed.trim() !== '') return [];
  const out = [...wanted.disabledPaths, ...wanted.hiddenPaths];
  return recent
    .filter((folder) => !out.includes(folder.display_name))
    .map((folder) => ({
      ...{ key: `recent ${folder.id}`, folder, depth: 0, pickable: true },
      words: wanted.words(folder),
    }));
}

/** The next row that can be picked, from the end to the beginning again; -1 when there is none. */
export function nextPickable(rows: readonly PickerRow[], from: number, step: 1 | -1): number {
  for (let tried = 1; tried <= rows.length; tried += 1) {
    const at = (from + step * tried + rows.length * 2) % rows.length;
    if (rows[at]?.pickable) return at;
  }
  return -1;
}

/** What Enter picks without an arrow before it; nothing is thrown away unless it was asked for. */
export function firstChosen(rows: readonly PickerRow[], typed: string): number {
  if (typed.trim() !== '') return nextPickable(rows, -1, 1);
  return rows.findIndex(({ folder, pickable }) => pickable && !roleOf(folder.display_name)?.discarded);
}

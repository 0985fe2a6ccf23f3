import type { Folder } from '@bocau/contract/folders.ts';
import { fold } from '../../lib/fold.ts';
import { SEND_LISTS } from './folder-rows.ts';

export type PickerRow = { folder: Folder; depth: number; words: string; pickable: boolean };

const ORDER = ['INBOX', 'Sent', 'Drafts', 'Junk', 'Trash'];

type Wanted = {
  typed: string;
  disabledPaths: readonly string[];
  hiddenPaths: readonly string[];
  words(folder: Folder): string;
};

/** Folders whose words have what was typed, marks or not, each below the folders that it lies in. */
export function pickerRows(tree: readonly Folder[], wanted: Wanted): PickerRow[] {
  const system = ORDER.flatMap((name) => tree.filter((folder) => folder.system && folder.name === name));
  return rowsOf([...system, ...tree.filter((folder) => !folder.system)], 0, wanted);
}

function rowsOf(folders: readonly Folder[], depth: number, wanted: Wanted): PickerRow[] {
  return folders.flatMap((folder) => {
    const path = folder.display_name;
    if (SEND_LISTS.includes(path) || wanted.hiddenPaths.includes(path)) return [];
    const words = wanted.words(folder);
    const below = rowsOf(folder.children, depth + 1, wanted);
    const fits = fold(words).includes(fold(wanted.typed.trim()));
    if (!fits && below.length === 0) return [];
    const pickable = fits && !wanted.disabledPaths.includes(path);
    return [{ folder, depth, words, pickable }, ...below];
  });
}

/** The next row that can be picked, from the end to the beginning again; -1 when there is none. */
export function nextPickable(rows: readonly PickerRow[], from: number, step: 1 | -1): number {
  for (let tried = 1; tried <= rows.length; tried += 1) {
    const at = (from + step * tried + rows.length * 2) % rows.length;
    if (rows[at]?.pickable) return at;
  }
  return -1;
}

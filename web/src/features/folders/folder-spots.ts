import { roleOf } from '@bocau/contract/folder-roles.ts';
import type { Folder } from '@bocau/contract/folders.ts';
import { isWithin, ownFolders } from '../../parts/folders/folder-rows.ts';
import { mayNest } from './folder-marks.ts';

/** The position of a folder; without `before` it is sorted by name. */
export type Spot = { parent: Folder | null; before?: Folder | null };

type Tree = readonly Folder[];
export type Zone = 'before' | 'inside' | 'after';

export function parentOf(tree: Tree, { parentName }: Folder): Folder | null {
  if (parentName === null) return null;
  for (const folder of tree) {
    if (folder.display_name === parentName) return folder;
    if (isWithin(parentName, folder.display_name)) return parentOf(folder.children, { parentName } as Folder);
  }
  return null;
}

/** The siblings of a folder, including itself. */
function besides(tree: Tree, folder: Folder): readonly Folder[] {
  return parentOf(tree, folder)?.children ?? ownFolders(tree);
}

export function spotOf(tree: Tree, folder: Folder): Required<Spot> {
  const all = besides(tree, folder);
  const at = all.findIndex(({ id }) => id === folder.id);
  return { parent: parentOf(tree, folder), before: all[at + 1] ?? null };
}

/** One position up or down among its siblings; null at the end. */
export function spotBeside(tree: Tree, folder: Folder, step: -1 | 1): Spot | null {
  const all = besides(tree, folder);
  const at = all.findIndex(({ id }) => id === folder.id);
  if (at < 0 || !all[at + step]) return null;
  return { parent: parentOf(tree, folder), before: all[step < 0 ? at - 1 : at + 2] ?? null };
}

/** The position that dropping the folder on this part of another line would give it; null for none. */
export function spotOfDrop(
  tree: Tree,
  dragged: Folder,
  { target, zone, open }: { target: Folder; zone: Zone; open: boolean },
): Spot | null {
  if (isWithin(target.display_name, dragged.display_name)) return null;
  if (zone === 'inside') {
    return mayNest(target) && parentOf(tree, dragged)?.id !== target.id ? { parent: target } : null;
  }
  // The line below an open folder is its first subfolder.
  const [first] = target.children;
  const below = zone === 'after' && open && first !== undefined;
  if (target.system && !below) return null;
  const spot = below ? { parent: target, before: first } : beside(tree, dragged, target, zone);
  const now = spotOf(tree, dragged);
  const stays = spot.parent?.id === now.parent?.id && [now.before?.id, dragged.id].includes(spot.before?.id);
  return stays ? null : spot;
}

function beside(tree: Tree, dragged: Folder, target: Folder, zone: Zone): Required<Spot> {
  const others = besides(tree, target).filter(({ id }) => id !== dragged.id);
  const at = others.findIndex(({ id }) => id === target.id);
  return { parent: parentOf(tree, target), before: others[zone === 'before' ? at : at + 1] ?? null };
}

/** The upper and lower edges of a line mean before and after it, if positions can be chosen there at all. */
export function zoneOf(target: Folder, share: number): Zone {
  if (target.system && roleOf(target.name)?.nests) return share > 0.72 ? 'after' : 'inside';
  const edge = mayNest(target) ? 0.28 : 0.5;
  if (share < edge) return 'before';
  return share >= 1 - edge ? 'after' : 'inside';
}

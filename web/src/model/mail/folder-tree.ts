import type { ChangeSet } from '@bocau/contract/changes.ts';
import { SNOOZED } from '@bocau/contract/folder-roles.ts';
import type { Folder } from '@bocau/contract/folders.ts';
import type { Places } from './operations/places.ts';

export type Counts = { total_threads: number; unread_threads: number };
export type CountDifferences = ReadonlyMap<string, { total: number; unread: number }>;

export type FolderTree = {
  isLoaded(): boolean;
  apply(tree: readonly Folder[], starred: Counts): void;
  /** True when folders were added, renamed or moved: only the server knows their order. */
  applyChanges(changes: ChangeSet): boolean;
  applyCounts(folderId: string, counts: Counts): void;
  applyStarred(starred: Counts): void;
  tree(): readonly Folder[];
  starred(): Counts;
  byPath(path: string): Folder | null;
  byId(id: string): Folder | null;
  /**
   * Null until the folders are loaded. The same object until a folder is added, removed or gets another path.
   */
  places(): Places | null;
};

export function createFolderTree(): FolderTree {
  let tree: readonly Folder[] = [];
  let starred: Counts = { total_threads: 0, unread_threads: 0 };
  let byId = new Map<string, Folder>();
  let byPath = new Map<string, Folder>();
  let places: Places | null = null;

  function set(next: readonly Folder[]): void {
    const before = byId;
    tree = next;
    const all = allFolders(tree);
    byId = new Map(all.map((folder) => [folder.id, folder]));
    byPath = new Map(all.map((folder) => [folder.display_name.toLowerCase(), folder]));
    const same =
      before.size === byId.size &&
      all.every((folder) => before.get(folder.id)?.display_name === folder.display_name);
    if (!same || !places) places = placesOf(byId);
  }

  return {
    isLoaded: () => tree.length > 0,
    apply(next, counts) {
      set(next);
      starred = counts;
    },
    applyChanges(changes) {
      starred = changes.starred;
      const removed = new Set(changes.removed_folders);
      const changed = new Map(changes.folders.map((folder) => [folder.id, folder]));
      if (removed.size === 0 && changed.size === 0) return false;
      const isNew = changes.folders.some((folder) => {
        const known = byId.get(folder.id);
        return known?.display_name !== folder.display_name || known.position !== folder.position;
      });
      set(mapTree(tree, (node) => (removed.has(node.id) ? null : withOwnFields(node, changed.get(node.id)))));
      return isNew;
    },
    applyCounts(folderId, counts) {
      set(
        mapTree(tree, (node) => (node.id === folderId ? withOwnFields(node, { ...node, ...counts }) : node)),
      );
    },
    applyStarred(counts) {
      starred = counts;
    },
    tree: () => tree,
    starred: () => starred,
    byPath: (path) => byPath.get(path.toLowerCase()) ?? null,
    byId: (id) => byId.get(id) ?? null,
    places: () => places,
  };
}

function placesOf(byId: ReadonlyMap<string, Folder>): Places | null {
  const system = new Map(
    [...byId.values()].filter((folder) => folder.system).map((folder) => [folder.name, folder.id]),
  );
  const inbox = system.get('INBOX');
  const junk = system.get('Junk');
  const trash = system.get('Trash');
  if (inbox === undefined || junk === undefined || trash === undefined) return null;
  const paths = new Map([...byId].map(([id, folder]) => [id, folder.display_name]));
  return { inbox, junk, trash, snoozed: system.get(SNOOZED), pathOf: (id) => paths.get(id) ?? null };
}

export function allFolders(tree: readonly Folder[]): Folder[] {
  return tree.flatMap((folder) => [folder, ...allFolders(folder.children)]);
}

function withOwnFields(node: Folder, told: Folder | undefined): Folder {
  if (!told) return node;
  const { children: _, ...fields } = told;
  const same = Object.entries(fields).every(([name, value]) => node[name as keyof Folder] === value);
  return same ? node : { ...node, ...fields };
}

/** The tree with each folder changed or, by null, left out; parts without a change stay the same objects. */
function mapTree(tree: readonly Folder[], change: (folder: Folder) => Folder | null): readonly Folder[] {
  const next = tree.flatMap((folder) => {
    const changed = change(folder);
    if (!changed) return [];
    const children = mapTree(folder.children, change);
    return children === folder.children ? changed : { ...changed, children: [...children] };
  });
  return next.length === tree.length && next.every((folder, index) => folder === tree[index]) ? tree : next;
}

/** The tree with the differences of pending operations applied to its counts. */
export function treeWith(tree: readonly Folder[], differences: CountDifferences): readonly Folder[] {
  return mapTree(tree, (folder) => {
    const difference = differences.get(folder.id);
    return difference ? { ...folder, ...countsWith(folder, difference) } : folder;
  });
}

export function countsWith(
  counts: Counts,
  difference: { total: number; unread: number } | undefined,
): Counts {
  if (!difference) return counts;
  return {
    total_threads: Math.max(0, counts.total_threads + difference.total),
    unread_threads: Math.max(0, counts.unread_threads + difference.unread),
  };
}

import { ARCHIVE, type RoleName, roleOf, rolesWhere, STARRED } from '@bocau/contract/folder-roles.ts';
import type { Folder } from '@bocau/contract/folders.ts';

/** Of mail that is to be sent: shown beside the main folders, but nothing is moved there or sought there. */
export const SEND_LISTS: readonly string[] = rolesWhere((role) => role.pending);

/** Folders that nothing is moved into by hand. */
export const NO_TARGETS: readonly string[] = rolesWhere((role) => !role.moveTarget);

const MAIN: RoleName[] = [
  'INBOX',
  STARRED,
  'Sent',
  'Drafts',
  'WEBMAIL_SCHEDULED',
  ARCHIVE,
  'Junk',
  'webmail_period',
  'Trash',
];

/** A line of the sidebar; Starred is one without being a folder. */
export type FolderRow = {
  path: string;
  folder: Folder | null;
  depth: number;
  count: number;
  counts: 'unread' | 'total';
  /** What lies below it, opened or not. */
  children: readonly Folder[];
};

/** The send lists only when they hold something, or are open; below the others what people put there. */
export function mainRows(
  tree: readonly Folder[],
  starredUnread: number,
  shown: string | null,
  isOpen: (id: string) => boolean = () => false,
): FolderRow[] {
  return MAIN.flatMap((path) => {
    if (path === STARRED) {
      return { path, folder: null, depth: 0, count: starredUnread, counts: 'unread' as const, children: [] };
    }
    const folder = tree.find((each) => each.system && each.name === path);
    if (!folder) return [];
    if (SEND_LISTS.includes(path) && folder.total_threads === 0 && path !== shown) return [];
    return [rowOf(folder, 0), ...(isOpen(folder.id) ? ownRows(folder.children, isOpen, 1) : [])];
  });
}

export function ownFolders(tree: readonly Folder[]): Folder[] {
  return tree.filter((folder) => !folder.system);
}

/** The own folders that are in sight, top to bottom. */
export function ownRows(tree: readonly Folder[], isOpen: (id: string) => boolean, depth = 0): FolderRow[] {
  return ownFolders(tree).flatMap((folder) => [
    rowOf(folder, depth),
    ...(isOpen(folder.id) ? ownRows(folder.children, isOpen, depth + 1) : []),
  ]);
}

function rowOf(folder: Folder, depth: number): FolderRow {
  const counts = (folder.system && roleOf(folder.name)?.counts) || 'unread';
  const count = counts === 'total' ? folder.total_threads : folder.unread_threads;
  return { path: folder.display_name, folder, depth, count, counts, children: folder.children };
}

/** All threads of a folder and of those below it. */
export function threadsWithin(folder: Folder): number {
  return folder.children.reduce((sum, child) => sum + threadsWithin(child), folder.total_threads);
}

export function unreadWithin(folder: Folder): number {
  return folder.children.reduce((sum, child) => sum + unreadWithin(child), folder.unread_threads);
}

export function isWithin(path: string, folderPath: string): boolean {
  return path === folderPath || path.startsWith(`${folderPath}/`);
}

import {
  ARCHIVE,
  type RoleName,
  roleOf,
  rolesWhere,
  SNOOZED,
  STARRED,
} from '@bocau/contract/folder-roles.ts';
import type { Folder } from '@bocau/contract/folders.ts';
import { WAITING } from '@bocau/contract/waiting-list.ts';
import type { ListRef } from '../../model/mail/mail-model.ts';

/** Folders of outgoing messages: listed among the main folders, but not a target for moving or searching. */
export const SEND_LISTS: readonly string[] = rolesWhere((role) => role.pending);

/** Folders that users cannot move messages into. */
export const NO_TARGETS: readonly string[] = rolesWhere((role) => !role.moveTarget || role.onDemand);

const MAIN: (RoleName | typeof WAITING)[] = [
  'INBOX',
  STARRED,
  SNOOZED,
  'Sent',
  WAITING,
  'Drafts',
  'WEBMAIL_SCHEDULED',
  ARCHIVE,
  'Junk',
  'webmail_period',
  'Trash',
];

/** A row of the sidebar; Starred and what waits for an answer are some, though they are no folders. */
export type FolderRow = {
  path: string;
  folder: Folder | null;
  depth: number;
  count: number;
  counts: 'unread' | 'total';
  /** Its subfolders, expanded or not. */
  children: readonly Folder[];
};

/**
 * The rows of the main folders: the send lists, what is snoozed and what waits for an answer only while they contain something
 * or are shown; below the others, the user's subfolders.
 */
export function mainRows(
  tree: readonly Folder[],
  { starredUnread, waiting }: { starredUnread: number; waiting: number },
  shown: string | null,
  isOpen: (id: string) => boolean = () => false,
): FolderRow[] {
  return MAIN.flatMap((path) => {
    if (path === WAITING) {
      const row = { path, folder: null, depth: 0, count: waiting, counts: 'total' as const, children: [] };
      return waiting > 0 || path === shown ? [row] : [];
    }
    if (path === STARRED) {
      return { path, folder: null, depth: 0, count: starredUnread, counts: 'unread' as const, children: [] };
    }
    const folder = tree.find((each) => each.system && each.name === path);
    if (!folder) return [];
    if ((SEND_LISTS.includes(path) || path === SNOOZED) && folder.total_threads === 0 && path !== shown)
      return [];
    return [rowOf(folder, 0), ...(isOpen(folder.id) ? ownRows(folder.children, isOpen, 1) : [])];
  });
}

/** The list that a row opens. */
export function listOfRow({ folder, path }: Pick<FolderRow, 'folder' | 'path'>): ListRef {
  if (folder) return { kind: 'folder', path };
  return path === WAITING ? { kind: 'label', id: WAITING } : { kind: 'starred' };
}

export function ownFolders(tree: readonly Folder[]): Folder[] {
  return tree.filter((folder) => !folder.system);
}

/** The visible rows of the user's own folders, top to bottom. */
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

/** The total of threads in a folder and its subfolders. */
export function threadsWithin(folder: Folder): number {
  return folder.children.reduce((sum, child) => sum + threadsWithin(child), folder.total_threads);
}

export function unreadWithin(folder: Folder): number {
  return folder.children.reduce((sum, child) => sum + unreadWithin(child), folder.unread_threads);
}

export function isWithin(path: string, folderPath: string): boolean {
  return path === folderPath || path.startsWith(`${folderPath}/`);
}

import { roleOf } from '@bocau/contract/folder-roles.ts';
import type { Folder } from '@bocau/contract/folders.ts';
import { LIMITS } from '@bocau/contract/limits.ts';

/** Whether its menu would have any entries. */
export function hasMenu(folder: Folder): boolean {
  return !folder.system || mayNest(folder) || hasMarks(folder);
}

export function mayNest({ system, name, display_name }: Folder): boolean {
  if (system) return roleOf(name)?.nests === true;
  return display_name.split('/').length < LIMITS.folderDepth;
}

export function hasMarks(folder: Folder): boolean {
  return mayMarkRead(folder) || mayMarkUnread(folder);
}

export function mayMarkRead(folder: Folder): boolean {
  return folder.unread_threads > 0;
}

export function mayMarkUnread(folder: Folder): boolean {
  return folder.unread_threads < folder.total_threads;
}

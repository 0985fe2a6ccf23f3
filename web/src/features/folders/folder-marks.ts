import type { Folder } from '@bocau/contract/folders.ts';

/** A menu without an entry is none. */
export function hasMenu(folder: Folder): boolean {
  return !folder.system || hasMarks(folder);
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

import { DISCARDED_FOLDERS } from '@bocau/contract/folder-roles.ts';
import type { Folder } from '@bocau/contract/folders.ts';

const MAX_FOLDERS = 3;
let ids: readonly string[] = [];

/** The folders that mail was moved to in this visit, latest first: sorting usually uses few of them. */
export function recentFolders(): readonly string[] {
  return ids;
}

/** Never Junk or Trash, since Enter picks the first entry. */
export function recordTarget(folder: Folder): void {
  if (DISCARDED_FOLDERS.some((name) => name === folder.display_name)) return;
  ids = [folder.id, ...ids.filter((id) => id !== folder.id)].slice(0, MAX_FOLDERS);
}

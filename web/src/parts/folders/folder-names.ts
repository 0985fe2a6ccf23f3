import { isRoleName, type RoleName, STARRED, SYSTEM_FOLDERS } from '@bocau/contract/folder-roles.ts';
import type { Folder } from '@bocau/contract/folders.ts';
import { WAITING } from '@bocau/contract/waiting-list.ts';
import type { Say } from '../../i18n/say.ts';

const OF_EVERY_MAILBOX: readonly RoleName[] = [...SYSTEM_FOLDERS, STARRED];

/**
 * The name of a folder: a translated one for the system folders and the list of what waits for an answer, the
 * last segment of the path for others.
 */
export function folderWords(t: Say, path: string): string {
  if (path === WAITING) return t('folders.waiting');
  if (isRoleName(path)) return t(`folders.names.${path}`);
  // A folder can no longer be given such a name, but may have had it before the system folder was introduced.
  const written = path.toLowerCase();
  const isTaken = OF_EVERY_MAILBOX.some((role) => t(`folders.names.${role}`).toLowerCase() === written);
  return isTaken ? t('folders.ownNamed', { name: path }) : path.slice(path.lastIndexOf('/') + 1);
}

/** The full path, for places where the tree is not visible. */
export function pathWords(t: Say, path: string): string {
  const [top = '', ...below] = path.split('/');
  // A subfolder may have the name of a system folder.
  return [folderWords(t, top), ...below].join(' › ');
}

/** All folders of a tree, each before its subfolders. */
export function foldersBelow(tree: readonly Folder[]): Folder[] {
  return tree.flatMap((folder) => [folder, ...foldersBelow(folder.children)]);
}

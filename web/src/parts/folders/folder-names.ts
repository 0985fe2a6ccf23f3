import { isRoleName, type RoleName, STARRED, SYSTEM_FOLDERS } from '@bocau/contract/folder-roles.ts';
import type { Folder } from '@bocau/contract/folders.ts';
import type { Say } from '../../i18n/say.ts';

const OF_EVERY_MAILBOX: readonly RoleName[] = [...SYSTEM_FOLDERS, STARRED];

/** What a folder is called: the words for those of every mailbox, the last name of a path for others. */
export function folderWords(t: Say, path: string): string {
  if (isRoleName(path)) return t(`folders.names.${path}`);
  // None is given such a name, but one may have had it before a folder of every mailbox was called so.
  const written = path.toLowerCase();
  const isTaken = OF_EVERY_MAILBOX.some((role) => t(`folders.names.${role}`).toLowerCase() === written);
  return isTaken ? t('folders.ownNamed', { name: path }) : path.slice(path.lastIndexOf('/') + 1);
}

/** With the folders above it, for places where the tree can not be seen. */
export function pathWords(t: Say, path: string): string {
  const [top = '', ...below] = path.split('/');
  // Below others a folder may have the name of a system folder.
  return [folderWords(t, top), ...below].join(' › ');
}

/** All folders of a tree, each before those below it. */
export function foldersBelow(tree: readonly Folder[]): Folder[] {
  return tree.flatMap((folder) => [folder, ...foldersBelow(folder.children)]);
}

import { isRoleName } from '@bocau/contract/folder-roles.ts';
import type { Folder } from '@bocau/contract/folders.ts';
import type { Say } from '../../i18n/say.ts';

/** What a folder is called: the words for those of every mailbox, the last name of a path for others. */
export function folderWords(t: Say, path: string): string {
  return isRoleName(path) ? t(`folders.names.${path}`) : path.slice(path.lastIndexOf('/') + 1);
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

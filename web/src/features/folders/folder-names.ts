import { STARRED, SYSTEM_FOLDERS } from '@bocau/contract/folders.ts';
import type { TFunction } from 'i18next';

const NAMED = [...SYSTEM_FOLDERS, STARRED] as const;
type Named = (typeof NAMED)[number];

/** What a folder is called: the words for those of every mailbox, the last name of a path for others. */
export function folderWords(t: TFunction, path: string): string {
  return isNamed(path) ? t(`folders.names.${path}`) : path.slice(path.lastIndexOf('/') + 1);
}

/** With the folders above it, for places where the tree can not be seen. */
export function pathWords(t: TFunction, path: string): string {
  return isNamed(path) ? folderWords(t, path) : path.split('/').join(' › ');
}

function isNamed(path: string): path is Named {
  return (NAMED as readonly string[]).includes(path);
}

import type { Folder } from '@bocau/contract/folders.ts';
import { createStore } from '../../lib/store.ts';

/** The open dialog about folders; `parent` null is the top. */
export type FolderQuestion =
  | { kind: 'new'; parent: Folder | null }
  | { kind: 'rename'; folder: Folder }
  | { kind: 'move'; folder: Folder }
  | { kind: 'delete'; folder: Folder };

export const folderQuestion = createStore<FolderQuestion | null>(null);

import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { FolderSync } from './folder-sync.ts';

/** Knows which folders below a root have durable entries in the folders above them. */
export type SettledFolders = {
  /**
   * Resolves once everything renamed into the folder before this call is durable, including its parent
   * folders.
   */
  settle(folder: string): Promise<void>;
  /** The folder is gone: when it is created again, its entry has to be made durable again. */
  forget(folder: string): void;
};

/**
 * Two levels of folders below `root`. A folder that already exists is not trusted either: its creator may
 * have died before it was durable. One flush of the parent settles all folders in it at that time, so a
 * process that has just started does not flush two more folders for each of its first thousands of blobs.
 */
export function createSettledFolders(root: string, folders: FolderSync): SettledFolders {
  const settled = new Set<string>();
  /** How many folders were forgotten: what was listed before may no longer exist. */
  let forgotten = 0;

  async function settleAllIn(above: string): Promise<void> {
    const before = forgotten;
    const names = await readdir(above);
    await folders.sync(above);
    if (forgotten !== before) return;
    for (const name of names) settled.add(join(above, name));
  }

  return {
    async settle(folder) {
      const parent = dirname(folder);
      await Promise.all([
        folders.sync(folder),
        settled.has(folder) || settleAllIn(parent),
        settled.has(parent) || settleAllIn(root),
      ]);
      settled.add(folder).add(parent);
    },
    forget(folder) {
      forgotten += 1;
      settled.delete(folder);
      settled.delete(dirname(folder));
    },
  };
}

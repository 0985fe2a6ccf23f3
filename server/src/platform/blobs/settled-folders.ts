import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { FolderSync } from './folder-sync.ts';

/** Knows which folders below a root have durable entries in the folders above them. */
export type SettledFolders = {
  /** Resolves once everything that was renamed into the folder before this call is durable, the way to it included. */
  settle(folder: string): Promise<void>;
  /** It was not there: when it comes back, its entry has to be made durable anew. */
  forget(folder: string): void;
};

/**
 * Two levels of folders below `root`. Also a folder that is found there is not trusted: whoever made it may have died
 * before it was durable. But one flush of the folder above settles all that are in it by then, so a process that has
 * just started does not flush two folders more for each of its first thousands of blobs.
 */
export function createSettledFolders(root: string, folders: FolderSync): SettledFolders {
  const settled = new Set<string>();
  /** How often something was forgotten: what was listed before may not be there any more. */
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

import { type ApiClient, ApiError } from '@bocau/contract/client.ts';

export type FolderMaker = {
  /** The folder of a path below a parent. */
  folderOf(parentId: string | null, folders: readonly string[]): Promise<string | null>;
  /** The path no longer exists: it is resolved again for the next file. */
  forget(parentId: string | null, folders: readonly string[]): void;
};

/** A file already has the name of a dropped folder. */
export class FolderTaken extends Error {
  override name = 'FolderTaken';
  readonly folder: string;

  constructor(folder: string) {
    super(`A file has the name of the folder ${folder}`);
    this.folder = folder;
  }
}

/** Finds folders of `account` and creates the missing ones; each is requested only once. */
export function createFolderMaker(api: ApiClient, account: string): FolderMaker {
  const known = new Map<string, Promise<string | null>>();

  async function make(above: Promise<string | null>, name: string, key: string): Promise<string> {
    try {
      const body = { name, parent_id: await above, on_conflict: 'replace' as const };
      return (await api.createDriveFolder({ body, account })).data.id;
    } catch (error) {
      known.delete(key);
      if (error instanceof ApiError && error.code === 'already_exists') throw new FolderTaken(name);
      throw error;
    }
  }

  return {
    folderOf(parentId, folders) {
      let found: Promise<string | null> = Promise.resolve(parentId);
      const keys = keysOf(parentId, folders);
      for (const [at, name] of folders.entries()) {
        const key = keys[at] as string;
        found = known.get(key) ?? make(found, name, key);
        known.set(key, found);
      }
      return found;
    },
    forget(parentId, folders) {
      for (const key of keysOf(parentId, folders)) known.delete(key);
    },
  };
}

/** One key for each folder of the path, from the top down. */
function keysOf(parentId: string | null, folders: readonly string[]): string[] {
  return folders.map((_, at) => [parentId ?? '', ...folders.slice(0, at + 1)].join('/'));
}

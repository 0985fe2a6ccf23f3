import type { ApiClient } from '@bocau/contract/client.ts';

/** Finds the folder of a path below another one, and makes what is not there; each is asked for once. */
export function createFolderMaker(api: ApiClient) {
  const known = new Map<string, Promise<string | null>>();

  return function folderOf(parentId: string | null, folders: readonly string[]): Promise<string | null> {
    let found: Promise<string | null> = Promise.resolve(parentId);
    let path = parentId ?? '';
    for (const name of folders) {
      path += `/${name}`;
      const above = found;
      const key = path;
      found = known.get(key) ?? make(above, name, key);
      known.set(key, found);
    }
    return found;
  };

  async function make(above: Promise<string | null>, name: string, key: string): Promise<string> {
    try {
      const body = { name, parent_id: await above, on_conflict: 'replace' as const };
      return (await api.createDriveFolder({ body })).data.id;
    } catch (error) {
      // The next file asks again.
      known.delete(key);
      throw error;
    }
  }
}

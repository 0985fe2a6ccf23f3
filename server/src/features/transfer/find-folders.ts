import { createFolder } from '../../mail/folder-acts/save-folder.ts';
import { pathKey } from '../../mail/folders/folder-names.ts';
import type { ChangeDeps } from '../../mail/mailbox/change-mailbox.ts';
import { Failure } from '../../platform/failure.ts';
import type { Place } from './place-folders.ts';
import { readTransferFolders } from './transfer.store.ts';

export type FolderFinder = {
  /** The id of the folder, created with its parents when missing. */
  find(place: Place): Promise<string>;
  /** Clears the cache, because folders may have been deleted. */
  forget(): void;
};

export function createFolderFinder(deps: ChangeDeps, mailboxId: number): FolderFinder {
  let known: Map<string, string> | null = null;

  async function look(): Promise<Map<string, string>> {
    const rows = await readTransferFolders(deps.db, mailboxId);
    return new Map(rows.map((row) => [row.path_key, row.id]));
  }

  async function make(path: string[]): Promise<string> {
    known ??= await look();
    const folders = known;
    const whole = path.join('/');
    const found = folders.get(pathKey(whole));
    if (found !== undefined) return found;
    if (path.length > 1) await make(path.slice(0, -1));
    try {
      const made = await createFolder(deps, mailboxId, { name: path.at(-1) as string, display_name: whole });
      folders.set(pathKey(whole), made.id);
      return made.id;
    } catch (error) {
      if (!(error instanceof Failure && error.code === 'already_exists')) throw error;
      // Another process created it meanwhile.
      known = await look();
      const id = known.get(pathKey(whole));
      if (id === undefined) throw error;
      return id;
    }
  }

  return {
    async find(place) {
      if ('path' in place) return make(place.path);
      known ??= await look();
      const own = place.called === undefined ? undefined : known.get(pathKey(place.called));
      return own ?? make([place.system]);
    },
    forget() {
      known = null;
    },
  };
}

import type { OnConflict } from '@bocau/contract/drive.ts';
import type { KeyValueStorage } from '../../engine/environment.ts';
import { unsentPrefix } from '../../engine/unsent-keys.ts';
import type { FileHandle } from './upload-item.ts';

/** What of an upload outlives the page. */
export type KeptUpload = {
  key: string;
  /** The page that sends it: while that one lives, no other takes it over. */
  page: string;
  name: string;
  size: number;
  lastModified: number;
  folderId: string | null;
  folders: readonly string[];
  onConflict: OnConflict;
  url: string;
  sent: number;
  handle: FileHandle | null;
};

type KeptUploads = {
  keep(upload: KeptUpload): void;
  forget(key: string): void;
  /** Those that pages left which are gone. */
  readLeft(): Promise<KeptUpload[]>;
};

type Options = {
  storage: KeyValueStorage;
  owner: string;
  isAlive(page: string): Promise<boolean>;
};

export function createKeptUploads({ storage, owner, isAlive }: Options): KeptUploads {
  const prefix = unsentPrefix(owner, 'uploads');
  // A browser that keeps nothing still uploads; it only can't go on after a reload.
  const ignore = () => undefined;
  return {
    keep(upload) {
      storage.set(prefix + upload.key, upload).catch(() => {
        // Some browsers can't keep a handle.
        storage.set(prefix + upload.key, { ...upload, handle: null }).catch(ignore);
      });
    },
    forget(key) {
      storage.remove(prefix + key).catch(ignore);
    },
    async readLeft() {
      const keys = await storage.keys(prefix).catch(() => []);
      const kept = (await Promise.all(keys.map((key) => storage.get(key)))) as KeptUpload[];
      const left: KeptUpload[] = [];
      for (const upload of kept) if (!(await isAlive(upload.page))) left.push(upload);
      return left;
    },
  };
}

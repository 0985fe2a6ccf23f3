import type { OnConflict } from '@bocau/contract/drive.ts';
import type { KeyValueStorage } from '../../engine/environment.ts';
import { unsentPrefix } from '../../engine/unsent-keys.ts';
import type { FileHandle } from './upload-item.ts';

/** The part of an upload that is persisted over a reload. */
export type KeptUpload = {
  key: string;
  /** The page that sends it: while that one is open, no other takes it over. */
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
  /** Uploads that were left by pages that are closed. */
  readLeft(): Promise<KeptUpload[]>;
};

type Options = {
  storage: KeyValueStorage;
  owner: string;
  isAlive(page: string): Promise<boolean>;
};

export function createKeptUploads({ storage, owner, isAlive }: Options): KeptUploads {
  const prefix = unsentPrefix(owner, 'uploads');
  // Without storage, uploads still work; they only cannot resume after a reload.
  const ignore = () => undefined;
  return {
    keep(upload) {
      storage.set(prefix + upload.key, upload).catch(() => {
        // Some browsers cannot store a file handle.
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

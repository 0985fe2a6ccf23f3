import type { KeyValueStorage } from '../engine/environment.ts';
import { unsentPrefix } from '../engine/unsent-keys.ts';
import { windowKeyPrefix } from './persisted-keys.ts';

/**
 * Bytes of files that cannot be uploaded yet, in the browser's own storage: they survive closing the page.
 */
export type KeptFiles = {
  /** False when there is no room: then the upload lasts only as long as the page is open. */
  keep(windowId: string, key: string, file: File): Promise<boolean>;
  read(windowId: string, key: string): Promise<File | null>;
  forget(windowId: string, key: string): void;
  /** Removes the files of windows that no longer exist. */
  sweep(): Promise<void>;
};

type Deps = { storage: KeyValueStorage; email: string };

/** For all messages of a person together. Browsers allow more, but the device is not ours to fill. */
const MOST_BYTES = 100 * 1024 ** 2;

export function createKeptFiles({ storage, email }: Deps): KeptFiles {
  const prefix = unsentPrefix(email, 'compose-file');
  const keyOf = (windowId: string, key: string) => `${prefix}${windowId} ${key}`;
  /** One write at a time, so that two files do not claim the same free space. */
  let writing: Promise<unknown> = Promise.resolve();

  async function keptBytes(): Promise<number> {
    const files = await Promise.all((await storage.keys(prefix)).map((key) => storage.get(key)));
    return files.reduce<number>((sum, file) => sum + (file instanceof Blob ? file.size : 0), 0);
  }

  async function write(at: string, file: File): Promise<boolean> {
    if ((await keptBytes()) + file.size > MOST_BYTES) return false;
    await storage.set(at, file);
    return true;
  }

  return {
    keep(windowId, key, file) {
      // The browser has no room, or is in private mode.
      const kept = writing.then(() => write(keyOf(windowId, key), file)).catch(() => false);
      writing = kept;
      return kept;
    },
    async read(windowId, key) {
      const file = await storage.get(keyOf(windowId, key)).catch(() => null);
      return file instanceof File ? file : null;
    },
    forget(windowId, key) {
      // Queued behind the writes: one in flight would bring the file back.
      writing = writing.then(() => storage.remove(keyOf(windowId, key))).catch(() => undefined);
    },
    async sweep() {
      const windows = windowKeyPrefix(email);
      const known = new Set((await storage.keys(windows)).map((key) => key.slice(windows.length)));
      for (const key of await storage.keys(prefix)) {
        const [windowId = ''] = key.slice(prefix.length).split(' ');
        if (!known.has(windowId)) await storage.remove(key);
      }
    },
  };
}

import { closeSync, fsync as fsyncCallback, openSync } from 'node:fs';
import { promisify } from 'node:util';

const fsync = promisify(fsyncCallback);

/** Flushes folders (fsync), so that file names are durable; concurrent callers share one sync. */
export type FolderSync = {
  /** Resolves once everything renamed into the folder before this call is durable. */
  sync(folder: string): Promise<void>;
};

type Waiting = { running: Promise<void>; next: Promise<void> | null };

export function createFolderSync(syncNow: (folder: string) => Promise<void> = syncFolder): FolderSync {
  const folders = new Map<string, Waiting>();

  function start(folder: string): Promise<void> {
    const entry: Waiting = { running: syncNow(folder), next: null };
    folders.set(folder, entry);
    const done = () => {
      if (folders.get(folder) === entry && entry.next === null) folders.delete(folder);
    };
    entry.running.then(done, done);
    return entry.running;
  }

  return {
    sync(folder) {
      const entry = folders.get(folder);
      if (entry === undefined) return start(folder);
      // The current sync may have begun before our rename, so all callers that wait now share the next one.
      entry.next ??= entry.running.then(
        () => start(folder),
        () => start(folder),
      );
      return entry.next;
    },
  };
}

async function syncFolder(folder: string): Promise<void> {
  // The folder was just modified and is in the cache: opening and closing it cannot wait for the disk, and a
  // round trip through the thread pool would cost more than the call.
  const fd = openSync(folder, 'r');
  try {
    await fsync(fd);
  } finally {
    closeSync(fd);
  }
}

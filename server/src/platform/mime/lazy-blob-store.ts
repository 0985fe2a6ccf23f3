import type { BlobStore } from '../blobs/blob-store.ts';
import { type BlobStoreOptions, openBlobStore } from '../blobs/open-blob-store.ts';

export type LazyBlobStore = { get(): Promise<BlobStore>; close(): Promise<void> };

/** Opens the store on first use, and again after a failure, so that an outage needs no restart. */
export function lazyBlobStore(url: string, options: BlobStoreOptions): LazyBlobStore {
  let opened: Promise<BlobStore> | null = null;
  async function open(): Promise<BlobStore> {
    try {
      return await openBlobStore(url, options);
    } catch (error) {
      opened = null;
      throw error;
    }
  }
  return {
    get() {
      opened ??= open();
      return opened;
    },
    async close() {
      if (opened !== null) await (await opened).close();
    },
  };
}

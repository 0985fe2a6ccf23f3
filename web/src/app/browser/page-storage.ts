import type { KeyValueStorage } from '../../model/engine/environment.ts';
import { indexedDbStorage } from '../../model/engine/indexed-db.ts';
import { ownerOfUnsent } from '../../model/engine/unsent-keys.ts';
import { mayStoreRead } from './page-account.ts';

/** What this device keeps, into which only the page of its own person puts what it reads. */
export const pageStorage: KeyValueStorage = {
  ...indexedDbStorage,
  async set(key, value) {
    if (ownerOfUnsent(key) === null && !mayStoreRead()) return;
    await indexedDbStorage.set(key, value);
  },
};

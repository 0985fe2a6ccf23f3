import type { KeyValueStorage } from '../../model/engine/environment.ts';
import { indexedDbStorage } from '../../model/engine/indexed-db.ts';
import { ownerOfUnsent } from '../../model/engine/unsent-keys.ts';
import { mayStoreRead } from './page-account.ts';

/** The device's storage, in which a page caches data only while its own user is signed in. */
export const pageStorage: KeyValueStorage = {
  ...indexedDbStorage,
  async set(key, value) {
    if (ownerOfUnsent(key) === null && !mayStoreRead()) return;
    await indexedDbStorage.set(key, value);
  },
};

import type { KeyValueStorage } from '../../model/engine/environment.ts';

/** The database that the rest of the page keeps its values in, so that they are forgotten together. */
const DATABASE = 'bocau';
const VALUES = 'values';

/** Keeps handles of files over a reload, which only this kind of storage can. */
export function uploadStorage(): KeyValueStorage {
  let opening: Promise<IDBDatabase> | null = null;

  async function run<T>(
    mode: IDBTransactionMode,
    ask: (values: IDBObjectStore) => IDBRequest<T>,
  ): Promise<T> {
    opening ??= open();
    return answerOf(ask((await opening).transaction(VALUES, mode).objectStore(VALUES)));
  }

  return {
    get: (key) => run('readonly', (values) => values.get(key)),
    async set(key, value) {
      await run('readwrite', (values) => values.put(value, key));
    },
    async remove(key) {
      await run('readwrite', (values) => values.delete(key));
    },
    async keys(prefix) {
      const range = IDBKeyRange.bound(prefix, `${prefix}\uffff`);
      return (await run('readonly', (values) => values.getAllKeys(range))).map(String);
    },
  };
}

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => void request.result.createObjectStore(VALUES);
  return answerOf(request);
}

function answerOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

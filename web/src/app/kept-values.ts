import type { KeyValueStorage } from '../model/model-options.ts';

const DATABASE = 'bocau';
const VALUES = 'values';

/** Values in the browser's own database: more room than localStorage has, and off the main thread. */
export function openKeptValues(): KeyValueStorage {
  const opening = open();

  async function run<T>(
    mode: IDBTransactionMode,
    ask: (values: IDBObjectStore) => IDBRequest<T>,
  ): Promise<T> {
    const database = await opening;
    const values = database.transaction(VALUES, mode).objectStore(VALUES);
    return answerOf(ask(values));
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

/** After signing out nothing of the mailbox stays readable on this device. */
export async function forgetKeptValues(): Promise<void> {
  const database = await open();
  await answerOf(database.transaction(VALUES, 'readwrite').objectStore(VALUES).clear());
  database.close();
}

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(VALUES);
  return answerOf(request);
}

function answerOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('The browser keeps no values'));
  });
}

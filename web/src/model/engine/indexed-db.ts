import type { KeyValueStorage } from './environment.ts';
import { unsentKeyOfBefore } from './unsent-keys.ts';

const DATABASE = 'bocau';
const VALUES = 'values';

/** The page's only connection, opened on first use, and again after the browser has closed it. */
let opening: Promise<IDBDatabase> | null = null;

/** Values in IndexedDB: more space than localStorage, off the main thread, and able to store file handles. */
export const indexedDbStorage: KeyValueStorage = {
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

/** Removes all values except those that stay, in one transaction. */
export async function removeStored(stays: (key: string) => boolean): Promise<void> {
  const values = (await connect()).transaction(VALUES, 'readwrite').objectStore(VALUES);
  const keys = await answerOf(values.getAllKeys());
  await Promise.all(keys.filter((key) => !stays(String(key))).map((key) => answerOf(values.delete(key))));
}

async function run<T>(mode: IDBTransactionMode, ask: (values: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const transaction = (await connect()).transaction(VALUES, mode);
  const answered = answerOf(ask(transaction.objectStore(VALUES)));
  // Without an explicit commit, the transaction is rolled back if the page closes before the answer.
  transaction.commit();
  return answered;
}

function connect(): Promise<IDBDatabase> {
  opening ??= open().catch((error: unknown) => {
    opening = null;
    throw error;
  });
  return opening;
}

/**
 * Version 1 for ever: a higher one could not be opened while a tab of an older release has the database open.
 */
async function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(VALUES);
  const database = await answerOf(request);
  database.onclose = () => {
    opening = null;
  };
  await renameKeys(database);
  return database;
}

/** Renames what an older release left unsent to the current keys; its tabs may be open for weeks. */
async function renameKeys(database: IDBDatabase): Promise<void> {
  const values = database.transaction(VALUES, 'readwrite').objectStore(VALUES);
  for (const key of await answerOf(values.getAllKeys())) {
    const renamed = unsentKeyOfBefore(String(key));
    if (renamed === key) continue;
    values.put(await answerOf(values.get(key)), renamed);
    values.delete(key);
  }
}

function answerOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

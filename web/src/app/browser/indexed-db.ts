import { forgetLastList } from '../../lib/early-rows.ts';
import type { KeyValueStorage } from '../../model/engine/environment.ts';
import { ownerOfUnsent, unsentKeyOfBefore } from '../../model/engine/unsent-keys.ts';

const DATABASE = 'bocau';
const VALUES = 'values';
/** Under this key the model stores who was signed in last, with the folders. */
const LAST_MAILBOX = 'mailbox';

/** Values in the browser's own database: more room than localStorage has, and off the main thread. */
export function openIndexedDb(): KeyValueStorage {
  const opening = open();

  async function run<T>(
    mode: IDBTransactionMode,
    ask: (values: IDBObjectStore) => IDBRequest<T>,
  ): Promise<T> {
    const database = await opening;
    const transaction = database.transaction(VALUES, mode);
    const answered = answerOf(ask(transaction.objectStore(VALUES)));
    // What is only asked for is undone when the page goes before it has heard the answer.
    transaction.commit();
    return answered;
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

/** After signing out nothing of the mailbox stays readable on this device, except what others left unfinished. */
export async function forgetStoredValues(person: string | null): Promise<void> {
  const others = (key: string) => person !== null && (ownerOfUnsent(key) ?? person) !== person;
  await forgetBut(others);
}

/** A session that ended by itself: who comes next may be somebody else. Nothing that was not sent yet is lost. */
export async function forgetReadMail(): Promise<void> {
  await forgetBut((key) => ownerOfUnsent(key) !== null);
}

/** Somebody else signs in: the mailbox of the previous person must not show when there is no connection. */
export async function forgetLastMailbox(): Promise<void> {
  await forgetBut((key) => key !== LAST_MAILBOX);
}

async function forgetBut(stays: (key: string) => boolean): Promise<void> {
  forgetLastList();
  const database = await open();
  const values = database.transaction(VALUES, 'readwrite').objectStore(VALUES);
  const keys = await answerOf(values.getAllKeys());
  await Promise.all(keys.filter((key) => !stays(String(key))).map((key) => answerOf(values.delete(key))));
  database.close();
}

/** Of a newer version it could not be opened as long as a tab of before has it open. */
async function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(VALUES);
  const database = await answerOf(request);
  await renameKeys(database);
  return database;
}

/** What an older program left unsent goes on under the keys of today; tabs of one may be open for weeks. */
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

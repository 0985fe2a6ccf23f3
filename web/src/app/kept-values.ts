import type { KeyValueStorage } from '../model/model-options.ts';

const DATABASE = 'bocau';
const VALUES = 'values';
/** The model keeps who was signed in last, with the folders, under this. */
const LAST_MAILBOX = 'mailbox';

/** Values in the browser's own database: more room than localStorage has, and off the main thread. */
export function openKeptValues(): KeyValueStorage {
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

/** After signing out nothing of the mailbox stays readable on this device; what others left unfinished is theirs. */
export async function forgetKeptValues(person: string | null): Promise<void> {
  const others = (key: string) => person !== null && (workerOf(key) ?? person) !== person;
  await forgetBut(others);
}

/** Somebody else signs in: without a connection the mailbox of who was there before is not shown. */
export async function forgetLastMailbox(): Promise<void> {
  await forgetBut((key) => key !== LAST_MAILBOX);
}

async function forgetBut(stays: (key: string) => boolean): Promise<void> {
  const database = await open();
  const values = database.transaction(VALUES, 'readwrite').objectStore(VALUES);
  const keys = await answerOf(values.getAllKeys());
  await Promise.all(keys.filter((key) => !stays(String(key))).map((key) => answerOf(values.delete(key))));
  database.close();
}

/** Who has begun what lies under this key: a letter with its quote, or acts that the server has not heard of. */
function workerOf(key: string): string | null {
  return /^(\S+) (?:compose|compose-quote|acts) /.exec(key)?.[1] ?? null;
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

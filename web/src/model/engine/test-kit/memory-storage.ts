import type { KeyValueStorage } from '../environment.ts';

/** Clones values on write and read, as IndexedDB does. */
export function createMemoryStorage(): KeyValueStorage {
  const values = new Map<string, unknown>();
  return {
    get: async (key) => structuredClone(values.get(key)),
    async set(key, value) {
      values.set(key, structuredClone(value));
    },
    async remove(key) {
      values.delete(key);
    },
    keys: async (prefix) => [...values.keys()].filter((key) => key.startsWith(prefix)),
  };
}

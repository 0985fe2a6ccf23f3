import type { KeyValueStorage } from '../environment.ts';

/** Clones what it takes and gives, as a browser's database does. */
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

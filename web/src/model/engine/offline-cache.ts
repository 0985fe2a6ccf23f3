import type { KeyValueStorage, ModelClock } from './environment.ts';

/** Cached values of one kind; the oldest are evicted first. */
export type CachedCollection = {
  name: string;
  most: number;
  /** The current values. A value counts as stored as long as it is the same object. */
  entries(): Iterable<readonly [key: string, value: object]>;
};

type Deps<Shell extends object> = {
  storage: KeyValueStorage;
  clock: ModelClock;
  /**
   * Version of the stored format. Raised when a needed field is added: values of an older version are then
   * ignored.
   */
  version: number;
  /** The key of the shell: what is needed before anything else can be shown. */
  shellKey: string;
  /** The owner of the values, and the shell; null while there is nothing worth storing. */
  present(): { owner: string; shell: Shell } | null;
  /** Whether a shell equals the one stored last. */
  isSameShell(stored: Shell, now: Shell): boolean;
  collections: readonly CachedCollection[];
};

/** What was read, stored in the browser: it can be read again without a connection. */
export type OfflineCache<Shell> = {
  /** Schedules storing after a change. */
  changed(): void;
  shell(): Promise<Shell | null>;
  get(owner: string, collection: string, key: string): Promise<unknown>;
  close(): void;
};

const SAVE_AFTER_MS = 1_000;

export function createOfflineCache<Shell extends object>(deps: Deps<Shell>): OfflineCache<Shell> {
  const { storage, clock, version } = deps;
  // The first version had no mark, and tabs of an older release still read what they stored.
  const mark = version === 1 ? '' : `v${version} `;
  const shellKey = `${deps.shellKey}${mark && ` ${mark}`}`;
  const sets = deps.collections.map((collection) => ({
    collection,
    set: createBoundedSet(storage, collection.name, mark, collection.most),
  }));
  let timer: { stop(): void } | null = null;
  let closed = false;
  let storedShell: Shell | null = null;

  function save(): void {
    timer = null;
    const present = deps.present();
    if (!present) return;
    const { owner, shell } = present;
    if (!storedShell || !deps.isSameShell(storedShell, shell)) {
      storedShell = shell;
      ignoreFailure(storage.set(shellKey, shell));
    }
    for (const { collection, set } of sets) {
      for (const [key, value] of collection.entries()) set.put(owner, key, value);
    }
  }

  return {
    changed() {
      if (!closed) timer ??= clock.after(SAVE_AFTER_MS, save);
    },
    shell: async () => ((await storage.get(shellKey).catch(() => null)) as Shell | undefined) ?? null,
    get: (owner, collection, key) =>
      storage.get(`${prefixOf(owner, collection)}${mark}${key}`).catch(() => null) as Promise<unknown>,
    close() {
      closed = true;
      timer?.stop();
    },
  };
}

function prefixOf(owner: string, collection: string): string {
  return `${owner} ${collection} `;
}

type BoundedSet = { put(owner: string, key: string, value: object): void };

function createBoundedSet(storage: KeyValueStorage, name: string, mark: string, most: number): BoundedSet {
  const stored = new Map<string, object>();
  let begun = false;

  /** Values of another session count as older than all of this one; values of other versions are removed. */
  async function trim(owner: string): Promise<void> {
    begun = true;
    const prefix = prefixOf(owner, name);
    const all = await storage.keys(prefix).catch(() => []);
    const keys = all.filter((key) => key.startsWith(`${prefix}${mark}`));
    const tooMany = keys.slice(0, Math.max(0, keys.length - most));
    const otherVersions = all.filter((key) => !keys.includes(key));
    for (const key of [...otherVersions, ...tooMany]) await storage.remove(key);
  }

  return {
    put(owner, key, value) {
      const prefix = `${prefixOf(owner, name)}${mark}`;
      if (!begun) ignoreFailure(trim(owner));
      if (stored.get(key) === value) return;
      stored.delete(key);
      stored.set(key, value);
      ignoreFailure(storage.set(`${prefix}${key}`, value));
      const [oldest] = stored.keys();
      if (stored.size <= most || oldest === undefined) return;
      stored.delete(oldest);
      ignoreFailure(storage.remove(`${prefix}${oldest}`));
    },
  };
}

/**
 * A browser without room, or in private mode, stores nothing: then nothing can be read without a connection.
 */
export function ignoreFailure(work: Promise<unknown>): void {
  work.catch(() => undefined);
}

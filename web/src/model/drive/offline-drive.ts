import type { KeyValueStorage, ModelClock } from '../engine/environment.ts';
import { createOfflineCache } from '../engine/offline-cache.ts';
import type { KnownList, ListPage } from './drive-lists.ts';
import type { DriveUsage } from './drive-model.ts';

type Deps = {
  storage: KeyValueStorage;
  clock: ModelClock;
  owner: string;
  usage(): DriveUsage | null;
  lists(): Iterable<KnownList>;
};

type Shell = { usage: DriveUsage };

const LISTS = 'drive-list';
/** Maximum rows cached of one list: its beginning. */
const MOST_ROWS = 500;

/** The offline cache of the drive: its lists show without a connection. */
export function createOfflineDrive({ storage, clock, owner, usage, lists }: Deps) {
  const cut = new WeakMap<ListPage, ListPage>();
  const cache = createOfflineCache<Shell>({
    storage,
    clock,
    version: 1,
    shellKey: `${owner} drive`,
    present() {
      const known = usage();
      return known && { owner, shell: { usage: known } };
    },
    isSameShell: (stored, now) => stored.usage === now.usage,
    collections: [{ name: LISTS, most: 30, entries }],
  });

  function* entries(): Iterable<readonly [string, object]> {
    for (const { key, page } of lists()) if (page) yield [key, beginningOf(page)];
  }

  /** Returns the same object for the same page, so that the cache sees that it is stored already. */
  function beginningOf(page: ListPage): ListPage {
    if (page.files.length <= MOST_ROWS) return page;
    const known = cut.get(page);
    if (known) return known;
    // The cursor is not stored, only that there are more rows.
    const beginning = { ...page, files: page.files.slice(0, MOST_ROWS), next: page.next ?? '' };
    cut.set(page, beginning);
    return beginning;
  }

  return {
    changed: cache.changed,
    close: cache.close,
    async usage(): Promise<DriveUsage | null> {
      return (await cache.shell())?.usage ?? null;
    },
    page: async (key: string): Promise<ListPage | null> =>
      ((await cache.get(owner, LISTS, key)) as ListPage | undefined) ?? null,
  };
}

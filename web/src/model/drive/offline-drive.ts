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
/** Of a longer list its beginning is stored. */
const MOST_ROWS = 500;

/** What was seen of the drive, stored in the browser: its lists show without a connection. */
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

  /** The same object for the same page, by which the cache sees that it has it. */
  function beginningOf(page: ListPage): ListPage {
    if (page.files.length <= MOST_ROWS) return page;
    const known = cut.get(page);
    if (known) return known;
    // Where the rest begins is asked for anew; that there is one is known.
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

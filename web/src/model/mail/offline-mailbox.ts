import type { Quota, User } from '@bocau/contract/account.ts';
import type { Folder } from '@bocau/contract/folders.ts';
import type { Label } from '@bocau/contract/labels.ts';
import type { ThreadWithMessages } from '@bocau/contract/threads.ts';
import type { KeyValueStorage, ModelClock } from '../engine/environment.ts';
import { createOfflineCache } from '../engine/offline-cache.ts';
import type { SessionModel } from '../session/session-model.ts';
import type { Counts } from './folder-tree.ts';
import { isOfForm } from './list-loader.ts';
import type { Page, PageAnswer } from './list-pages.ts';
import type { MailStore } from './mail-store.ts';
import type { OpenThread } from './thread-cache.ts';

/** The offline cache of the mailbox: what was read can be read again without a connection. */
type OfflineMailbox = {
  /**
   * Restores user, folders and quota of this person, or of the last user where no one is known; false when
   * nothing is cached.
   */
  restore(person: string | null): Promise<boolean>;
  /** The same for this person only, with the lists on screen; false unless all of it is cached and recent. */
  showLastSeen(person: string): Promise<boolean>;
  page(page: Page): Promise<PageAnswer | null>;
  thread(thread: OpenThread): Promise<ThreadWithMessages | null>;
  close(): void;
};

type Shell = {
  user: User;
  folders: readonly Folder[];
  /** The previous release did not store them. */
  labels?: readonly Label[];
  starred: Counts;
  quota: Quota | null;
  /** Lists show single messages. */
  single?: boolean;
  /** When the server reported it; the previous release did not store it. */
  at?: number;
};

const HOUR_MS = 3_600_000;
/** Anything older waits for the server: the session may have ended, and another person may sit here. */
const SHOWN_WITHIN_MS = 7 * 24 * HOUR_MS;

export function createOfflineMailbox(
  store: MailStore,
  session: Pick<SessionModel, 'user' | 'assume'>,
  storage: KeyValueStorage,
  clock: ModelClock,
): OfflineMailbox {
  const cache = createOfflineCache<Shell>({
    storage,
    clock,
    version: 1,
    shellKey: 'mailbox',
    present() {
      const { quota, folders } = store;
      const user = session.user();
      if (!user || store.seq === null || !folders.isLoaded()) return null;
      return {
        owner: user.email,
        shell: {
          ...{ user, folders: folders.tree(), starred: folders.starred(), quota, at: clock.now() },
          single: store.single,
          labels: store.labels.all(),
        },
      };
    },
    isSameShell: (stored, now) =>
      stored.folders === now.folders &&
      stored.labels === now.labels &&
      stored.single === now.single &&
      (now.at ?? 0) - (stored.at ?? 0) < HOUR_MS,
    collections: [
      { name: 'page', most: 30, entries: pageEntries },
      { name: 'thread', most: 200, entries: threadEntries },
    ],
  });
  store.onChanged(cache.changed);

  function* pageEntries(): Iterable<readonly [string, object]> {
    for (const { key, answer } of store.pages.all()) if (answer) yield [key, answer];
  }

  function* threadEntries(): Iterable<readonly [string, object]> {
    for (const thread of store.threads.all()) if (thread.detail) yield [keyOfThread(thread), thread.detail];
  }

  function apply({ user, quota, folders, labels = [], starred, single = false }: Shell): void {
    store.single = single;
    session.assume(user);
    store.quota = quota;
    store.folders.apply(folders, starred);
    store.labels.apply(labels);
  }

  async function read(collection: 'page' | 'thread', key: string): Promise<unknown> {
    const user = session.user();
    return user ? await cache.get(user.email, collection, key) : null;
  }

  return {
    async restore(person) {
      const shell = await cache.shell();
      if (!shell || shell.user.email !== (person ?? shell.user.email)) return false;
      store.batch(() => apply(shell));
      return true;
    },
    async showLastSeen(person) {
      const held = [...store.pages.all()].filter((page) => page.holds > 0);
      const [shell, ...answers] = await Promise.all([
        cache.shell(),
        ...held.map(({ key }) => cache.get(person, 'page', key)),
      ]);
      if (shell?.user.email !== person || clock.now() - (shell.at ?? 0) > SHOWN_WITHIN_MS) return false;
      // A list that is not cached might not even exist, and the server may have answered first.
      const single = shell.single === true;
      const isKnown = answers.every((answer) => answer && isOfForm(answer as PageAnswer, single));
      if (answers.length === 0 || !isKnown || session.user()) return false;
      store.batch(() => {
        apply(shell);
        for (const [index, page] of held.entries())
          store.pages.applyLastSeen(page, answers[index] as PageAnswer);
      });
      return true;
    },
    async page(page) {
      const answer = (await read('page', page.key)) as PageAnswer | undefined;
      return answer && isOfForm(answer, store.single) ? answer : null;
    },
    thread: async (thread) =>
      ((await read('thread', keyOfThread(thread))) as ThreadWithMessages | undefined) ?? null,
    close: cache.close,
  };
}

function keyOfThread({ id, path }: OpenThread): string {
  return `${id} ${path ?? ''}`;
}

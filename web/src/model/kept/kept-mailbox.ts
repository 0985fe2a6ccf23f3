import type { Quota, User } from '@bocau/contract/account.ts';
import type { Folder } from '@bocau/contract/folders.ts';
import type { ThreadWithMessages } from '@bocau/contract/threads.ts';
import type { Counts } from '../base/folder-tree.ts';
import type { Page, PageAnswer } from '../base/list-pages.ts';
import type { MailStore } from '../base/mail-store.ts';
import type { OpenThread } from '../base/thread-cache.ts';
import type { KeyValueStorage, ModelClock } from '../model-options.ts';

/** What was read, kept in the browser: to be read where there is no connection. */
type KeptMailbox = {
  /** User, folders and quota of who was signed in last; false when nothing is kept. */
  restore(): Promise<boolean>;
  page(page: Page): Promise<PageAnswer | null>;
  thread(thread: OpenThread): Promise<ThreadWithMessages | null>;
  close(): void;
};

type Shell = { user: User; folders: readonly Folder[]; starred: Counts; quota: Quota | null };

const SAVE_AFTER_MS = 1_000;
const SHELL = 'mailbox';
const PAGES = { name: 'page', most: 30 };
const THREADS = { name: 'thread', most: 200 };

export function createKeptMailbox(
  store: MailStore,
  storage: KeyValueStorage,
  clock: ModelClock,
): KeptMailbox {
  const pages = createKeptSet(storage, PAGES.name, PAGES.most);
  const threads = createKeptSet(storage, THREADS.name, THREADS.most);
  let timer: { stop(): void } | null = null;
  let closed = false;
  let savedFolders: readonly Folder[] | null = null;

  store.onChanged(() => {
    if (!closed) timer ??= clock.after(SAVE_AFTER_MS, save);
  });

  function save(): void {
    timer = null;
    const { user } = store;
    if (!user || store.seq === null || !store.folders.isLoaded()) return;
    const tree = store.folders.tree();
    if (tree !== savedFolders) {
      savedFolders = tree;
      const shell: Shell = { user, folders: tree, starred: store.folders.starred(), quota: store.quota };
      quietly(storage.set(SHELL, shell));
    }
    for (const page of store.pages.all()) if (page.answer) pages.put(user.email, page.key, page.answer);
    for (const thread of store.threads.all()) {
      if (thread.detail) threads.put(user.email, keyOfThread(thread), thread.detail);
    }
  }

  return {
    async restore() {
      const shell = (await storage.get(SHELL).catch(() => null)) as Shell | null | undefined;
      if (!shell) return false;
      store.batch(() => {
        store.user = shell.user;
        store.quota = shell.quota;
        store.folders.lay(shell.folders, shell.starred);
      });
      return true;
    },
    async page(page) {
      return store.user ? ((await pages.get(store.user.email, page.key)) as PageAnswer | null) : null;
    },
    async thread(thread) {
      return store.user
        ? ((await threads.get(store.user.email, keyOfThread(thread))) as ThreadWithMessages | null)
        : null;
    },
    close() {
      closed = true;
      timer?.stop();
    },
  };
}

function keyOfThread({ id, path }: OpenThread): string {
  return `${id} ${path ?? ''}`;
}

type KeptSet = {
  get(email: string, key: string): Promise<unknown>;
  put(email: string, key: string, value: object): void;
};

/** A bounded set of values: the one that was put first makes room. */
function createKeptSet(storage: KeyValueStorage, name: string, most: number): KeptSet {
  const saved = new Map<string, object>();
  const prefixOf = (email: string) => `${email} ${name} `;
  let begun = false;

  /** What another session left behind counts as older than anything of this one. */
  async function begin(email: string): Promise<void> {
    begun = true;
    const keys = await storage.keys(prefixOf(email)).catch(() => []);
    for (const key of keys.slice(0, Math.max(0, keys.length - most))) await storage.remove(key);
  }

  return {
    get: (email, key) => storage.get(`${prefixOf(email)}${key}`).catch(() => null),
    put(email, key, value) {
      if (!begun) quietly(begin(email));
      if (saved.get(key) === value) return;
      saved.delete(key);
      saved.set(key, value);
      quietly(storage.set(`${prefixOf(email)}${key}`, value));
      const [oldest] = saved.keys();
      if (saved.size <= most || oldest === undefined) return;
      saved.delete(oldest);
      quietly(storage.remove(`${prefixOf(email)}${oldest}`));
    },
  };
}

/** A browser without room, or in private mode, keeps nothing: then there is nothing to read without a connection. */
export function quietly(work: Promise<unknown>): void {
  work.catch(() => undefined);
}

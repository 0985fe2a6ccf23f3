import type { ApiClient } from '@bocau/contract/client.ts';
import type { ActQueue } from '../acts/act-queue.ts';
import type { MailStore } from '../base/mail-store.ts';
import type { ModelClock } from '../model-options.ts';
import { asApiError, createRetry, isUnreachable } from './failures.ts';
import { fetchPage } from './list-loader.ts';

export type ChangeSync = {
  /** Fetches what changed, beginning after this call; several calls are one. */
  sync(): void;
  /** The journal does not reach back: fetches everything that is looked at anew. */
  reload(): void;
  /** Settles when everything that was asked for is laid, or has failed for now. */
  idle(): Promise<void>;
  resume(): void;
};

type Deps = { store: MailStore; api: ApiClient; clock: ModelClock; queue(): ActQueue };

/**
 * Brings the truth up to now. Acts that were answered before it begins are contained in what comes, and only then
 * stop to lie over it.
 */
export function createChangeSync({ store, api, clock, queue }: Deps): ChangeSync {
  const retry = createRetry(clock);
  const wanted = { changes: false, everything: false };
  let isRunning = false;
  let running: Promise<void> = Promise.resolve();

  async function run(): Promise<void> {
    while ((wanted.changes || wanted.everything) && store.seq !== null) {
      const { everything } = wanted;
      wanted.changes = false;
      wanted.everything = false;
      try {
        await (everything ? fetchEverything() : fetchChanges(store.seq));
        retry.reset();
      } catch (thrown) {
        const error = asApiError(thrown);
        const isOld = error.code === 'changes_too_old';
        if (everything || isOld) wanted.everything = true;
        else wanted.changes = true;
        if (isOld) continue;
        if (isUnreachable(error)) retry.later(start, error.retryAfter);
        break;
      }
    }
    isRunning = false;
  }

  function start(): void {
    if (isRunning || retry.isWaiting() || store.seq === null) return;
    isRunning = true;
    running = run();
  }

  async function fetchChanges(since: number): Promise<void> {
    const covered = queue().answered();
    const { data } = await api.getChanges({ query: { since: String(since) } });
    store.batch(() => {
      store.layChanges(data);
      queue().drop(covered);
    });
  }

  async function fetchEverything(): Promise<void> {
    const covered = queue().answered();
    const reading = store.log.startReading();
    try {
      const { data: present } = await api.getChanges({ query: {} });
      const held = [...store.pages.all()].filter((page) => page.holds > 0);
      const [folders, answers] = await Promise.all([
        api.listFolders({}),
        Promise.all(
          held.map((page) => fetchPage(api, page.ref).catch((error: unknown) => asApiError(error))),
        ),
      ]);
      const lost = answers.find((answer) => answer instanceof Error && isUnreachable(answer));
      if (lost) throw lost;
      store.batch(() => {
        store.folders.lay(folders.data, folders.meta.starred);
        store.quota = present.quota;
        store.pages.forget();
        store.threads.forget();
        held.forEach((page, index) => {
          const answer = answers[index];
          if (answer instanceof Error) page.error = answer;
          else if (answer) store.pages.lay(page, answer, []);
        });
        store.overlay.reseed();
        store.seq = present.seq;
        for (const changes of reading.laidSince()) store.layChanges(changes);
        queue().drop(covered);
      });
      store.emit({ kind: 'settings-changed' });
    } finally {
      reading.done();
    }
  }

  return {
    sync() {
      wanted.changes = true;
      start();
    },
    reload() {
      wanted.everything = true;
      start();
    },
    async idle() {
      while (isRunning) await running;
    },
    resume() {
      retry.reset();
      start();
    },
  };
}

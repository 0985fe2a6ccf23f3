import type { ApiClient } from '@bocau/contract/client.ts';
import { asApiError, isUnreachable } from '../engine/retry.ts';
import { fetchPage } from './list-loader.ts';
import type { MailStore } from './mail-store.ts';

type Apply = (change: () => void) => void;

/** Fetches what changed since a sequence number of the journal. */
export async function fetchChanges(
  { store, api }: { store: MailStore; api: ApiClient },
  since: number,
  apply: Apply,
): Promise<void> {
  const { data } = await api.getChanges({ query: { since: String(since) } });
  apply(() => store.applyChanges(data));
}

/** Fetches everything that is on screen again, for when the journal does not reach back far enough. */
export async function fetchEverything(
  { store, api }: { store: MailStore; api: ApiClient },
  apply: Apply,
): Promise<void> {
  const reading = store.log.startReading();
  try {
    const { data: present } = await api.getChanges({ query: {} });
    const held = [...store.pages.all()].filter((page) => page.holds > 0);
    const [folders, labels, answers] = await Promise.all([
      api.listFolders({}),
      api.listLabels({}),
      Promise.all(held.map((page) => fetchPage(api, page.ref).catch((error: unknown) => asApiError(error)))),
    ]);
    const lost = answers.find((answer) => answer instanceof Error && isUnreachable(answer));
    if (lost) throw lost;
    apply(() => {
      store.folders.apply(folders.data, folders.meta.starred);
      store.labels.apply(labels.data);
      store.quota = present.quota;
      store.single = present.single === true;
      store.pages.forget();
      store.threads.forget();
      held.forEach((page, index) => {
        const answer = answers[index];
        if (answer instanceof Error) page.error = answer;
        else if (answer) store.pages.apply(page, answer, []);
      });
      store.overlay.reseed();
      store.seq = present.seq;
      for (const changes of reading.appliedSince()) store.applyChanges(changes);
    });
    store.emit({ kind: 'settings-changed' });
  } finally {
    reading.done();
  }
}

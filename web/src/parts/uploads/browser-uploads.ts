import { type ApiClient, ApiError } from '@bocau/contract/client.ts';
import { browserOnline } from '../../lib/browser-online.ts';
import { after, everySecond, now } from '../../lib/timers.ts';
import { createUploadQueue } from '../../model/drive/uploads/create-upload-queue.ts';
import type { Transfer, Transfers } from '../../model/drive/uploads/transfer.ts';
import type { UploadQueue } from '../../model/drive/uploads/upload-item.ts';
import type { ModelClock } from '../../model/engine/environment.ts';
import { indexedDbStorage } from '../../model/engine/indexed-db.ts';
import { openUploads } from './open-uploads.ts';

/** The uploads of the signed-in user: one queue per account, for all screens. */
export function uploadsOf(api: ApiClient, owner: string): UploadQueue {
  const known = openUploads.get();
  if (known?.owner === owner) return known.queue;
  known?.close();
  const page = crypto.randomUUID();
  const leave = live(page);
  const queue = createUploadQueue({
    ...{ api, owner, page, clock, isAlive },
    online: browserOnline,
    transfers: lazyTransfers,
    storage: indexedDbStorage,
    newKey: () => crypto.randomUUID(),
  });
  function close(): void {
    queue.close();
    leave();
  }
  openUploads.set({ owner, queue, close });
  return queue;
}

const lockName = (page: string) => `bocau-uploads ${page}`;

/** Holds a lock while the page is open, which other pages can query, or until its uploads are closed. */
function live(page: string): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  navigator.locks?.request(lockName(page), () => promise).catch(() => undefined);
  return resolve;
}

async function isAlive(page: string): Promise<boolean> {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  return held.some(({ name }) => name === lockName(page));
}

const loadTransfers = async () => (await import('./tus-transfers.ts')).tusTransfers;

/** The tus library is loaded with the first file. */
const lazyTransfers: Transfers = {
  send(file, options) {
    let transfer: Transfer | null = null;
    let stopped = false;
    loadTransfers().then(
      (transfers) => {
        if (!stopped) transfer = transfers.send(file, options);
      },
      () => options.failed(new ApiError(0, 'no_answer', 'The program for uploads did not come')),
    );
    return {
      stop() {
        stopped = true;
        transfer?.stop();
      },
    };
  },
  discard: async (url, owner) => (await loadTransfers()).discard(url, owner),
};

const clock: ModelClock = {
  now,
  after: (ms, run) => ({ stop: after(ms, run) }),
  every: (_ms, run) => ({ stop: everySecond(run) }),
};

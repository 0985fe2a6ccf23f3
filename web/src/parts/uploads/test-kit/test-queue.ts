import type { ApiClient } from '@bocau/contract/client.ts';
import { act } from '@testing-library/react';
import { createUploadQueue } from '../../../model/drive/uploads/create-upload-queue.ts';
import type { TransferOptions } from '../../../model/drive/uploads/transfer.ts';
import { createManualClock } from '../../../model/engine/test-kit/manual-clock.ts';
import { createMemoryStorage } from '../../../model/engine/test-kit/memory-storage.ts';

type Sent = TransferOptions & { file: File };

/** The real queue on fake transfers that a test completes. */
export function createTestQueue() {
  const clock = createManualClock();
  const sent: Sent[] = [];
  const discarded: string[] = [];
  let keys = 0;
  const queue = createUploadQueue({
    // No folders are dropped here.
    api: {} as ApiClient,
    transfers: {
      send(file, options) {
        sent.push({ ...options, file });
        options.begun(`/storage/v1/uploads/${sent.length}`);
        return { stop: () => undefined };
      },
      discard: async (url) => void discarded.push(url),
    },
    clock,
    storage: createMemoryStorage(),
    online: { isOnline: () => true, onChange: () => () => undefined },
    owner: 'lan.anh@saomai.example',
    page: 'trang',
    isAlive: async () => true,
    newKey: () => `tải ${++keys}`,
  });
  /** Completes the latest transfer, once it has begun. */
  const latest = (happens: (transfer: Sent) => void) =>
    act(async () => {
      await Promise.resolve();
      happens(sent.at(-1) as Sent);
    });
  const pass = (ms: number) => act(() => clock.advance(ms));
  return { queue, sent, discarded, latest, pass };
}

import type { LargeMessage, RepeatedFile, StorageOfMailbox } from '@bocau/contract/storage.ts';
import type { RepeatedRow } from './large-messages.store.ts';
import type { UsedStorage } from './storage.store.ts';

const MB = 1024 * 1024;

export function storageView({ used_bytes, quota_mb, folders }: UsedStorage): StorageOfMailbox {
  const listed = folders.reduce((sum, { bytes }) => sum + bytes, 0);
  return { used_bytes, quota_bytes: quota_mb * MB, folders, hidden_bytes: used_bytes - listed };
}

export function largeView<Row extends { sender: LargeMessage['from'] }>({ sender, ...row }: Row) {
  return { ...row, from: sender };
}

/** The messages of each file together, the newest first; what needs most comes first. */
export function repeatedView(rows: RepeatedRow[]): RepeatedFile[] {
  const files = [...Map.groupBy(rows, ({ blob, file_size }) => `${file_size} ${blob}`).values()];
  return files
    .filter((copies) => copies.length > 1)
    .map((copies) => {
      const newest = copies.toSorted((one, other) => other.received_at - one.received_at);
      const messages = newest.map(({ blob: _, file_name: __, file_size: ___, ...row }) => largeView(row));
      const [{ file_name, file_size } = copies[0] as RepeatedRow] = newest;
      return { name: file_name, size: file_size, messages };
    })
    .toSorted((one, other) => sparedBy(other) - sparedBy(one));
}

function sparedBy({ size, messages }: RepeatedFile): number {
  return size * (messages.length - 1);
}

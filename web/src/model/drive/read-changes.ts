import type { ApiClient } from '@bocau/contract/client.ts';
import type { DriveFile } from '@bocau/contract/drive.ts';
import type { DriveUsage } from './drive-model.ts';

/** What became of an entry; null where it is gone, or may not be seen any more. */
export type EntryChange = { id: string; file: DriveFile | null };

export type DriveChanges = {
  seq: number;
  entries: readonly EntryChange[];
  usage: DriveUsage;
  /** Something came to the trash or went from it: what lies below it is seen no more, or again. */
  isTrashTouched: boolean;
  isSharingTouched: boolean;
};

/** What changed since a number of the journal; with null, only the number that it has now. */
export async function readChanges(api: ApiClient, since: number | null): Promise<DriveChanges> {
  const { data } = await api.getDriveChanges({ query: since === null ? {} : { since: String(since) } });
  const { seq, entries, usage, trash, shares } = data;
  return {
    seq,
    entries,
    usage: { used: usage.used_bytes, reserved: usage.reserved_bytes, quota: usage.quota_bytes },
    isTrashTouched: trash === true,
    isSharingTouched: shares === true,
  };
}

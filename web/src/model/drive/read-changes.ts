import type { ApiClient } from '@bocau/contract/client.ts';
import type { DriveFile } from '@bocau/contract/drive.ts';
import type { DriveUsage } from './drive-model.ts';

/** The new state of an entry; null where it was deleted, or is no longer accessible. */
export type EntryChange = { id: string; file: DriveFile | null };

export type DriveChanges = {
  seq: number;
  entries: readonly EntryChange[];
  usage: DriveUsage;
  /** Something was trashed or restored: everything below it disappears, or appears again. */
  isTrashTouched: boolean;
  isSharingTouched: boolean;
};

/** What changed since a sequence number of the journal; with null, only the current number. */
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

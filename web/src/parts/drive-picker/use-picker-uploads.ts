import type { ApiClient } from '@bocau/contract/client.ts';
import type { DriveFile, OnConflict } from '@bocau/contract/drive.ts';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { after } from '../../lib/timers.ts';
import type { UploadItem, UploadSource } from '../../model/drive/uploads/upload-item.ts';
import { useApi } from '../mailbox/use-api.ts';
import { notify } from '../notices/notify.ts';
import { useUploadQueue, useUploads } from '../uploads/use-uploads.ts';

const TRY_AGAIN_MS = 2_000;
const ENDED = ['done', 'failed'];

/** DV-10, DV-11: a file being uploaded to the drive. */
export type PickerUpload = {
  uuid: string;
  source: UploadSource;
  /** Whether another file of the folder has its name. */
  taken: boolean;
  /** Its item in the drive's upload queue; null before the upload starts, and when it has arrived. */
  item: UploadItem | null;
  uploaded: DriveFile | null;
};

type Chosen = Omit<PickerUpload, 'item'> & { key: string | null };

/**
 * Files chosen from this device. They are uploaded on request, and passed on when all of them have arrived.
 */
export function usePickerUploads(folderId: string | null, onArrived: (files: DriveFile[]) => void) {
  const { t } = useTranslation();
  const api = useApi();
  const queue = useUploadQueue();
  const items = useUploads();
  const [chosen, setChosen] = useState<readonly Chosen[]>([]);
  const [wanted, setWanted] = useState(false);
  const asking = useRef(new Set<string>());
  const [tries, setTries] = useState(0);
  const onWay = useRef(0);

  const uploads = chosen.map(({ key, ...upload }): PickerUpload => {
    return { ...upload, item: items.find((item) => item.key === key) ?? null };
  });
  onWay.current = uploads.filter(({ item }) => item && !ENDED.includes(item.state)).length;
  const busy = uploads.some(({ item }) => item !== null && item.state !== 'failed');

  function patch(uuid: string, change: Partial<Chosen>): void {
    setChosen((before) => before.map((one) => (one.uuid === uuid ? { ...one, ...change } : one)));
  }

  async function read(uuid: string, { key, entryId }: UploadItem): Promise<void> {
    if (entryId === null || asking.current.has(uuid)) return;
    asking.current.add(uuid);
    try {
      const { data } = await api.getDriveFile({ params: { id: entryId } });
      patch(uuid, { uploaded: data, key: null });
      queue.cancel(key);
    } catch {
      // The file is in the drive; the request for its details is retried.
      after(TRY_AGAIN_MS, () => setTries((before) => before + 1));
    } finally {
      asking.current.delete(uuid);
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever an upload changes
  useEffect(() => {
    for (const { uuid, item } of uploads) if (item?.state === 'done') void read(uuid, item);
    // Cancelled in its row.
    const stopped = chosen.filter(
      ({ uuid, key }) => key !== null && !asking.current.has(uuid) && !items.some((item) => item.key === key),
    );
    if (stopped.length > 0) setChosen(chosen.filter((one) => !stopped.includes(one)));
    const arrived = chosen.flatMap(({ uploaded }) => uploaded ?? []);
    if (!wanted || arrived.length < chosen.length) return;
    setWanted(false);
    if (arrived.length > 0) onArrived(arrived);
  }, [items, chosen, wanted, tries]);

  useEffect(
    () => () => {
      if (onWay.current > 0)
        notify({ text: t('driveMail.large.goesOn', { count: onWay.current }), seconds: 8 });
    },
    [t],
  );

  return {
    uploads,
    busy,
    add(sources: readonly UploadSource[]) {
      const added = sources.map((source): Chosen => {
        return { uuid: crypto.randomUUID(), source, taken: false, key: null, uploaded: null };
      });
      setChosen((before) => [...before, ...added]);
      for (const { uuid, source } of added) {
        // Its folder is dropped too, and may not exist yet.
        if (source.folders.length > 0) continue;
        // Where this is not known, the server keeps both.
        isTaken(api, folderId, source.file.name).then(
          (taken) => patch(uuid, { taken }),
          () => undefined,
        );
      }
    },
    remove(uuid: string) {
      setChosen((before) => before.filter((one) => one.uuid !== uuid));
    },
    /** Failed uploads are tried again. */
    run(onConflict: OnConflict) {
      const itemOf = ({ key }: Chosen) => items.find((item) => item.key === key);
      const due = chosen.filter((one) => !one.uploaded && (itemOf(one)?.state ?? 'failed') === 'failed');
      for (const { key } of due) if (key !== null) queue.cancel(key);
      // As one batch: an answer for all applies to all of these, and they share the folders that are created.
      const sources = due.map(({ source }) => source);
      const keys = queue.add(sources, folderId, onConflict);
      setChosen(
        chosen.map((one) => {
          const at = due.indexOf(one);
          return at === -1 ? one : { ...one, key: keys[at] ?? null };
        }),
      );
      setWanted(true);
    },
  };
}

async function isTaken(api: ApiClient, folderId: string | null, name: string): Promise<boolean> {
  if (folderId === null) {
    const { data } = await api.findFreeName({ query: { filename: name } });
    return data.next_path_naive !== `/${name.normalize('NFC')}`;
  }
  const { data } = await api.getDriveFile({ params: { id: folderId } });
  const path = data.display_name;
  const free = await api.findFreeName({ query: { filename: name, path } });
  return free.data.next_path_naive !== `${path}/${name.normalize('NFC')}`;
}

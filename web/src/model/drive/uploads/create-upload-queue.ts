import type { ApiClient, ApiError } from '@bocau/contract/client.ts';
import type { KeyValueStorage, ModelClock, Online } from '../../engine/environment.ts';
import { createNotifier } from '../../engine/notifier.ts';
import { asApiError } from '../../engine/retry.ts';
import { createKeptUploads } from './kept-uploads.ts';
import { createFolderMaker, FolderTaken } from './make-folders.ts';
import type { Transfers } from './transfer.ts';
import type { ConflictChoice, UploadItem, UploadQueue, UploadState } from './upload-item.ts';
import {
  type Batch,
  leftUpload,
  newUpload,
  PASSING,
  PAUSABLE,
  RESUMABLE,
  type Upload,
} from './upload-state.ts';

const AT_ONCE = 2;
const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 30_000;
type Options = {
  api: ApiClient;
  transfers: Transfers;
  clock: ModelClock;
  storage: KeyValueStorage;
  online: Online;
  /** Whose uploads they are: every call names the owner, and interrupted uploads are stored under it. */
  owner: string;
  /** The id of this page, and whether another page is still open. */
  page: string;
  isAlive(page: string): Promise<boolean>;
  newKey(): string;
};

const isGone = ({ status }: ApiError) => status === 404 || status === 410;

/** Uploads files, two at a time; survives lost connections and reloads. */
export function createUploadQueue(options: Options): UploadQueue {
  const { api, transfers, clock, online, newKey, owner, page } = options;
  const notifier = createNotifier<never>();
  const kept = createKeptUploads(options);
  const uploads = new Map<string, Upload>();
  let list: readonly UploadItem[] = [];
  let closed = false;
  let round = 0;

  // Every drop resolves its folders again: those of an earlier one may have been renamed or trashed since.
  const newBatch = (): Batch => ({ choice: null, folders: createFolderMaker(api, owner) });

  function patch(upload: Upload, change: Partial<UploadItem>): void {
    upload.item = { ...upload.item, ...change };
    refresh();
  }

  function refresh(): void {
    notifier.batch(() => {
      list = [...uploads.values()].map(({ item }) => item);
    });
  }

  function pump(): void {
    if (!online.isOnline()) return;
    const all = [...uploads.values()];
    let free = AT_ONCE - all.filter(({ item }) => item.state === 'sending').length;
    for (const upload of all) {
      if (free <= 0) return;
      if (upload.item.state !== 'waiting') continue;
      free -= 1;
      void run(upload);
    }
  }

  async function run(upload: Upload): Promise<void> {
    const { file } = upload;
    if (!file) {
      patch(upload, { state: 'file-needed' });
      return;
    }
    patch(upload, { state: 'sending', error: null, takenFolder: null });
    upload.runs += 1;
    const { runs, url: known } = upload;
    const isLatest = () => uploads.get(upload.item.key) === upload && upload.runs === runs;
    const isCurrent = () => isLatest() && upload.item.state === 'sending';
    try {
      const { folderId, folders, name } = upload.item;
      const parent = await upload.batch.folders.folderOf(folderId, folders);
      if (!isCurrent()) return;
      const transfer = transfers.send(file, {
        owner,
        url: known,
        metadata: {
          filename: name,
          filetype: file.type,
          on_conflict: upload.onConflict,
          ...(parent === null ? {} : { parent_id: parent }),
        },
        begun(url) {
          if (!isLatest()) return;
          upload.url = url;
          keep(upload);
        },
        progress(sent) {
          if (!isCurrent()) return;
          upload.retries = 0;
          patch(upload, { sent });
        },
        done(entryId) {
          if (isLatest()) finish(upload, entryId);
        },
        failed(error) {
          if (!isCurrent()) return;
          if (known !== null && isGone(error)) beginAnew(upload);
          else fail(upload, error);
        },
      });
      if (isCurrent()) upload.transfer = transfer;
    } catch (error) {
      if (isCurrent()) failBefore(upload, error);
    }
  }

  /** Restarts an upload that was interrupted for longer than the server keeps its bytes. */
  function beginAnew(upload: Upload): void {
    forgetUrl(upload);
    upload.transfer = null;
    patch(upload, { state: 'waiting', sent: 0 });
    pump();
  }

  /** Its folder could not be created, so nothing was sent. */
  function failBefore(upload: Upload, error: unknown): void {
    if (error instanceof FolderTaken) {
      patch(upload, { state: 'failed', takenFolder: error.folder });
      pump();
    } else {
      fail(upload, asApiError(error));
    }
  }

  function keep({ item, url, handle, lastModified, onConflict }: Upload): void {
    if (url === null) return;
    const { key, name, size, folderId, folders, sent } = item;
    kept.keep({ key, page, name, size, lastModified, folderId, folders, onConflict, url, sent, handle });
  }

  function finish(upload: Upload, entryId: string | null): void {
    kept.forget(upload.item.key);
    upload.transfer = null;
    upload.file = null;
    patch(upload, { state: 'done', sent: upload.item.size, entryId, error: null });
    pump();
  }

  function fail(upload: Upload, error: ApiError): void {
    upload.transfer = null;
    if (error.code === 'already_exists') {
      forgetUrl(upload);
      const { choice } = upload.batch;
      if (choice === null) patch(upload, { state: 'conflict', error });
      // The choice for all files was refused for this one (such as replacing a folder), and would be again.
      else if (choice === upload.onConflict) patch(upload, { state: 'failed', error });
      else choose(upload, choice);
    } else if (error.status === 401) {
      patch(upload, { state: 'paused', error });
    } else if (error.status === 0 || error.status >= 500 || PASSING.has(error.code)) {
      tryLater(upload, error);
    } else {
      const { folderId, folders } = upload.item;
      if (error.code === 'file_not_found') upload.batch.folders.forget(folderId, folders);
      forgetUrl(upload);
      patch(upload, { state: 'failed', error });
    }
    pump();
  }

  function tryLater(upload: Upload, error: ApiError): void {
    const wait = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** upload.retries);
    upload.retries += 1;
    upload.retry = clock.after(wait, () => goOn(upload));
    patch(upload, { state: 'offline', error: error.status === 0 ? null : error });
  }

  function goOn(upload: Upload): void {
    upload.retry?.stop();
    upload.retry = null;
    if (upload.item.state === 'offline') patch(upload, { state: 'waiting', error: null });
    pump();
  }

  function forgetUrl(upload: Upload): void {
    upload.url = null;
    kept.forget(upload.item.key);
  }

  function stop(upload: Upload, state: UploadState): void {
    upload.retry?.stop();
    upload.retry = null;
    upload.transfer?.stop();
    upload.transfer = null;
    patch(upload, { state, error: null });
  }

  function choose(upload: Upload, choice: ConflictChoice): void {
    if (choice === 'skip') {
      drop(upload);
      return;
    }
    upload.onConflict = choice;
    patch(upload, { state: 'waiting', error: null, sent: 0 });
  }

  function drop(upload: Upload): void {
    uploads.delete(upload.item.key);
    refresh();
  }

  const stopListening = online.onChange(() => {
    for (const upload of [...uploads.values()]) {
      if (online.isOnline()) goOn(upload);
      else if (upload.item.state === 'sending') stop(upload, 'offline');
    }
  });

  void restore();
  async function restore(): Promise<void> {
    for (const left of await kept.readLeft()) {
      if (closed) return;
      if (uploads.has(left.key)) continue;
      uploads.set(left.key, leftUpload(left, newBatch(), round));
      refresh();
      // If the browser allows reading the file without asking, the upload resumes by itself.
      if ((await left.handle?.queryPermission?.({ mode: 'read' }).catch(() => null)) === 'granted') {
        await readHandle(left.key);
      }
    }
  }

  async function readHandle(key: string): Promise<void> {
    const file = await uploads
      .get(key)
      ?.handle?.getFile()
      .catch(() => null);
    if (file) giveFile(key, file);
  }

  function giveFile(key: string, file: File): boolean {
    const upload = uploads.get(key);
    if (!upload || file.name !== upload.item.name || file.size !== upload.item.size) return false;
    if (file.lastModified !== upload.lastModified) return false;
    upload.file = file;
    keep(upload);
    patch(upload, { state: 'waiting' });
    pump();
    return true;
  }

  return {
    owner,
    subscribe: notifier.subscribe,
    items: () => list,
    add(sources, folderId, onConflict = 'fail') {
      if (closed) return [];
      const batch = newBatch();
      if (list.every(({ state }) => state === 'done')) round += 1;
      const keys = sources.map((source) => {
        const key = newKey();
        uploads.set(key, { ...newUpload(key, source, folderId, batch, round), onConflict });
        return key;
      });
      refresh();
      pump();
      return keys;
    },
    pause(key) {
      const upload = uploads.get(key);
      if (upload && PAUSABLE.has(upload.item.state)) stop(upload, 'paused');
      pump();
    },
    async resume(key) {
      const upload = uploads.get(key);
      if (!upload || !RESUMABLE.has(upload.item.state)) return;
      if (upload.file) {
        patch(upload, { state: 'waiting', error: null });
        pump();
        return;
      }
      if ((await upload.handle?.requestPermission?.({ mode: 'read' }).catch(() => null)) === 'granted') {
        await readHandle(key);
      }
    },
    giveFile,
    answerConflict(key, choice, forAll) {
      const asked = uploads.get(key);
      if (asked?.item.state !== 'conflict') return;
      if (forAll) asked.batch.choice = choice;
      for (const upload of [...uploads.values()]) {
        const isMeant = upload === asked || (forAll && upload.batch === asked.batch);
        if (isMeant && upload.item.state === 'conflict') choose(upload, choice);
      }
      pump();
    },
    cancel(key) {
      const upload = uploads.get(key);
      if (!upload) return;
      const { url } = upload;
      if (upload.item.state !== 'done') {
        stop(upload, 'paused');
        kept.forget(key);
        // If this call fails, the server discards the upload by itself after a day.
        if (url !== null) transfers.discard(url, owner).catch(() => undefined);
      }
      drop(upload);
      pump();
    },
    clearDone() {
      for (const upload of [...uploads.values()])
        if (upload.item.state === 'done') uploads.delete(upload.item.key);
      refresh();
    },
    close() {
      closed = true;
      stopListening();
      for (const upload of uploads.values()) {
        upload.retry?.stop();
        upload.transfer?.stop();
      }
      uploads.clear();
      refresh();
    },
  };
}
